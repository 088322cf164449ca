/**
 * `npm run -s secret -- NAME`: prints a value for a secret, and nothing else. With a step of a rotation it reads the current value
 * from standard input and prints the next one.
 */
import { text } from 'node:stream/consumers'
import { CommandError } from '../tooling/command/command-error.ts'
import { parseFlags, runCommand } from '../tooling/command/command-line.ts'
import { GENERATORS, SECRETS } from '../tooling/command/vars.ts'

const USAGE = `Prints a new value for a secret. It is printed nowhere else and stored nowhere.

  npm run -s secret -- NAME           a fresh value
  npm run -s secret -- NAME --add     the value of standard input, with a new key or token behind the others
  npm run -s secret -- NAME --use     the same, with the last key in front: it is used
  npm run -s secret -- NAME --drop    the same, with the key or token in front only

NAME is one of ${SECRETS.join(', ')}. The steps rotate SIGNING_KEYS, LINK_KEYS, WEBHOOK_KEYS and
ADMIN_TOKEN; see docs/secrets.md.`

type Step = 'add' | 'use' | 'drop'

interface KeySet {
  keys: unknown[]
}

/** One step of a rotation. The first of the parts is the one in use. */
async function step<T>(name: Step, parts: readonly T[], fresh: () => Promise<readonly T[]>): Promise<T[]> {
  if (name === 'add') return [...parts, ...(await fresh())]
  return name === 'use' ? [...parts.slice(-1), ...parts.slice(0, -1)] : parts.slice(0, 1)
}

/** The value after this step. An error must not quote the value. */
async function rotated(name: string, how: Step, current: string, fresh: () => Promise<string>): Promise<string> {
  if (name === 'ADMIN_TOKEN') {
    const tokens = current.split(/\s+/).filter(Boolean)
    if (!tokens.length) throw new CommandError('standard input: expected the current value')
    if (how === 'add' && tokens.length > 1) throw new CommandError('ADMIN_TOKEN has two tokens already; --drop one')
    return (await step(how, tokens, async () => [await fresh()])).join(' ')
  }
  const keys = keysOf(current)
  return JSON.stringify({ keys: await step(how, keys, async () => keysOf(await fresh())) })
}

function keysOf(value: string): unknown[] {
  try {
    const { keys } = JSON.parse(value) as KeySet
    if (Array.isArray(keys) && keys.length) return keys
  } catch {}
  throw new CommandError('standard input: expected the current value, a JWKS')
}

const option = { type: 'boolean', default: false } as const
const OPTIONS = { add: option, use: option, drop: option, help: option }

/** What the command prints. `readInput` reads standard input, for a step of a rotation only. */
export async function secret(args: string[], readInput: () => Promise<string>): Promise<string> {
  const { values, positionals } = parseFlags(args, OPTIONS, true)
  if (values.help) return USAGE
  const [name = '', ...others] = positionals
  const generate = GENERATORS[name]
  if (!generate || others.length) throw new CommandError(`expected one name of ${SECRETS.join(', ')}`)
  const fresh = async () => generate()
  const steps = (['add', 'use', 'drop'] as const).filter(each => values[each])
  const [how] = steps
  if (!how) return fresh()
  if (steps.length > 1) throw new CommandError('expected one of --add, --use and --drop')
  if (name === 'SECRET_PEPPER') throw new CommandError('SECRET_PEPPER cannot be rotated; see docs/secrets.md')
  return rotated(name, how, await readInput(), fresh)
}

if (import.meta.main) {
  runCommand('secret', async () => console.log(await secret(process.argv.slice(2), () => text(process.stdin))))
}
