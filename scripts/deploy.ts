/**
 * `npm run deploy`: deploys Innlet to Cloudflare, also into an empty account. Each step first reads what exists, so that a later
 * run completes one that was interrupted.
 */
import { join, resolve } from 'node:path'
import { addressOf, readConfig } from './deploy/config.ts'
import { applyMigrations, createDatabase, writeIds } from './deploy/databases.ts'
import { type DeployFlags, readFlags, USAGE } from './deploy/flags.ts'
import { readAccount } from './deploy/found.ts'
import { reportAddresses, reportPlan, shown } from './deploy/report.ts'
import { generateSecrets, withSecretsFile } from './deploy/secrets.ts'
import { signIn } from './deploy/sign-in.ts'
import { addReleasedFiles, buildSite } from './deploy/site.ts'
import { runWrangler } from './deploy/wrangler.ts'
import { CommandError } from './start/command-error.ts'
import { lockStateFolder } from './start/state.ts'

export async function deploy(flags: DeployFlags, env: NodeJS.ProcessEnv, say: (line: string) => void): Promise<void> {
  const config = await readConfig(resolve(flags.config))
  if (flags.site) config.assets.directory = resolve(flags.site)
  const bindings = config.d1_databases.map(({ binding }) => binding)
  // Loaded here because it loads vite, which flags and --help do not need.
  const { refuseBadSettings } = await import('./start/settings.ts')
  await refuseBadSettings({}, bindings, config.vars)

  const session = await signIn(config.account_id, env)
  say(`Signed in: account ${session.accountName}`)
  const found = await readAccount(session, config)

  const address = addressOf(config, found.subdomain)
  const live = found.worker && (found.worker.publicUrl || address)
  const folder = join(resolve(flags.folder), session.accountId)
  const secretsFile = join(folder, `${config.name}.secrets`)
  if (flags.dryRun) return reportPlan(say, config.name, found, secretsFile, address, live)

  if (!flags.site) {
    buildSite(config.assets.directory, env)
    say('Site: built')
  }
  if (live) {
    const kept = await addReleasedFiles(live, config.assets.directory)
    say(`Files of earlier releases: ${kept} kept, from ${live}`)
  }

  const secrets = await generateSecrets(secretsFile, found.missingSecrets)
  if (found.missingSecrets.length) say(`Secrets: ${found.missingSecrets.join(', ')} in ${shown(secretsFile)}`)
  else say('Secrets: all are set; left as they are')

  const generated = join(folder, `${config.name}.wrangler.json`)
  const ids = new Map<string, string>()
  writeIds(generated, config, session.accountId, ids, found.namespaces)
  for (const database of found.databases) {
    const id = database.id ?? (await createDatabase(session, database, generated))
    say(`Database ${database.config.database_name}: ${database.id ? 'exists' : 'created'}`)
    ids.set(database.config.binding, id)
  }
  writeIds(generated, config, session.accountId, ids, found.namespaces)

  for (const database of found.databases) {
    const { config: each, pending } = database
    if (pending.length) {
      await applyMigrations(session, { ...database, id: ids.get(each.binding) ?? '' }, generated)
    }
    say(`Migrations of ${each.database_name}: ${pending.length ? `applied ${pending.join(', ')}` : 'up to date'}`)
  }

  await withSecretsFile(join(folder, `${config.name}.sending.json`), secrets, secretFlags =>
    runWrangler(['deploy', '--config', generated, ...secretFlags], session.env, [
      ...session.credentials,
      ...Object.values(secrets),
    ]),
  )
  say(`Worker ${config.name}: ${found.worker ? 'updated' : 'created'}`)
  reportAddresses(say, address, secretsFile)
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
