import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reporter, TestModule, TestRunEndReason, Vitest } from 'vitest/node'
import { catalog } from './catalog'
import { type NamedTest, problemsOf, proofsOf, renderPromises } from './proofs'

const REPORTS = join(import.meta.dirname, '../../dist/reports')

/**
 * A reporter for vitest that ties promises to tests. The name of a test has the ids of the promises that it proves:
 * `it('frees rooms and places, records the fee [BOOKING-16]')`. A suite's id counts for each of its tests. A test that was skipped
 * proves nothing, although the report counts it.
 *
 * After every run an id that no promise has is an error. After a full run a promise without a test is an error too, and the run
 * writes dist/reports/promises.md: each promise with its proofs. A full run is one of all files of all projects, without `-t`, in
 * which no test failed.
 */
export default class PromisesReporter implements Reporter {
  #vitest!: Vitest

  onInit(vitest: Vitest) {
    this.#vitest = vitest
    // Vitest reads what follows `-u` as its value, and would run all tests instead of this file.
    const value = /(?:^| )(?:-u|--update) ([^- ]\S*)/.exec(process.argv.slice(2).join(' '))?.[1]
    if (value && !/^(all|new|none)$/.test(value)) throw new Error(`-u ${value}: write the file before -u`)
  }

  async onTestRunEnd(modules: readonly TestModule[], _: unknown, reason: TestRunEndReason) {
    if (reason === 'interrupted') return
    const good = modules.filter(module => module.ok())
    const isFull = !this.#vitest.config.testNamePattern && (await this.#isEveryFile(good))
    const passed = good.flatMap(module => testsOf(module, 'passed'))
    const skipped = good.flatMap(module => testsOf(module, 'skipped'))
    const areas = catalog()
    const problems = problemsOf(areas, { passed, skipped, isFull, isCi: Boolean(process.env.CI) })
    for (const problem of problems) {
      this.#vitest.logger.error(`promises: ${problem}`)
      // The last lines of a run in CI repeat it.
      if (process.env.TEST_ERRORS) appendFileSync(process.env.TEST_ERRORS, `promises: ${problem}\n`)
    }
    if (problems.length) process.exitCode = 1
    if (!isFull) return
    mkdirSync(REPORTS, { recursive: true })
    writeFileSync(join(REPORTS, 'promises.md'), renderPromises(areas, proofsOf([...passed, ...skipped])))
  }

  /** Whether every file of every project ran. */
  async #isEveryFile(modules: readonly TestModule[]): Promise<boolean> {
    if (this.#vitest.config.project.length) return false
    const ran = new Set(modules.map(({ project, moduleId }) => `${project.name} ${moduleId}`))
    const all = await this.#vitest.globTestSpecifications()
    return all.every(({ project, moduleId }) => ran.has(`${project.name} ${moduleId}`))
  }
}

/** `worker/booking/new` for test/worker/booking/new.test.ts. */
const fileOf = ({ relativeModuleId }: TestModule) => relativeModuleId.replace(/^test\/|\.test\.ts$/g, '')

const testsOf = (module: TestModule, state: 'passed' | 'skipped'): NamedTest[] =>
  [...module.children.allTests(state)].map(({ fullName }) => ({ file: fileOf(module), name: fullName }))
