import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')
const COUNTER = join(import.meta.dirname, 'count-writes.ts')

/** A command whose writes are counted: its script, its arguments, and the folder with all files that it writes. */
export interface CountedCommand {
  script: string
  args: readonly string[]
  folder: string
  env?: NodeJS.ProcessEnv
}

/** How a run ended. `code` is null if it was killed. */
export interface CountedRun {
  code: number | null
  said: string
  writes: string[]
}

/** The folder of the command's temporary files. */
export const temporaryFilesOf = (folder: string) => join(folder, 'temporary')

/** Runs a command, and kills it at its write with this number, or at the first that is none of these. */
export async function runCounted(
  { script, args, folder, env = {} }: CountedCommand,
  killedAt?: number | ReadonlySet<string>,
): Promise<CountedRun> {
  const list = join(folder, '..', `writes-${crypto.randomUUID()}`)
  const before = typeof killedAt === 'object' ? [...killedAt] : []
  writeFileSync(list, before.map(write => `${write}\n`).join(''))
  mkdirSync(temporaryFilesOf(folder), { recursive: true })
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [join(ROOT, script), ...args], {
    cwd: ROOT,
    env: {
      ...{ PATH, NODE_COMPILE_CACHE, TMPDIR: temporaryFilesOf(folder) },
      ...env,
      ...{
        NODE_OPTIONS: `--import ${COUNTER}`,
        WRITES: list,
        FOLDER: folder,
        KILLED_AT: typeof killedAt === 'object' ? 'new' : String(killedAt),
      },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', text => {
      said += text
    })
  }
  const [code] = await once(child, 'close')
  const writes = readFileSync(list, 'utf8').split('\n').slice(before.length, -1)
  rmSync(list, { force: true })
  return { code, said: said.trim(), writes }
}
