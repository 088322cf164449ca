import { createWriteStream } from 'node:fs'

/**
 * Where the service's JSON lines go: a file, begun anew with each start, so that the terminal stays readable. Faults are told
 * at the terminal too.
 */
export function openLog(path: string): (line: string, isError: boolean) => void {
  const file = createWriteStream(path)
  return (line, isError) => {
    file.write(`${line}\n`)
    if (isError) process.stderr.write(`${line}\n`)
  }
}
