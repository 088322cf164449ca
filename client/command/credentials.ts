import { readFileSync, statSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { UsageError } from './failure.ts'

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

/** The credentials of the environment. Those of the file, with lines such as `INNLET_URL=https://innlet.example`, come first. */
export function readCredentials(file: string | undefined, environment = process.env): Credentials {
  const values = { ...environment, ...(file !== undefined && parseEnv(readSecretFile(file))) }
  const read = Object.entries(NAMES).map(([field, name]) => [field, values[name]?.trim() || undefined])
  return Object.fromEntries(read)
}

function readSecretFile(file: string): string {
  try {
    const { mode } = statSync(file)
    // Windows has no such modes.
    if (process.platform !== 'win32' && mode & 0o077) {
      throw new UsageError(`${file}: others can read it. Run: chmod 600 ${file}`)
    }
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`${file}: ${(error as Error).message}`)
  }
}

/** The value of a credential that a command needs. */
export function needed(credentials: Credentials, field: keyof typeof NAMES): string {
  const value = credentials[field]
  if (value === undefined) {
    throw new UsageError(
      `${NAMES[field]} is missing: set it in the environment, or in a file and give --credentials FILE`,
    )
  }
  return value
}
