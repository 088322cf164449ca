import { CommandError } from '../../tooling/command/command-error.ts'
import { parseFlags } from '../../tooling/command/command-line.ts'

export const USAGE = `Runs Innlet on this machine: the real runtime, a local database, and a demo hotel.

  npm start -- [flags]

  --port 8787       where it listens, on this machine only (0: any free port)
  --state .state    the folder that keeps D1, KV and the log
  --vars .dev.vars  the file of secrets and local settings; names that it lacks are added
  --demo large      also a hotel of 120 rooms with the bookings of a year, as customer 2
  --no-demo         an empty service, without a receiver of webhooks
  --demo-day DATE   the day around which the demo hotel's bookings are (today)
  --help            this`

const OPTIONS = {
  port: { type: 'string', default: '8787' },
  state: { type: 'string', default: '.state' },
  vars: { type: 'string', default: '.dev.vars' },
  demo: { type: 'string', default: 'small' },
  // Node reads it as the negation of `demo`, which is then false.
  'no-demo': { type: 'boolean' },
  'demo-day': { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

export interface Flags {
  port: number
  state: string
  vars: string
  demo: boolean
  isLarge: boolean
  demoDay?: string
  help: boolean
}

/** The flags of the command line. Throws a CommandError if one is invalid. */
export function readFlags(args: string[]): Flags {
  const { values } = parseFlags(args, OPTIONS)
  const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : Number.NaN
  if (!(port <= 65_535)) throw new CommandError(`--port: expected a number from 0 to 65535, got '${values.port}'`)
  const { 'demo-day': demoDay, 'no-demo': _, ...others } = values
  const demo = values.demo as string | false
  if (demo !== false && demo !== 'small' && demo !== 'large') {
    throw new CommandError(`--demo: expected small or large, got '${demo}'`)
  }
  if (demoDay !== undefined && !isDate(demoDay)) {
    throw new CommandError(`--demo-day: expected a date such as 2026-11-21, got '${demoDay}'`)
  }
  return { ...others, demo: demo !== false, isLarge: demo === 'large', port, demoDay }
}

function isDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
