import { getSystemErrorMessage } from 'node:util'

/** An error that the user of a command can correct. It is printed as one line, without a stack. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** A response that is no success. */
export class ResponseError extends CommandError {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Whether the same may succeed later. */
export const isPassing = (error: unknown) =>
  error instanceof ResponseError ? error.status >= 500 : !(error instanceof CommandError)

/** The reason of an error: of the system, such as "permission denied", or of a request, which `fetch` has in the cause. */
export function reasonOf(error: unknown): string {
  const { errno, message, cause } = error as NodeJS.ErrnoException & { cause?: Error }
  return (typeof errno === 'number' && getSystemErrorMessage(errno)) || cause?.message || message
}

const SQLITE_ERROR = 1

/** Whether the system or a file of SQLite is the reason, such as a full disk or a locked file. Faulty SQL is none. */
export function isOfMachine(error: unknown): boolean {
  const { errno, errcode = SQLITE_ERROR } = error as NodeJS.ErrnoException & { errcode?: number }
  return typeof errno === 'number' || errcode !== SQLITE_ERROR
}
