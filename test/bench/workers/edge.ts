/*
 * What the platform does beside the Worker and a simulator does otherwise: rate limits are counted in the memory of the
 * machine that the request came to. The local simulator keeps each count in a database on disk, which would be most of what
 * is measured.
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
export function atTheEdge<Env extends object>(env: Env): Env {
  let edge = edges.get(env)
  if (!edge) {
    const limits = Object.entries(env).filter(([, binding]) => typeof (binding as RateLimit)?.limit === 'function')
    edge = { ...env, ...Object.fromEntries(limits.map(([name]) => [name, countInMemory()])) }
    edges.set(env, edge)
  }
  return edge as Env
}
