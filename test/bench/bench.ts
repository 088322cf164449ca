/**
 * `npm run bench`: measures Innlet and compares each figure with its limit, in one run. Requests reach workerd at the Worker's
 * own socket, without the development proxy, which would hide its speed. Prints one table. A run of all parts also writes it to
 * dist/reports/speed.md.
 *
 * `--timing` runs the timing test of the token endpoint instead. `--rounds 42` and `--seconds 0.1` set how often each load runs
 * and for how long. `--only speeds,counts` runs some parts. `--dry-run` runs each load once for a moment: it shows whether the
 * bench works, not how fast anything is.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SPEED } from '../../tooling/builds/sources.ts'
import { type BenchService, startBenchService } from './bench-service.ts'
import { benchChannel } from './channel.ts'
import { benchCounts } from './counts.ts'
import { type BenchData, createBenchData } from './fixture.ts'
import { type Figure, print, writeReport } from './report.ts'
import { benchSpeeds } from './speeds.ts'
import { benchStartUp } from './start-up.ts'
import { benchTiming } from './timing.ts'
import { benchWrites } from './writes.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '42' },
    seconds: { type: 'string', default: '0.1' },
    only: { type: 'string', default: '' },
    timing: { type: 'boolean', default: false },
    'dry-run': { type: 'boolean', default: false },
  },
})
const isDryRun = values['dry-run']
const pace = isDryRun
  ? { rounds: 1, seconds: 0.01 }
  : { rounds: Number(values.rounds), seconds: Number(values.seconds) }

type Part = (bench: BenchService, data: BenchData) => Promise<Figure[]>

/** Parts that run in one workerd, one after another. */
const parts: Record<string, Part> = values.timing
  ? { timing: benchTiming }
  : {
      counts: benchCounts,
      speeds: (bench, data) => benchSpeeds(bench, data, pace),
      channel: (bench, data) => benchChannel(bench, data, pace),
      'start-up': benchStartUp,
      writes: (bench, data) => benchWrites(bench, data, pace),
    }

/** Parts that start what they need themselves: a browser, a large database, a service under load. */
const standaloneParts = values.timing
  ? {}
  : {
      widget: 'benchWidget',
      client: 'benchClient',
      bodies: 'benchBodies',
      calendar: 'benchCalendar',
      offers: 'benchOffers',
      webhooks: 'benchWebhooks',
      growth: 'benchGrowth',
    }

const chosenParts = values.only.split(',').filter(Boolean)
const isChosen = (name: string) => !chosenParts.length || chosenParts.includes(name)
const figures: Figure[] = []
const run = async (name: string, part: () => Promise<Figure[]>) => {
  console.error(`… ${name}`)
  figures.push(...(await part()))
}

if (Object.keys(parts).some(isChosen)) {
  const bench = await startBenchService()
  try {
    const data = await createBenchData(bench.service)
    for (const [name, part] of Object.entries(parts)) if (isChosen(name)) await run(name, () => part(bench, data))
  } finally {
    await bench.close()
  }
}
for (const [name, entry] of Object.entries(standaloneParts)) {
  const file = join(import.meta.dirname, `${name}.ts`)
  if (isChosen(name) && existsSync(file)) await run(name, (await import(file))[entry])
}

if (!isDryRun) {
  print(figures)
  if (!chosenParts.length && !values.timing) writeReport(figures, join(import.meta.dirname, '../..', SPEED))
  process.exitCode = figures.every(({ holds }) => holds !== false) ? 0 : 1
}
