import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { GENERATORS } from '../../scripts/start/vars.ts'
import { changes, Deployment, TOKEN } from './support/deployment.ts'
import { ACCOUNT } from './support/fake-cloudflare.ts'

const ROOT = join(import.meta.dirname, '../..')
const NOT_CLONED = ['.git', '.deploy', '.state', '.dev.vars', 'dist', 'node_modules']

/** A clone after `npm ci`: its builds are in no cache. */
function clone(folder: string): string {
  const filter = (path: string) => !NOT_CLONED.includes(basename(path))
  cpSync(ROOT, folder, { recursive: true, filter })
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name !== '.cache') symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  }
  return folder
}

const sample = () => {
  const page = readFileSync(join(ROOT, 'docs/deploy.md'), 'utf8')
  return /## Deploy from CI.*?```yaml not-run\n(.*?)```/s.exec(page)?.[1] ?? ''
}

it('the sample of the docs deploys from CI with its own variables, also if the build takes longer than a connection lasts [RUN-50]', {
  timeout: 180_000,
}, async () => {
  const deployment = await new Deployment().open()
  onTestFinished(() => deployment.close())
  const { fake } = deployment
  fake.closeIdleAfter(200)
  const secrets: Record<string, string> = {}
  for (const [name, generate] of Object.entries(GENERATORS)) secrets[name] = await generate()
  const stored = { secrets: { ...secrets, CLOUDFLARE_API_TOKEN: TOKEN }, vars: { CLOUDFLARE_ACCOUNT_ID: ACCOUNT } }

  const text = sample()
  for (const part of ['on:\n', 'jobs:\n', 'runs-on: ', 'environment: ', 'uses: actions/checkout'])
    expect(text).toContain(part)
  const used = text.matchAll(/^ {6}(\w+): \$\{\{ (secrets|vars)\.(\w+) \}\}$/gm)
  const env = Object.fromEntries(
    [...used].map(([, name, from, key]) => [
      name,
      (stored[from as 'secrets'] as Record<string, string>)[key as string],
    ]),
  )
  expect(Object.values(env)).not.toContain(undefined)
  const [install, ...steps] = [...text.matchAll(/^ +- run: (.*)$/gm)].map(([, step]) => step as string)
  expect([install, steps.length]).toEqual(['npm ci', 2])

  const cwd = clone(join(deployment.folder, 'clone'))
  const outputs: string[] = []
  for (const step of steps) {
    const { stdout } = await promisify(execFile)('sh', ['-c', step], { cwd, env: { ...deployment.env, ...env } })
    outputs.push(stdout)
    expect(outputs.length === 1 ? changes(fake.calls) : []).toEqual([])
  }
  expect(outputs[0]).toContain('Dry run: nothing was changed.')
  expect(outputs[1]).toMatch(/Site: built\n.*Worker innlet: created/s)
  expect(Object.fromEntries(fake.worker?.secrets ?? [])).toEqual(secrets)
  expect(existsSync(join(cwd, '.deploy', ACCOUNT, 'innlet.secrets'))).toBe(false)
  expect(fake.unknown).toEqual([])
})
