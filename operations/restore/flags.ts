import { CommandError } from '../../tooling/command/command-error.ts'
import { parseFlags } from '../../tooling/command/command-line.ts'
import { PLACE_OPTIONS, PLACE_USAGE, type PlaceFlags, refuseLocalInstallation } from '../backup/flags.ts'

export const USAGE = `Restores an installation to an earlier moment, and lists what administrators must do again.

  npm run restore -- --from DIR [flags]                 loads a backup into an empty installation
  npm run restore -- --remote --timestamp TIME [flags]  sets D1 back to a moment of the last 30 days
  npm run restore -- --drill DIR                        loads a backup, compares every row, and keeps nothing

  --from DIR              the folder of a backup
  --newer DIR             a backup of the state that --from replaces: the audit, numbers and revoked links since then
  --timestamp TIME        a moment such as 2026-11-22T09:00:00Z
  --audit FILE            where the audit since the moment is written (default: audit-since-TIME.ndjson)
  --jump N                how far new ids begin above the largest that is known (default: 1000000)
${PLACE_USAGE}
  --help                  this`

const OPTIONS = {
  ...PLACE_OPTIONS,
  from: { type: 'string' },
  newer: { type: 'string' },
  drill: { type: 'string' },
  timestamp: { type: 'string' },
  audit: { type: 'string' },
  jump: { type: 'string', default: '1000000' },
  help: { type: 'boolean', default: false },
} as const

export type RestoreFlags = PlaceFlags & {
  from?: string
  newer?: string
  drill?: string
  timestamp?: string
  audit?: string
  jump: number
  help: boolean
}

const MAX_JUMP = 1_000_000_000

export function readFlags(args: string[]): RestoreFlags {
  const { jump, ...values } = parseFlags(args, OPTIONS).values
  const flags = { ...values, jump: Number(jump) }
  if (values.help) return flags
  const { from, newer, drill, timestamp, remote } = values
  refuseLocalInstallation(values)
  if ([from, timestamp, drill].filter(Boolean).length !== 1) {
    throw new CommandError('expected --from, --timestamp or --drill; --help explains them')
  }
  if (drill && remote) throw new CommandError('--drill: not with --remote; it uses this machine alone')
  if (timestamp && !remote) throw new CommandError('--timestamp: needs --remote; Time Travel is a function of D1')
  if (timestamp && !(Date.parse(timestamp) < Date.now() && /T.*(Z|[+-]\d\d:?\d\d)$/.test(timestamp))) {
    throw new CommandError(`--timestamp: expected a past moment such as 2026-11-22T09:00:00Z, got '${timestamp}'`)
  }
  if (newer && !from) throw new CommandError('--newer: needs --from; Time Travel reads the state that it replaces')
  if (!(/^\d+$/.test(jump) && flags.jump > 0 && flags.jump <= MAX_JUMP)) {
    throw new CommandError(`--jump: expected a number from 1 to ${MAX_JUMP}, got '${jump}'`)
  }
  return flags
}
