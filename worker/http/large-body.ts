/*
 * The number of large bodies that an isolate holds at a time. An isolate has 128 MiB for all its requests, and a body of 5 MiB takes
 * about 40 MiB while it is validated.
 */

/** A body of more bytes is large. */
export const LARGE_BODY = 1024 * 1024

/** Large bodies that an isolate holds at a time. Others wait, unread. */
const SLOTS = 2
/** Milliseconds between two checks for a free slot. */
const POLL_INTERVAL = 10
/** Milliseconds between two signs that the request of a slot still runs. */
const PROGRESS_INTERVAL = 1_000
/** Milliseconds without a sign after which a slot is free: the runtime stops a request whose caller has left. */
const RELEASE_AFTER = 10_000

const slots = new Set<{ lastSign: number }>()

/** Waits for a free slot, and returns the function that releases it. */
export async function acquireLargeBodySlot(): Promise<() => void> {
  // Each request polls. A request that waited to be woken by another would wait for ever if that one were stopped.
  for (;;) {
    const now = Date.now()
    for (const one of slots) if (now - one.lastSign > RELEASE_AFTER) slots.delete(one)
    if (slots.size < SLOTS) break
    await scheduler.wait(POLL_INTERVAL)
  }
  const one = { lastSign: Date.now() }
  slots.add(one)
  const interval = setInterval(() => {
    one.lastSign = Date.now()
  }, PROGRESS_INTERVAL)
  return () => {
    clearInterval(interval)
    slots.delete(one)
  }
}
