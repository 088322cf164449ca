/** Part of `npm run check`: no migration deletes or overwrites rows, or removes what the previous release uses. */
import { join } from 'node:path'
import { checkFolder } from './folder.ts'
import { RECIPE } from './recipe.ts'

const problems = checkFolder(join(import.meta.dirname, '../../schema/migrations'))
for (const problem of problems) console.error(problem)
if (problems.length) {
  console.error(`\n${RECIPE}`)
  process.exit(1)
}
