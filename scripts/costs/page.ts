import { CommandError } from '../start/command-error.ts'
import type { Tables } from './tables.ts'

const begin = (name: string) => `<!-- table: npm run costs -- --write: ${name} -->`
const END = '<!-- end of table -->'

/** The page with each table between its markers. */
export function withTables(page: string, tables: Tables): string {
  return Object.entries(tables).reduce((text, [name, table]) => {
    const [before = '', rest] = text.split(begin(name))
    const end = rest?.indexOf(END) ?? -1
    if (rest === undefined || end < 0) throw new CommandError(`docs/growth.md has no place for the table “${name}”`)
    return `${before}${begin(name)}\n${table}\n${rest.slice(end)}`
  }, page)
}
