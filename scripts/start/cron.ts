import type { Miniflare } from 'miniflare'
import { Fault } from './command-error.ts'

/** The fields of an expression that we read, in UTC: minute, hour, day of the month, month. */
const fieldsOf = (time: Date) => [
  { value: time.getUTCMinutes(), first: 0, last: 59 },
  { value: time.getUTCHours(), first: 0, last: 23 },
  { value: time.getUTCDate(), first: 1, last: 31 },
  { value: time.getUTCMonth() + 1, first: 1, last: 12 },
]

/** `*`, `7`, `1-5`, and each with a step, as in a quarter of an hour's. */
const PART = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/([1-9]\d?))?$/

/** Whether an expression such as `17 * * * *` names this minute. Days of the week are not read: they have to be `*`. */
export function isDue(cron: string, time: Date): boolean {
  const parts = cron.trim().split(/\s+/)
  const refused = new Fault(`wrangler.toml: the cron '${cron}' is not one that runs here`)
  if (parts.length !== 5 || parts[4] !== '*') throw refused
  const named = fieldsOf(time).map(({ value, first, last }, i) =>
    (parts[i] ?? '').split(',').some(part => {
      const [whole, from, to, step] = PART.exec(part) ?? []
      if (whole === undefined) throw refused
      const least = Number(from ?? first)
      const most = Number(to ?? (from && !step ? from : last))
      return value >= least && value <= most && (value - least) % Number(step ?? 1) === 0
    }),
  )
  return named.every(Boolean)
}

/** Plays the edge's clock, which the local runtime lacks: each minute it calls the Worker for the crons that are due. */
export function runCrons(runtime: Miniflare, crons: readonly string[]): void {
  for (const cron of crons) isDue(cron, new Date())
  const wait = () => setTimeout(tick, 60_000 - (Date.now() % 60_000)).unref()
  async function tick() {
    wait()
    const scheduledTime = new Date()
    const due = crons.filter(cron => isDue(cron, scheduledTime))
    if (!due.length) return
    const worker = await runtime.getWorker()
    // What goes wrong there is in the service's log.
    for (const cron of due) await worker.scheduled({ cron, scheduledTime }).catch(() => {})
  }
  wait()
}
