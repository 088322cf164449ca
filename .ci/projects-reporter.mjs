import { appendFileSync, writeFileSync } from 'node:fs'

/**
 * A reporter for vitest: writes how many tests of each project passed, failed and were skipped, as JSON, into the file named by
 * TEST_COUNTS, and which tests failed or passed at a second try. A project in which no test started has zeros. Errors outside of
 * tests, which fail a run too, are added to TEST_ERRORS, one in a line.
 */
export default class ProjectsReporter {
  #projects = {}

  onInit(vitest) {
    for (const { name } of vitest.projects)
      this.#projects[name] = { passed: 0, failed: 0, skipped: 0, brokenFiles: [], failures: [], retries: [] }
    this.#write()
  }

  onTestRunEnd(modules, unhandledErrors) {
    for (const { message } of unhandledErrors) appendFileSync(process.env.TEST_ERRORS, `${JSON.stringify(message)}\n`)
    for (const module of modules) {
      const counts = this.#projects[module.project.name]
      const states = []
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result()
        states.push(state)
        counts[state === 'pending' ? 'failed' : state]++
        const title = `${module.relativeModuleId} > ${test.fullName}`
        if (state === 'failed') counts.failures.push(`${title}\n  ${errors[0]?.message ?? ''}`)
        if (test.diagnostic()?.flaky) counts.retries.push(title)
      }
      // A file that could not be run counts as failed, although none of its tests ran.
      if (!module.ok() && !states.includes('failed')) counts.brokenFiles.push(module.relativeModuleId)
    }
    this.#write()
  }

  #write() {
    writeFileSync(process.env.TEST_COUNTS, JSON.stringify(this.#projects))
  }
}
