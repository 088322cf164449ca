import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newServiceFolder, type Run, read, start } from './support/innlet.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The commands in the tour of the README, block by block. */
function tour(): string[] {
  const [, after = ''] = read(join(ROOT, 'README.md')).split('## A tour with curl')
  const [section = ''] = after.split('\n## ')
  return [...section.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block)
}

/** The expected output of a block: its comments, in which … stands for any text. */
const promises = (block: string): RegExp[] =>
  block
    .split('\n')
    .filter(line => line.startsWith('# '))
    .map(
      line =>
        new RegExp(
          line
            .slice(2)
            .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
            .replaceAll('…', '.*'),
          'is',
        ),
    )

describe("the README's tour, on a first start", () => {
  let run: Run
  let outputs: string[]

  beforeAll(async () => {
    run = await start(newServiceFolder())
    const script = tour().join('\necho; echo ==next==\n').replaceAll('http://localhost:8787', run.service.origin)
    const env = { ...process.env, CLIENT_ID: run.of('client_id'), CLIENT_SECRET: run.of('client_secret') }
    outputs = execFileSync('bash', ['-eu', '-c', script], { env, encoding: 'utf8', stdio: 'pipe' }).split('==next==')
  })
  afterAll(async () => {
    await run?.end('SIGTERM')
  })

  it.for(tour().map((block, i) => ({ block, i, title: block.trim().split('\n').at(-1) })))(
    'block $i: $title',
    ({ block, i }) => {
      for (const promise of promises(block))
        expect(outputs[i]?.replaceAll(run.service.origin, 'http://localhost:8787')).toMatch(promise)
    },
  )

  it('shows what is answered', () => {
    expect(tour().flatMap(promises).length).toBeGreaterThanOrEqual(5)
  })
})
