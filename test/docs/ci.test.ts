import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

const COUNT = join(import.meta.dirname, '../../.ci/count.mjs')

/** The output of the CI script for these counts, and its exit code. */
function resultOf(counts?: object): { lines: string[]; code: number | null } {
  const folder = mkdtempSync(join(tmpdir(), 'innlet-ci-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'tests.json')
  if (counts) writeFileSync(file, JSON.stringify(counts))
  const { stdout, status } = spawnSync(process.execPath, [COUNT, file], { encoding: 'utf8' })
  return { lines: stdout.trim().split('\n'), code: status }
}

const good = { passed: 7, failed: 0, skipped: 0, brokenFiles: [], failures: [], retries: [] }

it('CI counts the tests of all projects in its last line', () => {
  const { lines, code } = resultOf({ worker: good, docs: good })
  expect([lines.at(-1), code]).toEqual(['14 passed, 0 failed', 0])
})

it('CI names a test that passed at the second try only', () => {
  const { lines, code } = resultOf({ widget: { ...good, retries: ['a.test.ts > adds'] } })
  expect(lines).toContain('passed at the second try: widget: a.test.ts > adds')
  expect(code).toBe(0)
})

it.for([
  ['a project none of whose tests ran', { worker: good, widget: { ...good, passed: 0 } }, 'failed: widget: NO TEST OF'],
  [
    'a project whose tests were all skipped',
    { widget: { ...good, passed: 0, skipped: 9 } },
    'failed: widget: NO TEST OF',
  ],
  [
    'a file that could not be run',
    { e2e: { ...good, brokenFiles: ['a.test.ts'] } },
    'failed: e2e: a.test.ts could not',
  ],
  [
    'a test that failed',
    { e2e: { ...good, failed: 1, failures: ['a.test.ts > adds\n  expected 2'] } },
    'failed: e2e: a.test.ts > adds\n  expected 2',
  ],
  ['a run without projects', {}, 'failed: THE TESTS DID NOT START'],
  ['a run that wrote nothing', undefined, 'failed: THE TESTS DID NOT START'],
] as const)('CI fails, and says so by name, for %s', ([, counts, words]) => {
  const { lines, code } = resultOf(counts)
  expect(lines.join('\n')).toContain(words)
  expect(lines.at(-1)).toMatch(/^\d+ passed, [1-9]\d* failed$/)
  expect(code).toBe(1)
})
