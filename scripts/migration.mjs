/**
 * `npm run migration -- name-of-the-change`: writes the next migration from schema/tables, then makes every table STRICT
 * (a wrong type is refused, not stored) and WITHOUT ROWID (the key is the row: one B-tree to read and to write), which
 * drizzle-kit cannot say. AUTOINCREMENT needs a rowid, so a table that counts that way keeps its own.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../schema/migrations')
const name = process.argv[2] ?? 'change'
execFileSync('drizzle-kit', ['generate', '--name', name], { stdio: 'inherit' })

const newest = readdirSync(folder)
  .filter(file => file.endsWith('.sql'))
  .sort()
  .at(-1)
const path = join(folder, newest)
const strict = readFileSync(path, 'utf8').replace(/CREATE TABLE `\w+` \(\n(?:.*\n)*?\);/g, table =>
  table.replace(/\);$/, table.includes('AUTOINCREMENT') ? ') STRICT;' : ') STRICT, WITHOUT ROWID;'),
)
writeFileSync(path, strict)
