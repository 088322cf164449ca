import { join } from 'node:path'
import { ROOT } from '../../tooling/command/run-tool.ts'
import { type DeployConfig, readConfig } from './config.ts'

/** What wrangler.toml of this release has and another configuration lacks, as titles. */
export async function lackingParts(config: DeployConfig): Promise<string[]> {
  const present = partsOf(config)
  return partsOf(await readConfig(join(ROOT, 'wrangler.toml'))).filter(part => !present.includes(part))
}

/** The parts of a configuration, as titles. */
export function partsOf(config: DeployConfig): string[] {
  const { d1_databases, kv_namespaces, analytics_engine_datasets = [], ratelimits = [], assets, alias = {} } = config
  const bindings = [...d1_databases, ...kv_namespaces, ...analytics_engine_datasets, assets].map(each => each.binding)
  return [
    ...[...bindings, ...ratelimits.map(({ name }) => name)].map(name => `binding ${name}`),
    ...(config.triggers?.crons ?? []).map(cron => `cron ${cron}`),
    ...(config.compatibility_flags ?? []).map(flag => `flag ${flag}`),
    ...Object.keys(config.vars).map(name => `setting ${name}`),
    ...Object.keys(alias).map(name => `alias ${name}`),
    // Without it the platform's log would have the links of guests.
    ...(config.observability?.logs?.invocation_logs === false ? ['observability.logs.invocation_logs = false'] : []),
  ]
}
