import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { parseEnv } from 'node:util'
import type { AccountState } from './found.ts'

type Print = (line: string) => void

/** The relative or absolute path, whichever is shorter. */
export function shown(path: string): string {
  const short = relative('.', path)
  return short.startsWith('..') ? path : short
}

const count = (n: number, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`

/** Prints what a run would do: the output of `--dry-run`. */
export function reportPlan(
  say: Print,
  name: string,
  found: AccountState,
  secretsFile: string,
  address: string,
  live?: string,
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
    say(`Secrets: would send ${missing.join(', ')}, from ${shown(secretsFile)}; missing values are generated`)
  else say('Secrets: all are set; they would be left as they are')
  if (live) say(`Files of earlier releases: would be fetched from ${live}`)
  say(`Worker ${name}: would be ${found.worker ? 'updated' : 'created'} at ${address}`)
  say('Dry run: nothing was changed.')
}

/** Prints the addresses and the next step. */
export function reportAddresses(say: Print, address: string, secretsFile: string): void {
  const pages = [
    ['Service', '/'],
    ['Health', '/api/Fetch/healthdb'],
    ['API reference', '/docs'],
    ['Embed page', '/embed'],
  ] as const
  say('')
  for (const [title, path] of pages) say(`  ${title.padEnd(15)}${address}${path === '/' ? '' : path}`)
  say('')
  const file = shown(secretsFile)
  if (holdsAdminToken(secretsFile)) {
    say(`The admin token is ADMIN_TOKEN in ${file}. Keep a copy of this file: Cloudflare never shows a secret again.`)
    say('Next, make the first customer:')
    say('')
    say(`  . ${file}`)
  } else {
    say('The Worker has an ADMIN_TOKEN that this machine does not hold. Next, make the first customer with it:')
    say('')
    say('  read -rs ADMIN_TOKEN')
  }
  say(`  curl -X PUT ${address}/admin/customers/1 -H "authorization: Bearer $ADMIN_TOKEN" \\`)
  say(
    `    -H 'content-type: application/json' -d '{ "name": "Hotel Aurora", "currency": "EUR", "timeZone": "Europe/Rome" }'`,
  )
}

const holdsAdminToken = (path: string) => existsSync(path) && Boolean(parseEnv(readFileSync(path, 'utf8')).ADMIN_TOKEN)
