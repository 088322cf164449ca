import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import config from '../../vitest.config.ts'
import { LONG_FILES } from '../support/long-files-first.ts'

const ROOT = join(import.meta.dirname, '../..')

/** `{a,b}/c` as `a/c` and `b/c`: a pattern with one group of alternatives. */
function alternatives(pattern: string): string[] {
  const [group, names] = /\{([^}]*)\}/.exec(pattern) ?? []
  return group && names ? names.split(',').map(name => pattern.replace(group, name)) : [pattern]
}

it('every pattern of every test project matches a file, so that a renamed folder cannot leave tests out', () => {
  const projects = (config.test?.projects ?? []) as { test: { include: string[] } }[]
  const patterns = projects.flatMap(({ test }) => test.include.flatMap(alternatives))
  expect(patterns.length).toBeGreaterThan(20)
  expect(patterns.filter(pattern => globSync(pattern, { cwd: ROOT }).length === 0)).toEqual([])
})

it('every file that is to start first exists', () => {
  expect(LONG_FILES.filter(path => !existsSync(join(ROOT, path)))).toEqual([])
})
