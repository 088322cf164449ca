/*
 * How many large bodies, of more bytes than almost any request has, are held at a time. An isolate has 128 MiB for all its
 * requests, and a body of 5 MiB becomes some forty of them while it is judged.
 */

/** Bytes beyond which a body is a large one. */
export const LARGE_BODY = 1024 * 1024

/** Large bodies that an isolate holds at a time; others wait, unread, where they come from. */
const SLOTS = 2
/** Milliseconds between two looks whether there is room. */
const POLL_INTERVAL = 10
/** Milliseconds between two signs of life of a request that holds a large body. */
const PROGRESS_INTERVAL = 1_000
/** Milliseconds without one after which a request was cut off: the runtime does not run it to its end when its caller is gone. */
const CUT_OFF = 10_000

const held = new Set<{ seen: number }>()

/** Waits until there is room for one more large body, and answers what gives the room back. */
export async function acquireLargeBodySlot(): Promise<() => void> {
  // Each looks by itself: to be woken by another request is to wait for ever when that one is cut off.
  for (;;) {
    const now = Date.now()
    for (const one of held) if (now - one.seen > CUT_OFF) held.delete(one)
    if (held.size < SLOTS) break
    await scheduler.wait(POLL_INTERVAL)
  }
  const one = { seen: Date.now() }
  held.add(one)
  const signs = setInterval(() => {
    one.seen = Date.now()
  }, PROGRESS_INTERVAL)
  return () => {
    clearInterval(signs)
    held.delete(one)
  }
}
