import { readFileSync } from 'node:fs'

/**
 * The text of a file, `-` for standard input: UTF-8, or UTF-16 with a byte order mark, which the shell of Windows writes. Throws an
 * error that names what cannot be read.
 */
export function readTextFile(file: string): string {
  const bytes = readFileSync(file === '-' ? 0 : file)
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
