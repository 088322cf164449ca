import { readFileSync } from 'node:fs'

/** The text of a file. Throws an error that names what cannot be read. */
export const readTextFile = (file: string): string => decoded(readFileSync(file))

/** The text of bytes: UTF-8, or UTF-16 with a byte order mark, which the shell of Windows writes. */
export function decoded(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes)
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new Error(`not ${encoding.toUpperCase()}: save it as UTF-8`)
  }
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}
