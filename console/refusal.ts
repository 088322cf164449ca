import { InnletError } from '../client/errors.ts'
import { words } from './words.ts'

/** What a person reads of a refusal: the words of the console, or those of the service. */
export function refusalText(error: unknown): string {
  if (!(error instanceof InnletError)) return String(error)
  return words.refused[error.code] ?? error.errors.map(({ description }) => description).join('\n')
}
