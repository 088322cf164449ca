import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { GENERATORS } from '../../tooling/command/vars.ts'
import { changes, Deployment, TOKEN } from './support/deployment.ts'
import { ACCOUNT } from './support/fake-cloudflare.ts'
import { clone, readWorkflow } from './support/workflow.ts'

const ROOT = join(import.meta.dirname, '../..')
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
  const { env, steps: all } = readWorkflow(text, stored)
  const [install, ...steps] = all
  expect([install, steps.length]).toEqual([expect.stringMatching(/^env -i .* npm ci /), 2])

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
