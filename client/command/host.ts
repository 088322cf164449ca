import type { Readable, Writable } from 'node:stream'

/** What a command has of its process: the environment, the streams and the exit code. `process` is one. */
export interface Host {
  env: NodeJS.Dict<string>
  stdin: Readable & { isTTY?: boolean }
  stdout: Writable
  stderr: Writable & { isTTY?: boolean }
  exitCode?: number | string | null | undefined
}
