/**
 * `npm run deploy`: deploys Innlet to Cloudflare, also into an empty account. Each step first reads what exists, so that a later
 * run completes one that was interrupted.
 */
import { join, resolve } from 'node:path'
import { refuseUnsafe, refuseWebhookTargets, reportFormerSettings } from './deploy/checks.ts'
import { addressOf, type DatabaseConfig, type DeployConfig, readConfig } from './deploy/config.ts'
import { createDatabase, writeIds } from './deploy/databases.ts'
import { type DeployFlags, readFlags, USAGE } from './deploy/flags.ts'
import { type AccountState, readAccount } from './deploy/found.ts'
import { refuseBadLiveSecrets } from './deploy/live-secrets.ts'
import { applyMigrations, refuseMissingMigrations } from './deploy/migrations.ts'
import { addToArchive } from './deploy/released-archive.ts'
import { reportAddresses, reportPlan, reportVersion, shown } from './deploy/report.ts'
import { findSecrets, generateSecrets, refuseUnusableSecrets, withSecretsFile } from './deploy/secrets.ts'
import { type Session, signIn } from './deploy/sign-in.ts'
import { buildSite, findReleased, keepReleased } from './deploy/site.ts'
import { runWrangler } from './deploy/wrangler.ts'
import { CommandError } from './start/command-error.ts'
import { lockStateFolder } from './start/state.ts'

type Print = (line: string) => void

export async function deploy(flags: DeployFlags, env: NodeJS.ProcessEnv, say: Print): Promise<void> {
  const config = await readConfig(resolve(flags.config))
  refuseWebhookTargets(config)
  reportFormerSettings(config, say)
  if (flags.site) config.assets.directory = resolve(flags.site)
  const bindings = config.d1_databases.map(({ binding }) => binding)
  // Loaded here because it loads vite, which flags and --help do not need.
  const { refuseBadSettings } = await import('./start/settings.ts')
  await refuseBadSettings({}, bindings, config.vars)

  const session = await signIn(config.account_id, env)
  say(`Signed in: account ${session.accountName}`)
  const found = await readAccount(session, config)
  refuseUnsafe(flags, config, found)

  const folder = join(resolve(flags.folder), session.accountId)
  const secretsFile = join(folder, `${config.name}.secrets`)
  const sources = findSecrets(secretsFile, found.missingSecrets, env)
  await refuseUnusableSecrets(sources, secretsFile)

  const address = addressOf(config, found.subdomain)
  const live = found.worker && (flags.live || found.worker.publicUrl || address)
  if (flags.dryRun) return reportPlan(say, { name: config.name, found, sources, secretsFile, address, live })

  const released = await findReleased(found.archive, live, flags.first)
  // The token is sent to no address that is not Innlet.
  if (live && released.isLive) {
    const unchecked = await refuseBadLiveSecrets(live, secretsFile, env, found.missingSecrets)
    say(`Secrets of the Worker: ${unchecked ? `not checked (${unchecked})` : 'can be used'}`)
  }
  if (!flags.site) {
    buildSite(config.assets.directory, env)
    say('Site: built')
  }
  const kept = keepReleased(config.assets.directory, released.files)
  if (live) say(`Files of earlier releases: ${kept.added} kept, from ${released.source}`)

  const secrets = await generateSecrets(secretsFile, sources)
  if (found.missingSecrets.length) say(`Secrets: ${found.missingSecrets.join(', ')} in ${shown(secretsFile)}`)
  else say('Secrets: all are set; left as they are')

  const generated = join(folder, `${config.name}.wrangler.json`)
  await prepareDatabases(session, { config, found, generated }, say)
  // Before the upload: what hotels can pin is in the archive, however the run ends.
  await addToArchive(session, found.archive, kept.files)

  const command = flags.gradual ? ['versions', 'upload'] : ['deploy']
  const output = await withSecretsFile(join(folder, `${config.name}.sending.json`), secrets, secretFlags =>
    runWrangler([...command, '--config', generated, ...secretFlags], session.env, [
      ...session.credentials,
      ...Object.values(secrets),
    ]),
  )
  reportVersion(say, { name: config.name, found, output, isGradual: flags.gradual })
  if (!flags.gradual) reportAddresses(say, address, secretsFile)
}

/** Creates the databases that are missing, applies the migrations, and checks that every database has all of them. */
async function prepareDatabases(
  session: Session,
  { config, found, generated }: { config: DeployConfig; found: AccountState; generated: string },
  say: Print,
): Promise<void> {
  const ready: { config: DatabaseConfig; id: string }[] = []
  for (const { config: each, id } of found.databases) {
    ready.push({ config: each, id: id ?? (await createDatabase(session, each.database_name)) })
    say(`Database ${each.database_name}: ${id ? 'exists' : 'created'}`)
  }
  for (const [i, { config: each, id }] of ready.entries()) {
    const pending = found.databases[i]?.pending ?? []
    await applyMigrations(session, id, each, pending)
    say(`Migrations of ${each.database_name}: ${pending.length ? `applied ${pending.join(', ')}` : 'up to date'}`)
  }
  await refuseMissingMigrations(session, ready)
  const ids = new Map(ready.map(({ config: { binding }, id }) => [binding, id]))
  writeIds(generated, config, { accountId: session.accountId, ids, namespaces: found.namespaces })
}

async function run(): Promise<void> {
  const flags = readFlags(process.argv.slice(2))
  if (flags.help) return console.log(USAGE)
  const say = (line: string) => console.log(line)
  if (flags.dryRun) return deploy(flags, process.env, say)
  // Two runs at once would each generate secrets.
  lockStateFolder(resolve(flags.folder))
  try {
    await deploy(flags, process.env, say)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    throw new CommandError(
      `${error.message}\nWhat was made is kept. Correct the cause, and run \`npm run deploy\` again.`,
    )
  }
}

if (import.meta.main) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))
  run().catch((error: unknown) => {
    console.error(error instanceof CommandError ? `deploy: ${error.message}` : error)
    process.exitCode = 1
  })
}
