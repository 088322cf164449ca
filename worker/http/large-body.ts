import { type Refusal, refuse } from '../errors'

/*
 * Large bodies, of more bytes than almost any request has: what they may look like, and how many are held at a time. An isolate
 * has 128 MiB for all its requests, and a body of 5 MiB becomes some forty of them while it is judged.
 */

/** Bytes from which on a body is a large one. */
export const LARGE = 1024 * 1024

/** Large bodies that an isolate holds at a time; others wait, unread, where they come from. */
const AT_ONCE = 2
/** Milliseconds after which one is held no more, whatever became of it: a request whose caller has gone is not run to its end. */
const LONGEST = 30_000
/** Milliseconds between two looks whether there is room. */
const EVERY = 10

const held = new Set<{ since: number }>()

/** Waits until there is room for one more large body, and answers what gives the room back. */
export async function roomForLarge(): Promise<() => void> {
  // Each looks by itself: to be woken by another request is to wait for ever when that one is cut off.
  for (;;) {
    const now = Date.now()
    for (const one of held) if (now - one.since > LONGEST) held.delete(one)
    if (held.size < AT_ONCE) break
    await scheduler.wait(EVERY)
  }
  const one = { since: Date.now() }
  held.add(one)
  return () => held.delete(one)
}

const DEEPEST = 32
const MOST_FIELDS = 1_000
const MOST_PARTS = 400_000

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a]
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Refuses what no message looks like before it is parsed, where it would cost more than any message does: deep nesting, objects of
 * very many fields, very many objects and lists. Whether the rest is JSON is not judged here.
 */
export function refuseMonster(bytes: Uint8Array): Refusal<'INVALID_FIELD'> | undefined {
  const fields = new Int32Array(DEEPEST + 2)
  let depth = 0
  let parts = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) {
      at = endOfString(bytes, at)
      if (at < 0) return undefined
    } else if (byte === OBJECT || byte === LIST) {
      fields[++depth] = 0
      if (depth > DEEPEST) return refuse('INVALID_FIELD', `body: expected at most ${DEEPEST} levels`)
      if (++parts > MOST_PARTS) return refuse('INVALID_FIELD', `body: expected at most ${MOST_PARTS} objects and lists`)
    } else if (byte === OBJECT_END || byte === LIST_END) {
      if (--depth < 0) return undefined
    } else if (byte === COLON) {
      const count = (fields[depth] ?? 0) + 1
      fields[depth] = count
      if (count > MOST_FIELDS)
        return refuse('INVALID_FIELD', `body: expected at most ${MOST_FIELDS} fields in an object`)
    }
  }
}

/** Where the string that begins here ends; -1: nowhere. */
function endOfString(bytes: Uint8Array, start: number): number {
  // Byte by byte: most strings are short, and a search costs more to start.
  for (let at = start + 1; at < bytes.length; at++) {
    if (bytes[at] === QUOTE) return at
    if (bytes[at] === BACKSLASH) at++
  }
  return -1
}
