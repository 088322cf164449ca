/**
 * `npm run bench`: our figures beside what each must keep to, measured in one run. Requests reach workerd at the Worker's own
 * socket, past the development proxy that would hide its speed. One table is printed, and written to test/bench/results.json.
 *
 * `--write` puts the table into docs/speed.md. `--timing` runs the test of the token endpoint's timing instead.
 * `--rounds 42` and `--seconds 0.1` are how often each load takes its turn and for how long; `--only speeds,counts` runs parts.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type BenchService, startBenchService } from './bench-service.ts'
import { benchChannel } from './channel.ts'
import { benchCounts } from './counts.ts'
import { type BenchData, createBenchData } from './fixture.ts'
import { type Figure, print, writeDocument, writeJson } from './report.ts'
import { benchSpeeds } from './speeds.ts'
import { benchStartUp } from './start-up.ts'
import { benchTiming } from './timing.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '42' },
    seconds: { type: 'string', default: '0.1' },
    only: { type: 'string', default: '' },
    timing: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})
const pace = { rounds: Number(values.rounds), seconds: Number(values.seconds) }

type Part = (house: BenchService, scene: BenchData) => Promise<Figure[]>

/** In one workerd, one after another. */
const parts: Record<string, Part> = values.timing
  ? { timing: benchTiming }
  : {
      counts: benchCounts,
      speeds: (house, scene) => benchSpeeds(house, scene, pace),
      channel: (house, scene) => benchChannel(house, scene, pace),
      'start-up': benchStartUp,
    }

/** Parts that bring what they need with them: a browser, a large database, a service under pressure. */
const standaloneParts = values.timing ? {} : { widget: 'benchWidget', bodies: 'benchBodies', growth: 'benchGrowth' }

const chosenParts = values.only.split(',').filter(Boolean)
const isChosen = (name: string) => !chosenParts.length || chosenParts.includes(name)
const figures: Figure[] = []
const run = async (name: string, part: () => Promise<Figure[]>) => {
  console.error(`… ${name}`)
  figures.push(...(await part()))
}

if (Object.keys(parts).some(isChosen)) {
  const house = await startBenchService()
  try {
    const scene = await createBenchData(house.service)
    for (const [name, part] of Object.entries(parts)) if (isChosen(name)) await run(name, () => part(house, scene))
  } finally {
    await house.close()
  }
}
for (const [name, entry] of Object.entries(standaloneParts)) {
  const file = join(import.meta.dirname, `${name}.ts`)
  if (isChosen(name) && existsSync(file)) await run(name, (await import(file))[entry])
}

print(figures)
if (!values.timing) writeJson(figures, join(import.meta.dirname, 'results.json'))
if (values.write) writeDocument(figures, join(import.meta.dirname, '../../docs/speed.md'))
process.exitCode = figures.every(({ holds }) => holds !== false) ? 0 : 1
