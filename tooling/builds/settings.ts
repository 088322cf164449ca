import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Fingerprints } from '../../schema/made-with.ts'
import { CommandError } from '../command/command-error.ts'
import { ROOT } from '../command/run-tool.ts'
import { SECRETS } from '../command/vars.ts'

interface SettingsModule {
  settingsOf: (env: object) => unknown
}

interface FingerprintsModule {
  fingerprintsOf: (settings: unknown) => Promise<Fingerprints>
}

interface SecretsModule {
  secretProblems: (settings: unknown) => Promise<{ name: string; problem: string }[]>
}

/** The modules of the Worker and its contract. */
const WORKER = pathToFileURL(`${ROOT}/`).href

// The imports of the Worker have no file extensions.
registerHooks({
  resolve(name, context, next) {
    const { parentURL = '' } = context
    const isModule =
      name.startsWith('.') && parentURL.startsWith(WORKER) && existsSync(new URL(`${name}.ts`, parentURL))
    return next(isModule ? `${name}.ts` : name, context)
  },
})

/** A module of the Worker. Node loads it in a tenth of the time that Vite takes. */
const loadModule = async <T>(path: string) => (await import(pathToFileURL(join(ROOT, path)).href)) as T

/** What the Worker accepts as a database. */
const DATABASE = { withSession: () => {} }

/**
 * Throws, with the names, if a setting is invalid: `configured` are those of wrangler.toml, and `vars` override them. Uses the
 * Worker's own check. Without `configured`, only what `vars` have is checked: wrangler.toml is read after the build.
 */
export async function refuseBadSettings(
  vars: Record<string, string>,
  databases: readonly string[],
  configured?: Record<string, string>,
): Promise<void> {
  const { settingsOf } = await loadModule<SettingsModule>('worker/settings.ts')
  const bound = Object.fromEntries(databases.map(name => [name, DATABASE]))
  try {
    settingsOf({ ...configured, ...vars, ...bound })
  } catch (error) {
    const names = /^Misconfigured (.*)$/.exec((error as Error).name)?.[1]
    if (!names) throw error
    if (!configured && !names.split(', ').every(name => name in vars)) return
    throw new CommandError(`${names}: the value cannot be used; see [vars] in wrangler.toml`)
  }
}

/** What the Worker itself finds wrong with these secrets, as sentences without their values. */
export async function problemsOfSecrets(vars: Record<string, string>): Promise<{ name: string; problem: string }[]> {
  const { secretProblems } = await loadModule<SecretsModule>('worker/auth/secret-problems.ts')
  const problems = await secretProblems(await settingsWith(vars))
  return problems.filter(({ name }) => name in vars)
}

/** The fingerprints of these secrets, as the Worker stores them. */
export async function fingerprintsOfSecrets(vars: Record<string, string>): Promise<Fingerprints> {
  const { fingerprintsOf } = await loadModule<FingerprintsModule>('worker/auth/fingerprints.ts')
  return fingerprintsOf(await settingsWith(vars))
}

/** The Worker's settings with these secrets alone. Other settings are checked elsewhere: an invalid one would throw here. */
async function settingsWith(vars: Record<string, string>): Promise<unknown> {
  const { settingsOf } = await loadModule<SettingsModule>('worker/settings.ts')
  const secrets = Object.entries(vars).filter(([name]) => SECRETS.includes(name))
  return settingsOf({ ...Object.fromEntries(secrets), DB: DATABASE })
}

/** Throws if a secret of `.dev.vars` cannot be used. An empty one is not configured, which is allowed here. */
export async function refuseBadSecrets(vars: Record<string, string>, path: string): Promise<void> {
  const [first] = (await problemsOfSecrets(vars)).filter(({ name }) => vars[name]?.trim())
  if (!first) return
  throw new CommandError(`${first.name} in ${path} ${first.problem}; correct the line, or remove it to have one made`)
}
