import { relative } from 'node:path'
import type { Say } from '../../tooling/command/command-line.ts'
import { firstOwnerLink } from '../../tooling/command/first-owner.ts'
import type { Service } from '../../tooling/command/service.ts'
import type { AccountState } from './found.ts'
import type { AdminToken } from './live-secrets.ts'
import type { SecretSources } from './secrets.ts'

/** The relative or absolute path, whichever is shorter. */
export function shown(path: string): string {
  const short = relative('.', path)
  return short.startsWith('..') ? path : short
}

const count = (n: number, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`

/** What a run would do. */
interface DeployPlan {
  name: string
  found: AccountState
  sources: SecretSources
  secretsFile: string
  address: string
  /** The address of the live service; undefined: there is none. */
  live: string | undefined
  /** What it changes of the live Worker. */
  changes: readonly string[]
  /** What the configuration lacks, compared with that of the release. */
  lacking: readonly string[]
}

/** Prints what a run would do: the output of `--dry-run`. */
export function reportPlan(
  say: Say,
  { name, found, sources, secretsFile, address, live, changes, lacking }: DeployPlan,
) {
  for (const { config, id, pending } of found.databases) {
    const title = `${config.database_name} (${config.binding})`
    say(id ? `Database ${title}: exists` : `Database ${title}: would be created`)
    if (pending.length) say(`  would apply ${count(pending.length, 'migration')}: ${pending.join(', ')}`)
  }
  for (const { binding, id } of found.namespaces) {
    say(`KV namespace ${binding}: ${id ? 'exists' : 'would be created'}`)
  }
  const missing = found.missingSecrets
  if (missing.length)
    say(
      `Secrets: would send ${missing.join(', ')}, from ${sourcesOf(sources.environment, secretsFile)}; missing values are generated`,
    )
  else say('Secrets: all are set; they would be left as they are')
  const { title, files } = found.archive
  if (files.size) say(`Files of earlier releases: ${files.size} in the KV namespace ${title}`)
  if (live) say(`Files of earlier releases: would be fetched from ${live}`)
  if (lacking.length) say('The configuration lacks, compared with wrangler.toml of this release:')
  for (const part of lacking) say(`  ${part}`)
  say(`Worker ${name}: would be ${found.worker ? 'updated' : 'created'} at ${address}`)
  if (live && live !== address) say(`  address: ${live} -> ${address}; clients must request new tokens`)
  for (const line of changes) say(`  ${line}`)
  if (found.worker && !changes.length) say('  its settings, bindings, domains and crons stay as they are')
  say('Dry run: nothing was changed.')
}

const sourcesOf = (environment: Record<string, string>, file: string) =>
  Object.keys(environment).length ? `the environment and ${shown(file)}` : shown(file)

/** An upload of the Worker by wrangler. */
interface Upload {
  name: string
  /** The account before the upload. */
  found: AccountState
  /** What wrangler printed. */
  output: string
  isGradual: boolean
}

/** Prints which version was uploaded, and the next step if it has no traffic yet. */
export function reportVersion(say: Say, { name, found: { worker }, output, isGradual }: Upload) {
  const id = /Version ID: (\S+)/.exec(output)?.[1] ?? 'VERSION'
  const before = worker?.versions[0]?.version_id
  if (!isGradual) {
    say(`Worker ${name}: ${worker ? 'updated' : 'created'}, version ${id}`)
    if (before) say(`  the version before: ${before}`)
    return
  }
  say(`Worker ${name}: version ${id} uploaded. It has no traffic.`)
  say('Next, give it some traffic, then all:')
  say('')
  if (before) say(`  npx wrangler versions deploy ${id}@10% ${before}@90% --name ${name} --yes`)
  say(`  npx wrangler versions deploy ${id}@100% --name ${name} --yes`)
}

/** Prints the addresses, and where the `ADMIN_TOKEN` is. */
export function reportAddresses(say: Say, address: string, admin: AdminToken | undefined): void {
  const pages = [
    ['Service', '/'],
    ['Health', '/api/Fetch/healthdb'],
    ['API reference', '/docs'],
    ['Embed page', '/embed'],
  ] as const
  say('')
  for (const [title, path] of pages) say(`  ${title.padEnd(15)}${address}${path === '/' ? '' : path}`)
  say('')
  const place = admin?.file ? `in ${shown(admin.file)}` : 'in the environment'
  if (!admin) say('The Worker has an ADMIN_TOKEN that this machine does not hold.')
  else if (admin.isRefused) say(`The Worker refuses ADMIN_TOKEN ${place}: it has another one.`)
  else say(`ADMIN_TOKEN is ${place}.`)
  if (admin?.file && !admin.isRefused) say('Keep a copy of this file: Cloudflare never shows a secret again.')
}

/** Prints the link of the first owner, until an owner has joined. It is for a terminal: others may read a log. */
export async function reportFirstOwner(say: Say, service: Service): Promise<void> {
  // A new address may not be served everywhere yet, and the deployment is done.
  const link = await firstOwnerLink(service).catch(() => undefined)
  if (link) say(`The console has no owner yet. This link makes one, within 15 minutes: ${link}`)
}

/** Prints how to make a customer. The command changes none that exists: it asks first. */
export function reportFirstCustomer(say: Say, address: string, customer: number, admin: AdminToken | undefined) {
  const url = `${address}/admin/customers/${customer}`
  const fields = '{ "name": "Hotel Aurora", "currency": "EUR", "timeZone": "Europe/Rome" }'
  say('Next, make the first customer:')
  say('')
  if (admin?.file) say(`  . ${shown(admin.file)}`)
  say(`  curl -sf ${url}/state -H "authorization: Bearer $ADMIN_TOKEN" ||`)
  say(`    curl -X PUT ${url} -H "authorization: Bearer $ADMIN_TOKEN" \\`)
  say(`      -H 'content-type: application/json' -d '${fields}'`)
}
