/**
 * `npm run bench`: measures Innlet and compares each figure with its goal, in one run. Requests reach workerd at the Worker's
 * own socket, without the development proxy, which would hide its speed.
 */
import { join } from 'node:path'
import { SPEED } from '../../tooling/builds/sources.ts'
import { CommandError } from '../../tooling/command/command-error.ts'
import { parseFlags, runCommand } from '../../tooling/command/command-line.ts'
import { type BenchService, startBenchService } from './bench-service.ts'
import { type BenchData, createBenchData } from './fixture.ts'
import { type Figure, print, writeReport } from './report.ts'
import type { Pace } from './turns.ts'

type Part = (bench: BenchService, data: BenchData, pace: Pace) => Promise<Figure[]>

/** Parts that run in one workerd, one after another. */
const PARTS: Record<string, () => Promise<Part>> = {
  speeds: async () => (await import('./speeds.ts')).benchSpeeds,
  channel: async () => (await import('./channel.ts')).benchChannel,
  'start-up': async () => (await import('./start-up.ts')).benchStartUp,
  writes: async () => (await import('./writes.ts')).benchWrites,
  timing: async () => (await import('./timing.ts')).benchTiming,
}

/** Parts that start what they need themselves: a browser, a large database, a service under load. */
const STANDALONE: Record<string, () => Promise<() => Promise<Figure[]>>> = {
  widget: async () => (await import('./widget.ts')).benchWidget,
  rooms: async () => (await import('./rooms.ts')).benchRooms,
  client: async () => (await import('./client.ts')).benchClient,
  bodies: async () => (await import('./bodies.ts')).benchBodies,
  webhooks: async () => (await import('./webhooks.ts')).benchWebhooks,
  growth: async () => (await import('./growth.ts')).benchGrowth,
}

/** Only with `--timing` or `--only timing`: it judges no speed. */
const BY_NAME_ONLY = ['timing']

const NAMES = [...Object.keys(PARTS), ...Object.keys(STANDALONE)]

const USAGE = `Measures Innlet, next to a goal or to another program in the same run (docs/speed.md).

  npm run bench
  npm run bench -- [flags]

  --only a,b      some parts: ${NAMES.join(', ')}
  --rounds 42     how often each load runs
  --seconds 0.1   for how long
  --timing        the timing test of the token endpoint instead
  --dry-run       each load once for a moment, without figures: whether the bench works
  --help          this

A run of all parts writes its table to ${SPEED}. The exit code is 1 if a goal is missed.`

const FLAGS = {
  rounds: { type: 'string', default: '42' },
  seconds: { type: 'string', default: '0.1' },
  only: { type: 'string' },
  timing: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

async function bench(): Promise<void> {
  const { values } = parseFlags(process.argv.slice(2), FLAGS)
  if (values.help) return console.log(USAGE)
  const named = values.timing ? ['timing'] : (values.only?.split(',') ?? [])
  const unknown = named.filter(name => !NAMES.includes(name))
  if (unknown.length) throw new CommandError(`--only: there is no part ${unknown.join(', ')}`)
  const isChosen = (name: string) => (named.length ? named.includes(name) : !BY_NAME_ONLY.includes(name))
  const pace = values['dry-run']
    ? { rounds: 1, seconds: 0.01 }
    : { rounds: Number(values.rounds), seconds: Number(values.seconds) }
  const figures = [...(await runParts(isChosen, pace)), ...(await runStandalone(isChosen))]
  if (values['dry-run']) return
  print(figures)
  if (!named.length) writeReport(figures, join(import.meta.dirname, '../..', SPEED))
  process.exitCode = figures.every(({ holds }) => holds !== false) ? 0 : 1
}

async function runParts(isChosen: (name: string) => boolean, pace: Pace): Promise<Figure[]> {
  const chosen = Object.entries(PARTS).filter(([name]) => isChosen(name))
  if (!chosen.length) return []
  const service = await startBenchService()
  try {
    const data = await createBenchData(service.service)
    const figures: Figure[] = []
    for (const [name, load] of chosen) {
      console.error(`… ${name}`)
      figures.push(...(await (await load())(service, data, pace)))
    }
    return figures
  } finally {
    await service.close()
  }
}

async function runStandalone(isChosen: (name: string) => boolean): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, load] of Object.entries(STANDALONE)) {
    if (!isChosen(name)) continue
    console.error(`… ${name}`)
    figures.push(...(await (await load())()))
  }
  return figures
}

runCommand('bench', bench)
