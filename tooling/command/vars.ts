import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, realpathSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { exportJWK, generateKeyPair } from 'jose'
import { CommandError, reasonOf } from './command-error.ts'
import { writeWholeFile } from './whole-file.ts'

const random = () => randomBytes(32).toString('base64url')
const newKid = (kind: string) => `${kind}-${randomBytes(4).toString('hex')}`

async function newSigningKeys(): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), kid: newKid('signing'), alg: 'ES256', use: 'sig' }
  return JSON.stringify({ keys: [key] })
}

/** Secrets of webhook endpoints are derived by HKDF, which JWK has no `alg` for. */
const newOctKeys = (kind: string, alg?: string) =>
  JSON.stringify({ keys: [{ kty: 'oct', kid: newKid(kind), alg, k: random() }] })

/** The required secrets, each with its generator. */
export const GENERATORS: Readonly<Record<string, () => string | Promise<string>>> = {
  ADMIN_TOKEN: random,
  SIGNING_KEYS: newSigningKeys,
  LINK_KEYS: () => newOctKeys('link', 'HS256'),
  WEBHOOK_KEYS: () => newOctKeys('webhook'),
  SECRET_PEPPER: random,
}

export const SECRETS = Object.keys(GENERATORS)

/** The values of a file in the format of `.dev.vars`. A file that is not there has none. */
export function storedVars(path: string): Record<string, string> {
  return parseEnv(read(path)) as Record<string, string>
}

/**
 * Reads secrets and local settings from a file in the format of `.dev.vars`. Missing names of `names` are generated and added to
 * the file, readable by its owner only. A name that is present is never changed, even if it is empty.
 */
export async function readVars(path: string, names: readonly string[] = SECRETS): Promise<Record<string, string>> {
  const text = read(path)
  const vars = parseEnv(text) as Record<string, string>
  const missing = names.filter(name => !(name in vars))
  if (missing.length) {
    const added = await Promise.all(missing.map(async name => [name, await GENERATORS[name]?.()] as const))
    const lines = added.map(([name, value]) => `${name}='${value}'\n`).join('')
    write(path, text && !text.endsWith('\n') ? `${text}\n${lines}` : text + lines)
    Object.assign(vars, Object.fromEntries(added))
  }
  return vars
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw new CommandError(`cannot read ${path}: ${reasonOf(error)}`)
  }
}

/** Writes the whole file or nothing: a partly written secret would be used as if it were complete. */
function write(path: string, text: string): void {
  const target = targetOf(path)
  try {
    // Renaming over a file needs only the permission of its folder. The file's own permission is respected too.
    if (existsSync(target)) accessSync(target, constants.W_OK)
  } catch (error) {
    throw new CommandError(`cannot write ${path}: ${reasonOf(error)}`)
  }
  writeWholeFile(target, text)
}

/** Resolves a symbolic link. */
function targetOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
