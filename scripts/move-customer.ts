/**
 * `npm run move-customer -- --customer 7 --to 1`: moves a customer to another database, step by step. The service stores the
 * progress: after an interruption, run the command again and it continues.
 */
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { parseArgs, parseEnv } from 'node:util'
import { progressLine } from './move-customer/progress.ts'
import { CommandError } from './start/command-error.ts'
import { Service, type ServiceResponse } from './start/service.ts'

const USAGE = `Moves a customer to another database; to the one where it still is: gives the move up.

  npm run move-customer -- --customer 7 --to 1 [flags]

  --customer 7   the customer's id
  --to 1         the number of the database: its place in DATABASES, from 0
  --url URL      the service (default: INNLET_URL, else http://localhost:8787)
  --vars FILE    where ADMIN_TOKEN stands, unless it is in the environment (default .dev.vars)

Meanwhile the customer can be read, and whatever would write is answered 503 with Retry-After.`

/** Consecutive failures after which the command gives up. */
const ATTEMPTS = 8
const LONGEST_PAUSE = 15_000

async function move(): Promise<void> {
  const { values } = parseArgs({
    options: {
      customer: { type: 'string' },
      to: { type: 'string' },
      url: { type: 'string', default: process.env.INNLET_URL ?? 'http://localhost:8787' },
      vars: { type: 'string', default: '.dev.vars' },
      help: { type: 'boolean', default: false },
    },
  })
  const [customer, to] = [values.customer, values.to].map(text => (/^\d+$/.test(text ?? '') ? Number(text) : undefined))
  if (values.help || customer === undefined || to === undefined) return console.log(USAGE)

  const service = new Service(values.url.replace(/\/+$/, ''), adminToken(values.vars))
  const say = createPrinter()
  for (;;) {
    const { json } = await withRetries(() => service.admin('POST', `/customers/${customer}/move`, { to }))
    say(progressLine(json))
    if (json.done) break
  }
  say(`customer ${customer} lives in database ${to}\n`)
}

function adminToken(file: string): string {
  const token = process.env.ADMIN_TOKEN ?? (existsSync(file) && parseEnv(readFileSync(file, 'utf8')).ADMIN_TOKEN)
  if (!token) throw new CommandError(`there is no ADMIN_TOKEN in the environment or in ${file}`)
  return token
}

/** Repeats a step that failed for a passing reason. The service executes a repeated step once. */
async function withRetries(step: () => Promise<ServiceResponse>): Promise<ServiceResponse> {
  for (let failed = 1; ; failed++) {
    try {
      return await step()
    } catch (error) {
      const passing = !(error instanceof CommandError) || / answered 5\d\d/.test(error.message)
      if (!passing || failed === ATTEMPTS) throw error
      await setTimeout(Math.min(250 * 2 ** failed, LONGEST_PAUSE))
    }
  }
}

/** Prints the progress: on a terminal in one line that changes, else one line per change. */
function createPrinter(): (line: string) => void {
  let last = ''
  return line => {
    if (line === last) return
    last = line
    process.stdout.write(process.stdout.isTTY ? `\r\x1b[K${line}` : `${line.trimEnd()}\n`)
  }
}

move().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error)
  console.error(`\nmove-customer: ${message}; run again, it goes on from here`)
  process.exit(1)
})
