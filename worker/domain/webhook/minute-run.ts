/*
 * Which databases the run of each minute asks for webhooks that are due. An invocation asks a group of databases. A run makes a
 * bounded number of invocations: databases beyond that take turns by the minute.
 */

/** Databases that one invocation asks, one after the other. */
const GROUP = 50
/** Groups of one run. Each leaves fewer invocations for the dispatchers. */
const MAX_GROUPS = 8
/** Calls between Workers that one run may make in all: Cloudflare's limit is 32 invocations, the first included. */
const MAX_CALLS = 31

const MINUTE_MS = 60_000

export interface MinuteRun {
  /** Databases that are asked, by the invocation that asks them: `count` from number `first` on. */
  groups: { first: number; count: number }[]
  /** Dispatchers that each group may start. */
  maxDispatchers: number
}

/** The run at a time of the cron. It asks all databases, up to 400. Of more, each is asked once in as many minutes as there are 400. */
export function minuteRun(databases: number, scheduledTime: number): MinuteRun {
  const all = Math.ceil(databases / GROUP)
  const rounds = Math.ceil(all / MAX_GROUPS)
  const round = Math.floor(scheduledTime / MINUTE_MS) % rounds
  // Groups are spread evenly over the rounds, so that each run can start many dispatchers.
  const size = Math.ceil(all / rounds)
  const groups = Array.from({ length: Math.min(size, all - round * size) }, (_, i) => {
    const first = (round * size + i) * GROUP
    return { first, count: Math.min(GROUP, databases - first) }
  })
  // The first group needs no call: the run asks it.
  return { groups, maxDispatchers: Math.floor((MAX_CALLS - (size - 1)) / size) }
}
