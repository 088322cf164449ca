import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { newServiceFolder, type Run, read, start } from './support/run.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The commands of the README's tour, and those of the quick start, block by block. */
const TOURS = {
  "the README's tour": commandsOf(read(join(ROOT, 'README.md')).split('\n## A tour with curl')[1]?.split('\n## ')[0]),
  'the quick start': commandsOf(read(join(ROOT, 'docs/quick-start.md')).split('\n## 2.')[1]),
}

function commandsOf(section = ''): string[] {
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

describe.for(Object.entries(TOURS))('%s, on a first start', ([, tour]) => {
  let run: Run
  let outputs: string[]

  beforeAll(async () => {
    run = await start(newServiceFolder())
    const script = tour.join('\necho; echo ==next==\n').replaceAll('http://localhost:8787', run.service.origin)
    const env = { ...process.env, CLIENT_ID: run.of('client_id'), CLIENT_SECRET: run.of('client_secret') }
    outputs = execFileSync('bash', ['-eu', '-c', script], { env, encoding: 'utf8', stdio: 'pipe' }).split('==next==')
  })

  it.for(tour.map((block, i) => ({ block, i, title: block.trim().split('\n').at(-1) })))(
    'block $i: $title',
    ({ block, i }) => {
      for (const promise of promises(block))
        expect(outputs[i]?.replaceAll(run.service.origin, 'http://localhost:8787')).toMatch(promise)
    },
  )

  it('shows what is answered', () => {
    expect(tour.flatMap(promises).length).toBeGreaterThanOrEqual(5)
  })
})
