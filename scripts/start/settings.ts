import { join } from 'node:path'
import { runnerImport } from 'vite'
import { CommandError } from './command-error.ts'

const ROOT = join(import.meta.dirname, '../..')

interface SettingsModule {
  settingsOf: (env: object) => unknown
}

/**
 * Throws, with the names, if a setting is invalid: `configured` are those of wrangler.toml, and `vars` override them. Uses the
 * Worker's own check.
 */
export async function refuseBadSettings(
  vars: Record<string, string>,
  databases: readonly string[],
  configured: Record<string, string>,
): Promise<void> {
  const { module } = await runnerImport<SettingsModule>(join(ROOT, 'worker/settings.ts'), { root: ROOT })
  const bound = Object.fromEntries(databases.map(name => [name, { withSession: () => {} }]))
  try {
    module.settingsOf({ ...configured, ...vars, ...bound })
  } catch (error) {
    const names = /^Misconfigured (.*)$/.exec((error as Error).name)?.[1]
    if (!names) throw error
    throw new CommandError(`${names}: the value cannot be used; see [vars] in wrangler.toml and docs/limits.md`)
  }
}
