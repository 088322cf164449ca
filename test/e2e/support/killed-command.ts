import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { repetitions } from '../../support/repetitions.ts'

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

let folders = 0

/** A new folder of a run. */
export function newRunFolder(place: string): string {
  const folder = join(place, `run-${++folders}`)
  mkdirSync(folder)
  return folder
}

/** Runs a command, and kills it at its write with this number. Writes with one of the texts in `before` are not counted. */
export async function runCounted(
  { script, args, folder, env = {} }: CountedCommand,
  killedAt?: number,
  before: ReadonlySet<string> = new Set(),
): Promise<CountedRun> {
  const list = join(folder, '..', `writes-${crypto.randomUUID()}`)
  writeFileSync(list, [...before].map(write => `${write}\n`).join(''))
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
        KILLED_AT: String(killedAt),
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
  const writes = readFileSync(list, 'utf8').split('\n').slice(before.size, -1)
  rmSync(list, { force: true })
  return { code, said: said.trim(), writes }
}

interface Attempt {
  command: CountedCommand
  /** Throws if something is missing or half done. `said`: by the run that was killed, and by the one after it. */
  check: (said: string) => unknown
  /** Is called after the run that was killed. */
  between?: (write: string) => unknown
}

/** A command that is killed at each of its writes. */
export interface KilledCommand {
  name: string
  /** A command, and what it needs: as if it had never been run. */
  prepare: () => Attempt | Promise<Attempt>
  /** What the second run says if it cannot be done again, by the write at which the first was killed. */
  refusals?: Record<string, RegExp>
  /** Of writes with the same text, the last one alone is taken. */
  isLong?: true
  /** The writes at which it is killed in `npm test`, or the last one; in the soak at each. */
  kills?: readonly string[]
  /** Each run goes on where the one before was killed, so that each is killed at its first write. */
  isResumed?: true
}

/** What a backup says that was killed after it was complete. */
export const COMPLETE_BACKUP: KilledCommand['refusals'] = {
  'rename backup/manifest.json.new': /has a backup already, which is complete; /,
  'rm backup/INCOMPLETE': /has a backup already, which is complete; /,
}

/** Writes at which a command is killed: their places from 1. */
function killsOf({ isLong, kills }: KilledCommand, writes: readonly string[]): number[] {
  const few = kills?.map(write => writes.lastIndexOf(write)) ?? [writes.length - 1]
  expect(few.filter(i => i < 0 && writes.length)).toEqual([])
  return [...writes.keys()]
    .filter(i => !isLong || writes.indexOf(writes[i] ?? '', i + 1) < 0)
    .filter(i => repetitions(Number(few.includes(i)), 1))
    .map(i => i + 1)
}

/** Runs a command again that was killed, and checks what is there then. */
async function runAgain({ command, check, between }: Attempt, killed: CountedRun, refusal?: RegExp) {
  const at = killed.writes.at(-1) ?? ''
  expect(killed.code, killed.said).toBe(null)
  await between?.(at)
  const { code, said } = await runCounted(command)
  if (refusal) expect([code, said], at).toEqual([expect.any(Number), expect.stringMatching(refusal)])
  if (refusal) expect(said.split('\n'), at).toHaveLength(1)
  else expect(code, `${at}: ${said}`).toBe(0)
  await check(`${killed.said}\n${said}`)
  const left = [...readdirSync(temporaryFilesOf(command.folder)), ...readdirSync(command.folder)]
  expect(
    left.filter(name => /^innlet-|\.(part|new|unfinished)$/.test(name)),
    at,
  ).toEqual([])
}

/** Kills a command at each of its writes, runs it again, and expects that it completes or says what to do. */
export async function expectCompleted(each: KilledCommand): Promise<void> {
  const whole = await each.prepare()
  const { code, said, writes } = await runCounted(whole.command)
  expect(code, said).toBe(0)
  await whole.check(said)
  expect(writes.length > 0, said).toBe(each.name !== 'secret')
  if (each.isResumed) {
    const attempt = await each.prepare()
    let killed = await runCounted(attempt.command, 1)
    for (const _ of writes.slice(1, repetitions(3, writes.length))) killed = await runCounted(attempt.command, 1)
    await runAgain(attempt, killed)
    return
  }
  for (const number of killsOf(each, writes)) {
    const attempt = await each.prepare()
    const killed = await runCounted(attempt.command, number)
    expect(killed.writes.at(-1)).toBe(writes[number - 1])
    await runAgain(attempt, killed, each.refusals?.[writes[number - 1] ?? ''])
  }
}
