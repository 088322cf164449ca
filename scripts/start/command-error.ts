import { getSystemErrorMessage } from 'node:util'

/** An error that the user of a command can correct. It is printed as one line, without a stack. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** The reason of a system error: "permission denied", "not a directory". */
export function reasonOf(error: unknown): string {
  const { errno, code, message } = error as NodeJS.ErrnoException
  return (typeof errno === 'number' && getSystemErrorMessage(errno)) || code || message
}
