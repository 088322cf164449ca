import { readFileSync } from 'node:fs'
import type { RevokedLink } from './installation.ts'

/** The keys in KV are this, and the id of the link (schema/kv.md). */
export const KEY_PREFIX = 'revoked:'

/** The links in a file of a backup: one JSON object a line. */
export const readLinks = (file: string): RevokedLink[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as RevokedLink)

/** The links that KV can list: it takes no key that expires within a minute. */
export function lastingLinks(links: readonly RevokedLink[]): RevokedLink[] {
  const soon = Date.now() / 1000 + 60
  return links.filter(({ expiresAt }) => expiresAt > soon)
}
