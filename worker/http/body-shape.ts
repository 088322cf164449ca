import { type Refusal, refuse } from '../errors'
import { LARGE } from './large-body'

/*
 * What a body may look like, judged before it is parsed: what no message looks like costs more to parse and to judge than any
 * message does.
 */

/** Levels of objects and lists: contracts have a dozen, and fields that they do not know may have some more. */
export const DEEPEST = 64
/** Of a large body: fields of an object, and objects and lists in all. */
const MOST_FIELDS = 1_000
const MOST_PARTS = 400_000

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a]
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Refuses a body by its shape. `text` is what its bytes say. */
export function refuseShape(bytes: Uint8Array, text: string): Refusal<'INVALID_FIELD'> | undefined {
  return bytes.length > LARGE || mayBeDeep(text) ? refuseMonster(bytes) : undefined
}

/** Whether there are brackets enough to nest deeper. Almost no body has them, and the runtime counts faster than we do. */
const mayBeDeep = (text: string) =>
  text.split('[', DEEPEST + 2).length + text.split('{', DEEPEST + 2).length - 2 > DEEPEST

/**
 * Refuses deep nesting and, of a large body, objects of very many fields, very many objects and lists. Whether the rest is JSON is
 * not judged here.
 */
function refuseMonster(bytes: Uint8Array): Refusal<'INVALID_FIELD'> | undefined {
  const isLarge = bytes.length > LARGE
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
      if (++parts > MOST_PARTS && isLarge)
        return refuse('INVALID_FIELD', `body: expected at most ${MOST_PARTS} objects and lists`)
    } else if (byte === OBJECT_END || byte === LIST_END) {
      if (--depth < 0) return undefined
    } else if (byte === COLON) {
      const count = (fields[depth] ?? 0) + 1
      fields[depth] = count
      if (count > MOST_FIELDS && isLarge)
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
