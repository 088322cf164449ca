import { existsSync, statSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { isHeaderValue } from '../options.ts'
import { UsageError } from './failure.ts'
import { readTextFile } from './text-file.ts'

/** The names of the environment, and of a file of credentials. */
const NAMES = {
  url: 'INNLET_URL',
  clientId: 'INNLET_CLIENT_ID',
  clientSecret: 'INNLET_CLIENT_SECRET',
  accessToken: 'INNLET_ACCESS_TOKEN',
  apiKey: 'INNLET_API_KEY',
  adminToken: 'INNLET_ADMIN_TOKEN',
} as const

export type Credentials = { [Field in keyof typeof NAMES]?: string | undefined }

/** The credentials of integrators. A command uses those of one kind. */
const KINDS: readonly (readonly string[])[] = [['clientId', 'clientSecret'], ['accessToken'], ['apiKey']]

/**
 * The credentials of the environment and of files, with lines such as `INNLET_URL=https://innlet.example`. A file comes before the
 * environment, and before the files in front of it.
 */
export function readCredentials(
  files: readonly string[] | undefined = [],
  environment: NodeJS.Dict<string>,
): Credentials {
  return [environment, ...files.map(file => parseEnv(readSecretFile(file)))].map(credentialsOf).reduce(joined)
}

function credentialsOf(values: NodeJS.Dict<string>): Credentials {
  const read = Object.entries(NAMES).flatMap(([field, name]) => {
    const value = values[name]?.trim()
    if (value && field !== 'url' && !isHeaderValue(value)) throw new UsageError(`${name}: expected one line of ASCII`)
    return value === undefined ? [] : [[field, value || undefined]]
  })
  return Object.fromEntries(read)
}

/** What stands beside another address is of another service, and another kind of credential may be of another customer. */
function joined(earlier: Credentials, later: Credentials): Credentials {
  const addresses = [earlier, later].flatMap(({ url }) => url?.replace(/\/+$/, '') ?? [])
  if (new Set(addresses).size > 1) return later
  const isGiven = (kind: readonly string[]) => kind.some(field => later[field as keyof Credentials])
  const dropped = KINDS.some(isGiven) ? KINDS.filter(kind => !isGiven(kind)).flat() : []
  return { ...Object.fromEntries(Object.entries(earlier).filter(([field]) => !dropped.includes(field))), ...later }
}

/** The credential of an integrator that the commands use: that of an application, else an access token, else an API key. */
export function kindOf({ clientId, accessToken, apiKey }: Credentials) {
  if (clientId !== undefined) return 'application'
  if (accessToken !== undefined) return 'access token'
  return apiKey === undefined ? undefined : 'API key'
}

function readSecretFile(file: string): string {
  try {
    const text = readTextFile(file)
    const { mode } = statSync(file)
    // Windows has no such modes.
    if (process.platform !== 'win32' && mode & 0o077) {
      throw new UsageError(`${file}: others can read it. Run: chmod 600 ${file}`)
    }
    return text
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`${file}: ${(error as Error).message}`)
  }
}

/** The file of `npm start` for the demo hotel. */
const DEMO_FILE = '.state/innlet.env'

/** The value of a credential that a command needs. */
export function needed(credentials: Credentials, field: keyof typeof NAMES): string {
  const value = credentials[field]
  if (value === undefined) {
    const demo = existsSync(DEMO_FILE) ? `. For the demo hotel: --credentials ${DEMO_FILE}` : ''
    throw new UsageError(
      `${NAMES[field]} is missing: set it in the environment, or in a file and give --credentials FILE${demo}`,
    )
  }
  return value
}
