/**
 * Prints the results of each project of tests and, as the last line, `N passed, N failed`, from the file that
 * projects-reporter.mjs wrote. A project without a single test that ran is a failure, and so is a run without projects.
 */
import { existsSync, readFileSync } from 'node:fs'

const file = process.argv[2] ?? ''
const projects = Object.entries(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})

let passed = 0
let failed = 0
for (const [name, counts] of projects) {
  const { brokenFiles, failures, retries } = counts
  console.log(`${name}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
  for (const broken of brokenFiles) console.log(`failed: ${name}: ${broken} could not be run`)
  for (const each of failures) console.log(`failed: ${name}: ${each}`)
  for (const title of retries) console.log(`passed at the second try: ${name}: ${title}`)
  const didRun = counts.passed + counts.failed > 0
  if (!didRun) console.log(`failed: ${name}: NO TEST OF THIS PROJECT RAN`)
  passed += counts.passed
  failed += counts.failed + brokenFiles.length + (didRun || brokenFiles.length ? 0 : 1)
}
if (!projects.length) {
  console.log('failed: THE TESTS DID NOT START')
  failed++
}

console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed ? 1 : 0
