/** Part of `npm run check`: no migration deletes or overwrites rows, or removes what the previous release uses. */
import { join } from 'node:path'
import { checkFolder } from './folder.ts'
import { RECIPE } from './recipe.ts'
import { unfinishedMigration } from './unfinished.ts'

const folder = join(import.meta.dirname, '../../schema/migrations')
const unfinished = unfinishedMigration(folder)
if (unfinished) {
  console.error(unfinished)
  process.exit(1)
}
const problems = checkFolder(folder)
for (const problem of problems) console.error(problem)
if (problems.length) {
  console.error(`\n${RECIPE}`)
  process.exit(1)
}
