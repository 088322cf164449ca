import { createWriteStream } from 'node:fs'
import { reasonOf } from '../../tooling/command/command-error.ts'

/** Writes the service's JSON lines to a file, which each start overwrites. Errors are also printed to the terminal. */
export function openLog(path: string): (line: string, isError: boolean) => void {
  const file = createWriteStream(path)
  file.once('error', error => console.error(`innlet: nothing more is logged to ${path}: ${reasonOf(error)}`))
  file.on('error', () => {})
  return (line, isError) => {
    file.write(`${line}\n`)
    if (isError) process.stderr.write(`${line}\n`)
  }
}
