import { getSystemErrorMessage } from 'node:util'

/** Something that whoever starts the service can put right: told in one line, without a stack. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** Why the system refused: "permission denied", "not a directory". */
export function reasonOf(error: unknown): string {
  const { errno, code, message } = error as NodeJS.ErrnoException
  return (typeof errno === 'number' && getSystemErrorMessage(errno)) || code || message
}
