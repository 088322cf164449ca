import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reporter, TestModule, TestRunEndReason, Vitest } from 'vitest/node'
import { catalog } from './catalog'
import { mergeProofs, type NamedTest, type Proofs, parsePromises, problemsOf, proofsOf, renderPromises } from './proofs'

const ROOT = join(import.meta.dirname, '../..')
const PAGE = join(ROOT, 'docs/promises.md')

/**
 * A reporter for vitest that ties promises to tests. The name of a test has the ids of the promises that it proves:
 * `it('frees rooms and places, records the fee [BOOKING-16]')`. A suite's id counts for each of its tests. A test that was skipped
 * proves nothing, although the table counts it: machines skip different tests, and the table is the same on all of them.
 *
 * After every run an id that no promise has is an error. After a full run a promise without a test is an error too, and
 * docs/promises.md must be the table of this run. With `-u` the table is written: after a full run the whole, otherwise the proofs
 * by the files that ran. A full run is one of all files of all projects, without `-t`, in which no test failed. Files with a
 * failed test keep their proofs of earlier runs.
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
    const { testNamePattern, snapshotOptions } = this.#vitest.config
    const good = modules.filter(module => module.ok())
    const isFull = !testNamePattern && (await this.#isEveryFile(good))
    const passed = good.flatMap(module => testsOf(module, 'passed'))
    const skipped = good.flatMap(module => testsOf(module, 'skipped'))
    const areas = catalog()
    const problems = problemsOf(areas, { passed, skipped, isFull, isCi: Boolean(process.env.CI) })

    const committed = readFileSync(PAGE, 'utf8')
    const fresh = proofsOf([...passed, ...skipped])
    const proofs = isFull ? fresh : withEarlier(parsePromises(committed), fresh, good.map(fileOf))
    const page = renderPromises(areas, proofs)
    if (snapshotOptions.updateSnapshot === 'all' && !testNamePattern) writeFileSync(PAGE, page)
    else if (isFull && page !== committed) problems.push('docs/promises.md is out of date: npm test -- -u writes it')

    for (const problem of problems) this.#vitest.logger.error(`promises: ${problem}`)
    if (problems.length) process.exitCode = 1
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

/** The proofs of a run with those of earlier runs by other files that still exist. */
function withEarlier(earlier: Proofs, fresh: Proofs, ran: readonly string[]): Proofs {
  const files = [...earlier.values()].flatMap(proofs => [...proofs.keys()])
  const removed = files.filter(file => !existsSync(join(ROOT, `test/${file}.test.ts`)))
  return mergeProofs(earlier, fresh, new Set([...ran, ...removed]))
}
