/** Prints `N passed, N failed` of a run of the tests, from the file that vitest's json reporter wrote. */
import { existsSync, readFileSync } from 'node:fs'

const file = process.argv[2] ?? ''
const {
  testResults,
  numPassedTests: passed,
  numFailedTests,
} = existsSync(file)
  ? JSON.parse(readFileSync(file, 'utf8'))
  : { testResults: [], numPassedTests: 0, numFailedTests: 1 }

/** A file that could not be run has failed, though none of its tests had the chance to. */
const brokenFiles = testResults.filter(
  ({ status, assertionResults }) => status === 'failed' && !assertionResults.some(test => test.status === 'failed'),
)
const failed = numFailedTests + brokenFiles.length
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = passed > 0 && failed === 0 ? 0 : 1
