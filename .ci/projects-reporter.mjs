import { writeFileSync } from 'node:fs'

/**
 * A reporter for vitest: writes how many tests of each project passed, failed and were skipped, as JSON, into the file that
 * TEST_COUNTS names. A project none of whose tests started is there with zeros.
 */
export default class ProjectsReporter {
  #projects = {}

  onInit(vitest) {
    for (const { name } of vitest.projects) this.#projects[name] = { passed: 0, failed: 0, skipped: 0, brokenFiles: [] }
    this.#write()
  }

  onTestRunEnd(modules) {
    for (const module of modules) {
      const counts = this.#projects[module.project.name]
      const states = [...module.children.allTests()].map(test => test.result().state)
      for (const state of states) counts[state === 'pending' ? 'failed' : state]++
      // A file that could not be run has failed, though none of its tests had the chance to.
      if (!module.ok() && !states.includes('failed')) counts.brokenFiles.push(module.relativeModuleId)
    }
    this.#write()
  }

  #write() {
    writeFileSync(process.env.TEST_COUNTS, JSON.stringify(this.#projects))
  }
}
