import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { CommandError, reasonOf } from '../start/command-error.ts'
import { readVars } from '../start/vars.ts'

/**
 * The values of these secrets, from the file that stores them. Missing ones are generated and written to the file before
 * anything is sent, because Cloudflare never returns a secret.
 */
export async function generateSecrets(path: string, names: readonly string[]): Promise<Record<string, string>> {
  if (!names.length) return {}
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new CommandError(`cannot write ${path}: ${reasonOf(error)}`)
  }
  const stored = await readVars(path, names)
  chmodSync(path, 0o600)
  return Object.fromEntries(names.map(name => [name, stored[name] ?? '']))
}

/**
 * Calls `send` with the path of a file with these secrets only, for `wrangler deploy --secrets-file`. A secret that is not in
 * the file keeps its value. The format is JSON, because wrangler expands `$` in the other format.
 */
export async function withSecretsFile<T>(
  path: string,
  secrets: Record<string, string>,
  send: (flags: string[]) => Promise<T>,
): Promise<T> {
  const remove = () => rmSync(path, { force: true })
  // One that a killed run left.
  remove()
  if (!Object.keys(secrets).length) return send([])
  writeFileSync(path, JSON.stringify(secrets), { mode: 0o600 })
  process.once('exit', remove)
  try {
    return await send(['--secrets-file', path])
  } finally {
    process.off('exit', remove)
    remove()
  }
}
