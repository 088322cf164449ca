import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { unstable_splitSqlQuery } from 'wrangler'
import { statementsIn, tokensOf } from '../../scripts/migration/tokens.ts'
import { migrationsIn } from '../../tooling/state/migration-files.ts'

/*
 * The check of the migrations splits them itself, because loading wrangler takes more than a second. Its result must be that of
 * wrangler, which applies migrations too.
 */

const MIGRATIONS = join(import.meta.dirname, '../../schema/migrations')

/** The tokens of each statement, without its semicolon. */
const comparable = (statements: readonly string[]) =>
  statements.map(tokensOf).map(tokens => tokens.filter(({ value }) => value !== ';'))

it.each(migrationsIn(MIGRATIONS))('%s has the statements that wrangler finds', file => {
  const text = readFileSync(join(MIGRATIONS, file), 'utf8')
  const statements = statementsIn(text)
  expect(statements.length).toBeGreaterThan(0)
  expect(comparable(statements)).toEqual(comparable(unstable_splitSqlQuery(text)))
})

it.each([
  ['a text', "INSERT INTO t VALUES ('a; b', 'it''s; c'); SELECT 1", 2],
  ['names', 'SELECT `a;b` FROM "c;""d"; SELECT 2;', 2],
  ['comments', 'SELECT 1; -- one; two\nSELECT /* three; four */ 2;\n-- five;', 2],
  ['CASE', 'SELECT CASE WHEN 1 THEN 2 END; SELECT 3', 2],
  ['a line break of drizzle-kit', 'SELECT 1;\n--> statement-breakpoint\nSELECT 2;', 2],
])('a semicolon in or after %s separates as wrangler does', (_, text, count) => {
  const statements = statementsIn(text)
  expect(statements).toHaveLength(count)
  expect(comparable(statements)).toEqual(comparable(unstable_splitSqlQuery(text)))
})
