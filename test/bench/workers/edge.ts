/*
 * What the platform does beside the Worker, and the local runtime otherwise. Rate limits are counted in the memory of the
 * machine that the request came to; the simulator keeps each count in a database on disk. A line of the log is handed on; the
 * local runtime writes each to a pipe at once, which takes longer than all the rest of a refusal.
 */

interface RateLimit {
  limit(asked: { key: string }): Promise<{ success: boolean }>
}

/** Counts for a minute, and refuses nobody. */
function countInMemory(): RateLimit {
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

/** The Worker's environment, its rate limits counted as at the edge. */
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

/** Keeps the last lines that a Worker logs, instead of writing them. */
export function captureLog(): void {
  console.log = (line: string) => {
    lines.push(line)
    if (lines.length > 2 * MAX_LINES) lines.splice(0, MAX_LINES)
  }
}

/** Where the last lines are told. */
export const LOG_PATH = '/bench/log'

export const logResponse = (): Response => new Response(lines.join('\n'))
