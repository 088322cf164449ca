/**
 * `npm run watch -- --url URL`: judges every alert of docs/watch.md once, for cron, Nagios or a schedule of a CI. The exit code is 0
 * (no fault), 1 (a warning) or 2 (critical, or the watch could not judge).
 */
import { resolve } from 'node:path'
import { reasonOf } from '../tooling/command/command-error.ts'
import { parseFlags } from '../tooling/command/command-line.ts'
import { configuredValue, SERVICE_FLAGS, SERVICE_USAGE, serviceOf } from './customer/service-flags.ts'
import { readConfig } from './deploy/config.ts'
import { readFacts } from './watch/facts.ts'
import { readMetrics } from './watch/metrics.ts'
import { judge, linesOf } from './watch/report.ts'
import { readThresholds } from './watch/thresholds.ts'

const USAGE = `Judges every alert of docs/watch.md once.

  npm run watch -- --url URL [flags]

${SERVICE_USAGE}
  --thresholds FILE  thresholds of your own, in JSON (docs/watch.md#thresholds)
  --json         one JSON value instead of lines
  --help         this

The exit code is 0 without a fault, 1 with a warning, 2 if one is critical, or if the watch could not judge.

Failed requests, refusals and the like need CLOUDFLARE_API_TOKEN (Account Analytics, read) and CLOUDFLARE_ACCOUNT_ID, in the
environment or in the file of --vars.`

async function watch(): Promise<void> {
  const options = {
    ...SERVICE_FLAGS,
    thresholds: { type: 'string' },
    json: { type: 'boolean', default: false },
  } as const
  const { values } = parseFlags(process.argv.slice(2), options)
  if (values.help) return console.log(USAGE)
  const thresholds = readThresholds(values.thresholds)
  const missing = ['CLOUDFLARE_API_TOKEN', 'CLOUDFLARE_ACCOUNT_ID'].filter(name => !configuredValue(name, values.vars))
  const metrics = missing.length ? undefined : await metricsOf(values)
  const facts = await readFacts(await serviceOf(values), metrics)
  const report = judge(facts, thresholds, missing)
  const text = values.json ? JSON.stringify(report, null, 2) : linesOf(report).join('\n')
  // A request without a response would go on for minutes.
  process.stdout.write(`${text}\n`, () => process.exit(report.exit))
}

/** Reads the metrics of the installation. */
async function metricsOf({ vars, config, installation }: { vars: string; config: string; installation?: string }) {
  const token = configuredValue('CLOUDFLARE_API_TOKEN', vars) ?? ''
  const accountId = configuredValue('CLOUDFLARE_ACCOUNT_ID', vars) ?? ''
  const base = process.env.CLOUDFLARE_API_BASE_URL
  const { analytics_engine_datasets: [own] = [] } = await readConfig(resolve(config), installation)
  return () => readMetrics({ token, accountId, dataset: own?.dataset, base })
}

watch().catch((error: unknown) => {
  console.error(`watch: ${reasonOf(error)}`)
  process.exitCode = 2
})
