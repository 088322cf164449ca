/**
 * `npm run costs`: calculates what hotels cost a month, from the rows of docs/counts.md and Cloudflare's prices. `--write` writes
 * the tables into docs/growth.md.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Prices } from './costs/bill.ts'
import { type Rows, readCounts } from './costs/counted-rows.ts'
import type { Hotel } from './costs/hotel.ts'
import { withTables } from './costs/page.ts'
import { type Tables, tablesOf } from './costs/tables.ts'
import { runCommand } from './customer/command.ts'
import { CommandError } from './start/command-error.ts'

const ROOT = join(import.meta.dirname, '..')
const GROWTH = join(ROOT, 'docs/growth.md')
const FOLDER = join(import.meta.dirname, 'costs')

const USAGE = `Calculates what hotels cost a month. docs/growth.md shows the result.

  npm run costs [-- flags]

  --hotel FILE   how a hotel uses the service (default scripts/costs/hotel.json)
  --write        writes the tables into docs/growth.md

The prices are in scripts/costs/prices.json, the rows in docs/counts.md and scripts/costs/background-rows.json.`

const jsonOf = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

/** The tables for a hotel, from the files of the project. */
export const readTables = (hotel = join(FOLDER, 'hotel.json')): Tables =>
  tablesOf(
    jsonOf(hotel) as Hotel,
    {
      requests: readCounts(readFileSync(join(ROOT, 'docs/counts.md'), 'utf8')),
      background: new Map(Object.entries(jsonOf(join(FOLDER, 'background-rows.json')) as Record<string, Rows>)),
    },
    jsonOf(join(FOLDER, 'prices.json')) as Prices,
  )

/** docs/growth.md as it is, and as it should be. */
export function readGrowthPage(): { is: string; should: string } {
  const is = readFileSync(GROWTH, 'utf8')
  return { is, should: withTables(is, readTables()) }
}

if (import.meta.main) {
  runCommand(
    'costs',
    async () => {
      const { values } = parseArgs({
        options: { hotel: { type: 'string' }, write: { type: 'boolean', default: false }, help: { type: 'boolean' } },
      })
      if (values.help) return console.log(USAGE)
      if (values.write) return writeFileSync(GROWTH, readGrowthPage().should)
      if (values.hotel && !existsSync(values.hotel)) throw new CommandError(`${values.hotel} does not exist`)
      console.log(Object.values(readTables(values.hotel)).join('\n\n'))
    },
    '',
  )
}
