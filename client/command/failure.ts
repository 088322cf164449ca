import { InnletError } from '../errors.ts'

/** A command that cannot be run as it was given: a missing credential, a file that is not there. */
export class UsageError extends Error {}

/** What the shell gets. */
export const EXIT = { DONE: 0, REFUSED: 1, WRONG_USE: 2, NOT_REACHED: 3 } as const

/** The exit code of a command that failed. A response that is not one of the service counts as not reached. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return EXIT.WRONG_USE
  if (!(error instanceof InnletError)) return EXIT.REFUSED
  return error.status === 0 || error.code === 'INVALID_RESPONSE' ? EXIT.NOT_REACHED : EXIT.REFUSED
}
