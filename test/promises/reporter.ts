import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reporter, TestModule, TestRunEndReason, Vitest } from 'vitest/node'
import { catalog } from './catalog'
import {
  mergeProofs,
  type PassedTest,
  type Proofs,
  parsePromises,
  proofsOf,
  renderPromises,
  withoutProof,
  withUnknownId,
} from './proofs'

const ROOT = join(import.meta.dirname, '../..')
const PAGE = join(ROOT, 'docs/promises.md')

/**
 * A reporter for vitest that ties promises to tests. The name of a test has the ids of the promises that it proves:
 * `it('frees rooms and places, records the fee [BOOKING-16]')`. A suite's id counts for each of its tests. A test that was skipped
 * proves nothing.
 *
 * After every run that passed, an id that no promise has is an error. After a full run a promise without a test is an error too,
 * and docs/promises.md must be the table of this run. With `-u` the table is written: after a full run the whole, otherwise the
 * proofs by the files that ran. A full run is one of all files of all projects, without `-t`.
 */
export default class PromisesReporter implements Reporter {
  #vitest!: Vitest

  onInit(vitest: Vitest) {
    this.#vitest = vitest
  }

  async onTestRunEnd(modules: readonly TestModule[], _: unknown, reason: TestRunEndReason) {
    if (reason !== 'passed') return
    const { testNamePattern, snapshotOptions } = this.#vitest.config
    const isFull = !testNamePattern && (await this.#isEveryFile(modules))
    const passed = modules.flatMap(passedTests)
    const areas = catalog()
    const problems = withUnknownId(areas, passed).map(({ file, name }) => `${file}: no such promise: ${name}`)

    const committed = readFileSync(PAGE, 'utf8')
    const fresh = proofsOf(passed)
    const proofs = isFull ? fresh : withEarlier(parsePromises(committed), fresh, modules.map(fileOf))
    const page = renderPromises(areas, proofs)
    if (isFull) problems.push(...withoutProof(areas, proofs).map(id => `no test that passed proves ${id}`))
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

const passedTests = (module: TestModule): PassedTest[] =>
  [...module.children.allTests('passed')].map(({ fullName }) => ({ file: fileOf(module), name: fullName }))

/** The proofs of a run with those of earlier runs by other files that still exist. */
function withEarlier(earlier: Proofs, fresh: Proofs, ran: readonly string[]): Proofs {
  const files = [...earlier.values()].flatMap(proofs => [...proofs.keys()])
  const removed = files.filter(file => !existsSync(join(ROOT, `test/${file}.test.ts`)))
  return mergeProofs(earlier, fresh, new Set([...ran, ...removed]))
}
