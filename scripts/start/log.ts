import { createWriteStream } from 'node:fs'
import { reasonOf } from './command-error.ts'

/**
 * Where the service's JSON lines go: a file, begun anew with each start, so that the terminal stays readable. Faults are told
 * at the terminal too.
 */
export function openLog(path: string): (line: string, isError: boolean) => void {
  const file = createWriteStream(path)
  file.once('error', error => console.error(`innlet: nothing more is logged to ${path}: ${reasonOf(error)}`))
  file.on('error', () => {})
  return (line, isError) => {
    file.write(`${line}\n`)
    if (isError) process.stderr.write(`${line}\n`)
  }
}
