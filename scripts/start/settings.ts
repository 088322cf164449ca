import { join } from 'node:path'
import { runnerImport } from 'vite'
import { CommandError } from './command-error.ts'
import { SECRETS } from './vars.ts'

const ROOT = join(import.meta.dirname, '../..')

interface SettingsModule {
  settingsOf: (env: object) => unknown
}

interface SecretsModule {
  secretProblems: (settings: unknown) => Promise<{ name: string; problem: string }[]>
}

/** A module of the Worker, whose imports have no file extensions. */
const loadModule = async <T>(path: string) => (await runnerImport<T>(join(ROOT, path), { root: ROOT })).module

/** What the Worker accepts as a database. */
const DATABASE = { withSession: () => {} }

/**
 * Throws, with the names, if a setting is invalid: `configured` are those of wrangler.toml, and `vars` override them. Uses the
 * Worker's own check.
 */
export async function refuseBadSettings(
  vars: Record<string, string>,
  databases: readonly string[],
  configured: Record<string, string>,
): Promise<void> {
  const { settingsOf } = await loadModule<SettingsModule>('worker/settings.ts')
  const bound = Object.fromEntries(databases.map(name => [name, DATABASE]))
  try {
    settingsOf({ ...configured, ...vars, ...bound })
  } catch (error) {
    const names = /^Misconfigured (.*)$/.exec((error as Error).name)?.[1]
    if (!names) throw error
    throw new CommandError(`${names}: the value cannot be used; see [vars] in wrangler.toml and docs/limits.md`)
  }
}

/** What the Worker itself finds wrong with these secrets, as sentences without their values. */
export async function problemsOfSecrets(vars: Record<string, string>): Promise<{ name: string; problem: string }[]> {
  const { settingsOf } = await loadModule<SettingsModule>('worker/settings.ts')
  const { secretProblems } = await loadModule<SecretsModule>('worker/auth/secret-problems.ts')
  // Other settings are checked elsewhere. An invalid one would throw here.
  const secrets = Object.fromEntries(Object.entries(vars).filter(([name]) => SECRETS.includes(name)))
  const problems = await secretProblems(settingsOf({ ...secrets, DB: DATABASE }))
  return problems.filter(({ name }) => name in secrets)
}

/** Throws if a secret of `.dev.vars` cannot be used. An empty one is not configured, which is allowed here. */
export async function refuseBadSecrets(vars: Record<string, string>, path: string): Promise<void> {
  const [first] = (await problemsOfSecrets(vars)).filter(({ name }) => vars[name]?.trim())
  if (!first) return
  throw new CommandError(`${first.name} in ${path} ${first.problem}; correct the line, or remove it to have one made`)
}
