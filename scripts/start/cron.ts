import { Cron } from 'croner'
import type { Miniflare } from 'miniflare'
import { CommandError } from '../../tooling/command/command-error.ts'

/**
 * Whether a cron expression such as `17 * * * *` matches the minute of `time`, in UTC. The day of the week must be `*`: Cloudflare
 * counts its days from 1, croner from 0.
 */
export function isDue(cron: string, time: Date): boolean {
  const fields = cron.trim().split(/\s+/)
  const minute = new Date(Math.floor(time.getTime() / 60_000) * 60_000)
  try {
    if (fields.length !== 5 || fields[4] !== '*') throw new TypeError('unsupported expression')
    return new Cron(fields.join(' '), { timezone: 'UTC', mode: '5-part', sloppyRanges: true }).match(minute)
  } catch {
    throw new CommandError(`wrangler.toml: the cron '${cron}' is not one that runs here`)
  }
}

/** Starts the scheduled handler in each minute that a cron matches. Cloudflare does this; the local runtime does not. */
export function runCrons(runtime: Miniflare, crons: readonly string[]): void {
  for (const cron of crons) isDue(cron, new Date())
  const wait = () => setTimeout(tick, 60_000 - (Date.now() % 60_000)).unref()
  async function tick() {
    const timer = wait()
    const scheduledTime = new Date()
    const due = crons.filter(cron => isDue(cron, scheduledTime))
    if (!due.length) return
    const worker = await runtime.getWorker().catch(() => undefined)
    // The runtime has ended.
    if (!worker) return clearTimeout(timer)
    // An exception in the handler is in the service's log.
    await Promise.all(due.map(cron => worker.scheduled({ cron, scheduledTime }).catch(() => {})))
  }
  wait()
}
