import type { Reporter, TestModule, Vitest } from 'vitest/node'

const SHOWN = 10

/** A reporter for vitest: a run of more than ten files ends with those that took longest, for `long-files-first.ts`. */
export default class SlowFilesReporter implements Reporter {
  #vitest!: Vitest

  onInit(vitest: Vitest) {
    this.#vitest = vitest
  }

  onTestRunEnd(modules: readonly TestModule[]) {
    if (modules.length <= SHOWN) return
    const files = modules.map(each => ({ ...each.diagnostic(), name: `${each.project.name} ${each.relativeModuleId}` }))
    const slowest = files.toSorted((one, other) => other.duration - one.duration).slice(0, SHOWN)
    const lines = slowest.map(({ duration, name }) => `${String(Math.round(duration / 1000)).padStart(5)} s  ${name}`)
    this.#vitest.logger.log(`The slowest files:\n${lines.join('\n')}`)
  }
}
