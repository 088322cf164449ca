import { type Refusal, refuse } from '../errors'
import { LARGE_BODY } from './large-body'

/*
 * The shape of a body is checked before the body is parsed, because a hostile shape costs more to parse and to validate than any real
 * message.
 */

/** Levels of objects and lists. Contracts have a dozen; unknown fields may have some more. */
const MAX_DEPTH = 64
/** The maximum in a large body: fields of an object, and objects and lists in all. */
const MAX_FIELDS = 1_000
const MAX_PARTS = 400_000

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a]
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Refuses a body by its shape. `text` is the decoded body. */
export function rejectBodyShape(bytes: Uint8Array, text: string): Refusal<'INVALID_FIELD'> | undefined {
  return bytes.length > LARGE_BODY || mayBeDeep(text) ? rejectPathologicalJson(bytes) : undefined
}

/** Whether there are enough brackets to nest too deep. Few bodies have them, and `split` is faster than the loop below. */
const mayBeDeep = (text: string) =>
  text.split('[', MAX_DEPTH + 2).length + text.split('{', MAX_DEPTH + 2).length - 2 > MAX_DEPTH

/**
 * Refuses deep nesting and, in a large body, objects with very many fields, and very many objects and lists. It does not check that
 * the body is JSON.
 */
function rejectPathologicalJson(bytes: Uint8Array): Refusal<'INVALID_FIELD'> | undefined {
  const isLarge = bytes.length > LARGE_BODY
  const fields = new Int32Array(MAX_DEPTH + 2)
  let depth = 0
  let parts = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) {
      at = endOfString(bytes, at)
      if (at < 0) return undefined
    } else if (byte === OBJECT || byte === LIST) {
      fields[++depth] = 0
      if (depth > MAX_DEPTH) return refuse('INVALID_FIELD', `body: expected at most ${MAX_DEPTH} levels`)
      if (++parts > MAX_PARTS && isLarge)
        return refuse('INVALID_FIELD', `body: expected at most ${MAX_PARTS} objects and lists`)
    } else if (byte === OBJECT_END || byte === LIST_END) {
      if (--depth < 0) return undefined
    } else if (byte === COLON) {
      const count = (fields[depth] ?? 0) + 1
      fields[depth] = count
      if (count > MAX_FIELDS && isLarge)
        return refuse('INVALID_FIELD', `body: expected at most ${MAX_FIELDS} fields in an object`)
    }
  }
}

/** The index of the string's closing quote; -1: there is none. */
function endOfString(bytes: Uint8Array, start: number): number {
  // A loop, because most strings are short and a search costs more to start.
  for (let at = start + 1; at < bytes.length; at++) {
    if (bytes[at] === QUOTE) return at
    if (bytes[at] === BACKSLASH) at++
  }
  return -1
}
