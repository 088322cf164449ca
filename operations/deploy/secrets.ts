import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { problemsOfSecrets } from '../../tooling/builds/settings.ts'
import { CommandError, reasonOf } from '../../tooling/command/command-error.ts'
import { readVars, storedVars } from '../../tooling/command/vars.ts'

/** The secrets that a run sends, and where their values come from. */
export interface SecretSources {
  /** Values of the environment, as CI has them. They are written to no file. */
  environment: Record<string, string>
  /** Values of the file. */
  file: Record<string, string>
  /** Names without a value. */
  missing: string[]
}

/** The file with the secrets of a Worker. `folder` is that of `npm run deploy`. */
export const secretsFileOf = (worker: string, accountId: string, folder = '.deploy') =>
  join(folder, accountId, `${worker}.secrets`)

/** Finds the values of these secrets: in the environment, else in the file. */
export function findSecrets(path: string, names: readonly string[], env: NodeJS.ProcessEnv): SecretSources {
  const stored = storedVars(path)
  const sources: SecretSources = { environment: {}, file: {}, missing: [] }
  for (const name of names) {
    const [given, kept] = [env[name], stored[name]]
    if (given !== undefined) sources.environment[name] = given
    else if (kept !== undefined) sources.file[name] = kept
    else sources.missing.push(name)
  }
  return sources
}

/** Throws if a secret that this run would send is empty or cannot be used. Says its name and never its value. */
export async function refuseUnusableSecrets({ environment, file }: SecretSources, path: string): Promise<void> {
  const problems = await problemsOfSecrets({ ...environment, ...file })
  if (!problems.length) return
  const lines = problems.map(
    ({ name, problem }) => `  ${name} in ${name in environment ? 'the environment' : path} ${problem}`,
  )
  throw new CommandError(`these secrets cannot be used. \`npm run -s secret -- NAME\` makes one:\n${lines.join('\n')}`)
}

/**
 * The values of the secrets that a run sends. Missing ones are generated and written to the file before anything is sent,
 * because Cloudflare never returns a secret.
 */
export async function generateSecrets(path: string, { environment, file, missing }: SecretSources) {
  if (!missing.length) return { ...environment, ...file }
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new CommandError(`cannot write ${path}: ${reasonOf(error)}`)
  }
  const stored = await readVars(path, missing)
  chmodSync(path, 0o600)
  return { ...environment, ...file, ...Object.fromEntries(missing.map(name => [name, stored[name] ?? ''])) }
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
