/*
 * Replacements for what Cloudflare does outside the Worker and the local runtime does in another way. On Cloudflare, rate limits
 * are counted in the memory of the machine that received the request; the simulator stores each count in a database on disk. On
 * Cloudflare, a log line is passed on; the local runtime writes each line to a pipe at once, which takes longer than the rest of
 * a refusal.
 */

interface RateLimit {
  limit(options: { key: string }): Promise<{ success: boolean }>
}

/** Counts requests per minute and refuses none. */
export function countInMemory(): RateLimit {
  let counts = new Map<string, number>()
  let minute = 0
  return {
    async limit({ key }) {
      const now = Math.floor(Date.now() / 60_000)
      if (now !== minute) {
        counts = new Map()
        minute = now
      }
      counts.set(key, (counts.get(key) ?? 0) + 1)
      return { success: true }
    },
  }
}

const edges = new WeakMap<object, object>()

/** The Worker's environment with rate limits that count in memory. */
export function withEdgeBindings<Env extends object>(env: Env): Env {
  let edge = edges.get(env)
  if (!edge) {
    const limits = Object.entries(env).filter(([, binding]) => typeof (binding as RateLimit)?.limit === 'function')
    edge = { ...env, ...Object.fromEntries(limits.map(([name]) => [name, countInMemory()])) }
    edges.set(env, edge)
  }
  return edge as Env
}

const lines: string[] = []
const MAX_LINES = 50

/** Keeps the last log lines instead of writing them. */
export function keepLog(): void {
  console.log = (line: string) => {
    lines.push(line)
    if (lines.length > 2 * MAX_LINES) lines.splice(0, MAX_LINES)
  }
}
