/**
 * `npm run deploy`: deploys Innlet to Cloudflare, also into an empty account. Each step first reads what exists, so that a later
 * run completes one that was interrupted.
 */
import { join, resolve } from 'node:path'
import { refuseBadSettings } from '../tooling/builds/settings.ts'
import { CommandError } from '../tooling/command/command-error.ts'
import { runCommand, type Say } from '../tooling/command/command-line.ts'
import { Service } from '../tooling/command/service.ts'
import { databasesOf } from '../tooling/state/databases.ts'
import { lockStateFolder } from '../tooling/state/lock.ts'
import { refuseUnsafe, refuseWebhookTargets, reportUnused } from './deploy/checks.ts'
import { addressOf, type DeployConfig, readConfig } from './deploy/config.ts'
import { createDatabase, writeIds } from './deploy/databases.ts'
import { type DeployFlags, readFlags, USAGE } from './deploy/flags.ts'
import { type AccountState, type ExistingDatabase, readAccount } from './deploy/found.ts'
import { lackingParts } from './deploy/lacking-parts.ts'
import { changesOfLive } from './deploy/live-changes.ts'
import { checkLiveSecrets, findAdminToken } from './deploy/live-secrets.ts'
import { lostLines } from './deploy/lost-secrets.ts'
import { applyMigrations, queryDatabase, refuseMissingMigrations } from './deploy/migrations.ts'
import { addToArchive } from './deploy/released-archive.ts'
import {
  reportAddresses,
  reportFirstCustomer,
  reportFirstOwner,
  reportPlan,
  reportVersion,
  shown,
} from './deploy/report.ts'
import {
  findSecrets,
  generateSecrets,
  refuseUnusableSecrets,
  secretsFileOf,
  withSecretsFile,
} from './deploy/secrets.ts'
import { NotSignedIn, type Session, signIn } from './deploy/sign-in.ts'
import { buildInto, findReleased, keepReleased } from './deploy/site.ts'
import { reportUpgrade } from './deploy/upgrade.ts'
import { reportWithoutAccount } from './deploy/without-account.ts'
import { runWrangler } from './deploy/wrangler.ts'

export async function deploy(flags: DeployFlags, env: NodeJS.ProcessEnv, say: Say): Promise<void> {
  const config = await readConfig(resolve(flags.config), flags.installation)
  refuseWebhookTargets(config)
  reportUnused(config, say)
  if (flags.site) config.assets.directory = resolve(flags.site)
  const bindings = config.d1_databases.map(({ binding }) => binding)
  await refuseBadSettings({}, bindings, config.vars)

  const session = await signIn(config.account_id, env).catch(async error => {
    if (flags.dryRun && error instanceof NotSignedIn) await reportWithoutAccount(config, flags.folder, env, say)
    throw error
  })
  say(`Signed in: account ${session.accountName}`)
  const found = await readAccount(session, config)
  const folder = join(resolve(flags.folder), session.accountId)
  const generated = join(folder, `${config.name}.wrangler.json`)
  refuseUnsafe(flags, config, found, generated)

  const secretsFile = secretsFileOf(config.name, session.accountId, resolve(flags.folder))
  const sources = findSecrets(secretsFile, found.missingSecrets, env)
  await refuseUnusableSecrets(sources, secretsFile)

  const address = addressOf(config, found.subdomain)
  const live = found.worker && (flags.live || found.worker.publicUrl || address)
  const lacking = await lackingParts(config)
  if (live && !flags.older) {
    await reportUpgrade(session, { config, found, live, lacking, dryRun: flags.dryRun }, say)
  }
  if (flags.dryRun) {
    const changes = await changesOfLive(session, config, found, flags.gradual)
    return reportPlan(say, { name: config.name, found, sources, secretsFile, address, live, changes, lacking })
  }

  const released = await findReleased(found.archive, live, flags.first)
  const liveToken = findAdminToken(secretsFile, env)
  // The token is sent to no address that is not Innlet.
  if (live && released.isLive) {
    const lines = await checkLiveSecrets(live, liveToken, found.missingSecrets)
    for (const line of lines) say(`Secrets of the Worker: ${line}`)
  }
  if (!flags.site) {
    await buildInto(config.assets.directory)
    say('Site: built')
  }
  const kept = keepReleased(config.assets.directory, released.files)
  if (live) say(`Files of earlier releases: ${released.files.size} kept, from ${released.source}`)

  const secrets = await generateSecrets(secretsFile, sources)
  if (found.missingSecrets.length) say(`Secrets: ${found.missingSecrets.join(', ')} in ${shown(secretsFile)}`)
  else say('Secrets: all are set; left as they are')

  const databases = await prepareDatabases(session, { config, found, generated }, say)
  const queries = databases.map(each => (sql: string) => queryDatabase(session, each.id, sql))
  for (const line of await lostLines(secrets, queries)) say(line)
  const first = databases.find(each => each.config.binding === databasesOf(config.vars)[0])
  const newCustomer = found.worker ? undefined : await nextCustomer(session, first?.id)
  // Before the upload: what hotels can pin is in the archive, however the run ends.
  await addToArchive(session, found.archive, kept)

  const command = flags.gradual ? ['versions', 'upload'] : ['deploy']
  const output = await withSecretsFile(join(folder, `${config.name}.sending.json`), secrets, secretFlags =>
    runWrangler([...command, '--config', generated, ...secretFlags], session.env, [
      ...session.credentials,
      ...Object.values(secrets),
    ]),
  )
  reportVersion(say, { name: config.name, found, output, isGradual: flags.gradual })
  if (flags.gradual) return
  const admin = found.missingSecrets.includes('ADMIN_TOKEN') ? findAdminToken(secretsFile, env) : liveToken
  reportAddresses(say, address, admin)
  if (newCustomer) reportFirstCustomer(say, address, newCustomer, admin)
  if (admin && !admin.isRefused && process.stdout.isTTY) await reportFirstOwner(say, new Service(address, admin.token))
}

/** Creates the databases that are missing, applies the migrations, and checks that every database has all of them. */
async function prepareDatabases(
  session: Session,
  { config, found, generated }: { config: DeployConfig; found: AccountState; generated: string },
  say: Say,
): Promise<ExistingDatabase[]> {
  const { accountId } = session
  // A run that is killed now has named what it was about to make.
  writeIds(generated, config, accountId, found)
  const databases: ExistingDatabase[] = []
  for (const each of found.databases) {
    const name = each.config.database_name
    databases.push({ ...each, id: each.id ?? (await createDatabase(session, name)) })
    say(`Database ${name}: ${each.id ? 'exists' : 'created'}`)
  }
  writeIds(generated, config, accountId, { ...found, databases })
  for (const { config: each, id, pending } of databases) {
    await applyMigrations(session, id, each, pending)
    say(`Migrations of ${each.database_name}: ${pending.length ? `applied ${pending.join(', ')}` : 'up to date'}`)
  }
  await refuseMissingMigrations(session, databases)
  return databases
}

/** The id of the next customer, by the first database: it may have customers already, if it was restored. */
async function nextCustomer(session: Session, database = ''): Promise<number> {
  const sql = 'SELECT coalesce(max(customer_id), 0) + 1 AS customer FROM customer_directory'
  return Number((await queryDatabase(session, database, sql))[0]?.customer)
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

if (import.meta.main) runCommand('deploy', run)
