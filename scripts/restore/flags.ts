import { PLACE_OPTIONS, PLACE_USAGE, type PlaceFlags, parseFlags } from '../backup/flags.ts'
import { CommandError } from '../start/command-error.ts'

export const USAGE = `Restores the data of an installation. Each of the first three lines is a run of its own.

  npm run restore -- --from DIR [flags]                 loads a backup into an empty installation
  npm run restore -- --remote --timestamp TIME [flags]  sets D1 back to a moment of the last 30 days
  npm run restore -- --after [--audit PATH] [flags]     then: repeats what the restore has undone

  --from DIR              the folder of a backup
  --timestamp TIME        a moment such as 2026-11-22T09:00:00Z
  --after                 repeats revocations and erasures, raises all counters, and prints what partners must know
  --audit PATH            the newer state: the folder of a backup, or a file of audit entries (NDJSON)
  --jump N                how far the counters are raised (default: 1000000; 10000 if PATH is a backup)
${PLACE_USAGE}
  --url URL               the service at Cloudflare, for --after --remote (default: INNLET_URL, else its address)
  --help                  this

ADMIN_TOKEN is read from the environment, or else from the file of --vars.`

const OPTIONS = {
  ...PLACE_OPTIONS,
  from: { type: 'string' },
  timestamp: { type: 'string' },
  after: { type: 'boolean', default: false },
  audit: { type: 'string' },
  jump: { type: 'string' },
  url: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

export type RestoreFlags = PlaceFlags & {
  from?: string
  timestamp?: string
  after: boolean
  audit?: string
  jump?: number
  url?: string
  help: boolean
}

const MAX_JUMP = 1_000_000_000

export function readFlags(args: string[]): RestoreFlags {
  const { jump, ...values } = parseFlags(args, OPTIONS) as Omit<RestoreFlags, 'jump'> & { jump?: string }
  if (values.help) return values
  const { from, timestamp, after, audit, remote, url } = values
  if ([from, timestamp, after || undefined].filter(Boolean).length !== 1) {
    throw new CommandError('expected one of --from, --timestamp and --after; --help explains them')
  }
  if (timestamp && !remote) throw new CommandError('--timestamp: needs --remote; Time Travel is a function of D1')
  if (timestamp && !(Date.parse(timestamp) < Date.now() && /T.*(Z|[+-]\d\d:?\d\d)$/.test(timestamp))) {
    throw new CommandError(`--timestamp: expected a past moment such as 2026-11-22T09:00:00Z, got '${timestamp}'`)
  }
  if (!after && (audit || jump || url)) throw new CommandError('--audit, --jump and --url: need --after')
  if (jump !== undefined && !(/^\d+$/.test(jump) && Number(jump) > 0 && Number(jump) <= MAX_JUMP)) {
    throw new CommandError(`--jump: expected a number from 1 to ${MAX_JUMP}, got '${jump}'`)
  }
  return { ...values, jump: jump === undefined ? undefined : Number(jump) }
}
