import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import innlet from '../../package.json' with { type: 'json' }
import { newServiceFolder } from './support/run.ts'
import { clone } from './support/workflow.ts'

/* The workflow of a release, of which nothing is published here. */

const ROOT = join(import.meta.dirname, '../..')
const workflow = readFileSync(join(ROOT, '.github/workflows/release.yml'), 'utf8')
const steps = [...workflow.matchAll(/^ {6}- run: (?:\|\n((?: {10}.*\n)+)|(.*)$)/gm)].map(
  ([, lines, line]) => lines?.replaceAll(/^ {10}/gm, '') ?? line ?? '',
)
const stepWith = (words: string) => steps.find(step => step.includes(words)) ?? ''

/** Runs a step in a folder, without a network. */
function run(step: string, cwd: string, env: Record<string, string> = {}) {
  const settings = { npm_config_offline: 'true', npm_config_cache: join(cwd, '.npm'), HOME: cwd }
  return spawnSync('bash', ['-ec', step], {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...settings, ...env },
  })
}

it('only a tag that is the version of package.json is released, and after all tests', () => {
  const check = stepWith('GITHUB_REF_NAME" =')
  expect(run(check, ROOT, { GITHUB_REF_NAME: `v${innlet.version}` }).status).toBe(0)
  for (const tag of [`v${innlet.version}.1`, innlet.version, 'v', `v${innlet.version}-next`])
    expect(run(check, ROOT, { GITHUB_REF_NAME: tag }).status, tag).not.toBe(0)
  expect(steps.slice(0, 2)).toEqual([check, '.ci/run'])
})

it('the packages that are published are complete, with their version and the repository of the workflow', () => {
  const folder = clone(join(newServiceFolder().folder, 'clone'))
  expect(run('npm run package', folder)).toMatchObject({ status: 0 })
  const repository = { GITHUB_SERVER_URL: 'https://code.example', GITHUB_REPOSITORY: 'hotel/innlet' }
  expect(run(stepWith('npm pkg set'), folder, repository)).toMatchObject({ status: 0 })
  const published = steps.filter(step => step.startsWith('npm publish'))
  expect(published).toHaveLength(2)
  for (const [i, name] of ['@innlet/guest-itinerary', '@innlet/client'].entries()) {
    const [, path = ''] = /^npm publish (\S+) --provenance --access public$/.exec(published[i] ?? '') ?? []
    const { stdout } = run(`npm pack ${path} --dry-run --json`, folder)
    const [packed] = JSON.parse(stdout)
    expect(packed).toMatchObject({ name, version: innlet.version })
    const files = packed.files.map((file: { path: string }) => file.path)
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'LICENSES.md', 'README.md', 'package.json']))
    const written = JSON.parse(readFileSync(join(folder, path, 'package.json'), 'utf8'))
    expect(written.repository).toEqual({ url: 'git+https://code.example/hotel/innlet.git' })
  }
  expect(readFileSync(join(folder, 'dist/package/LICENSES.md'), 'utf8')).toContain('\n## lean-qr - ')
  expect(stepWith('gh release create')).toContain(' dist/innlet-stay.zip ')
  expect(readFileSync(join(folder, 'dist/innlet-stay.zip')).length).toBeGreaterThan(1_000)
})
