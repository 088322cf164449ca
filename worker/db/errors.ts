import { type D1Fault, d1FaultOf } from './d1-faults'
import { type GuardFailure, guardFailureOf } from './tenancy-guard'

/** The database did not run the statements, for a reason outside the request. The request is safe to retry. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
  /** Message of the response, where the general one says too little. */
  readonly publicMessage: string | undefined = undefined
  /** Seconds to wait before a retry, where they are known. */
  readonly retryAfter: number | undefined = undefined
  /** What failed in D1; undefined: the reason is another. */
  readonly d1Fault: D1Fault | undefined

  constructor(message: string, { d1Fault, ...options }: ErrorOptions & { d1Fault?: D1Fault } = {}) {
    super(message, options)
    this.d1Fault = d1Fault
  }
}

/** This database does not serve the customer; nothing was read or written. */
export class CustomerNotServed extends DatabaseUnavailable {
  override name = 'CustomerNotServed'
}

/** The customer is read-only, or is being moved to another database, where this write might be missing. Nothing was written. */
class CustomerReadOnly extends DatabaseUnavailable {
  override name = 'CustomerReadOnly'
  override readonly publicMessage =
    'the customer is read-only now: an administrator made it so, or it is being moved; nothing was changed; safe to retry'
  override readonly retryAfter = 10
}

/** No database serves the customer: it is closed, being imported, or does not exist. Nothing was read or written. */
export class CustomerClosed extends Error {
  override name = 'CustomerClosed'
  /** False: there is no such customer. */
  readonly exists: boolean

  constructor(exists: boolean) {
    super(exists ? 'the customer is closed' : 'there is no such customer')
    this.exists = exists
  }
}

/** Another request took the same step of a move first; nothing was written. */
export class ConcurrentMoveStep extends DatabaseUnavailable {
  override name = 'ConcurrentMoveStep'
  override readonly publicMessage = 'somebody else does the same at the same time; nothing was changed; safe to retry'
}

const ERROR_BY_GUARD: Readonly<Record<GuardFailure, typeof DatabaseUnavailable>> = {
  'lives elsewhere': CustomerNotServed,
  'is read-only': CustomerReadOnly,
  'was overtaken': ConcurrentMoveStep,
}

/**
 * A key, a CHECK or a NOT NULL of the database refused a write; nothing of its batch remains.
 * `constraint` is the CHECK's name, or `table.column` of the first column of the key, or `FOREIGN KEY`.
 */
export class ConstraintViolation extends Error {
  override name = 'ConstraintViolation'
  readonly constraint: string

  constructor(constraint: string, cause: unknown) {
    super(`refused by ${constraint}`, { cause })
    this.constraint = constraint
  }
}

/** The message for a foreign key names no column; the word after it is SQLite's error code. */
const CONSTRAINT = /(?:UNIQUE|CHECK|NOT NULL) constraint failed: ([\w.]+)|(FOREIGN KEY) constraint failed/
/** Errors in a statement of this Worker, which a retry does not solve. */
const INVALID_STATEMENT = /SQLITE_(?:ERROR|MISMATCH|TOOBIG|RANGE|MISUSE)|D1_TYPE_ERROR|datatype mismatch/

/** The exception for what D1 threw. D1 distinguishes its errors by their message only. */
export function classify(error: unknown): unknown {
  const message = error instanceof Error ? error.message : String(error)
  const guardFailure = guardFailureOf(message)
  if (guardFailure) return new ERROR_BY_GUARD[guardFailure](guardFailure, { cause: error })
  const refused = CONSTRAINT.exec(message)
  if (refused) return new ConstraintViolation((refused[1] ?? refused[2]) as string, error)
  const d1Fault = d1FaultOf(message)
  if (!d1Fault && INVALID_STATEMENT.test(message)) return error
  return new DatabaseUnavailable('D1 did not answer', { cause: error, d1Fault: d1Fault ?? 'other' })
}
