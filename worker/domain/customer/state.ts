import type { CustomerEntry } from '../../db/customer-directory'
import { type Refusal, refuse } from '../../errors'
import type { Tenancy } from '../../store/customer/columns'
import { TOKEN_SECONDS } from '../people/session-times'

/** The states that an administrator sets. */
export type SettableState = 'open' | 'readOnly' | 'closed'

/** `moving` to another database, `importing` from a file, `deleting`: its rows are not complete any more. */
export type CustomerState = SettableState | 'moving' | 'importing' | 'deleting' | 'deleted'

/** A customer's row in the directory, and its state in the database that the row names. */
export interface CustomerStatus {
  entry: CustomerEntry
  tenancy: Tenancy
}

export function stateOf({ entry, tenancy }: CustomerStatus): CustomerState {
  if (entry.deletedAt !== null) return 'deleted'
  if (entry.otherShard !== null) return 'moving'
  if (tenancy.state === 'arriving') return 'importing'
  if (tenancy.progress?.stage === 'delete') return 'deleting'
  // An import that was interrupted at its end: its last request completes it.
  if (tenancy.progress?.stage === 'import' && entry.closedAt !== null && tenancy.state === 'serving') return 'importing'
  if (tenancy.state === 'gone' || entry.closedAt !== null) return 'closed'
  return tenancy.state === 'leaving' ? 'readOnly' : 'open'
}

/** Who made a customer read-only, if it is not an administrator: an export opens it again when it is done, or is repeated. */
export const readOnlyReason = (status: CustomerStatus): 'export' | null =>
  stateOf(status) === 'readOnly' && status.tenancy.progress?.stage === 'export' ? 'export' : null

const WORDS: Readonly<Record<CustomerState, string>> = {
  open: 'is open',
  readOnly: 'is read-only',
  closed: 'is closed',
  moving: 'is being moved',
  importing: 'is being imported',
  deleting: 'is being deleted',
  deleted: 'was deleted',
}

const wrongState = (state: CustomerState, advice: string) =>
  refuse('INVALID_TRANSITION', `clientId: the customer ${WORDS[state]}; ${advice}`)

/** Why an administrator cannot set the state of a customer now. */
export function refuseNewState(state: CustomerState): Refusal<'INVALID_TRANSITION'> | undefined {
  if (state === 'open' || state === 'readOnly' || state === 'closed') return undefined
  return wrongState(state, 'its state cannot be set')
}

/** Why a customer cannot be exported: its rows may change between two pages, or are not complete. */
export function refuseExport(state: CustomerState): Refusal<'INVALID_TRANSITION'> | undefined {
  if (state === 'readOnly' || state === 'closed') return undefined
  return wrongState(state, state === 'open' ? 'make it read-only or close it first' : 'it cannot be exported')
}

/** Why guests of a customer cannot be exported or searched: the rows of the customer are not complete. */
export function refuseGuests(
  state: CustomerState,
  act: 'exported' | 'searched',
): Refusal<'INVALID_TRANSITION'> | undefined {
  if (state === 'importing' || state === 'deleting' || state === 'deleted')
    return wrongState(state, `its guests cannot be ${act}`)
  return undefined
}

/** The instant from which a closed customer can be deleted: every access token of before has expired, those of people too. */
export const deletableFrom = (closedAt: number | null, tokenTtlSeconds: number) =>
  closedAt === null ? null : closedAt + Math.max(tokenTtlSeconds, TOKEN_SECONDS) * 1_000

/**
 * Why a deletion cannot begin. An import that is given up can be deleted at once: nobody had a credential of it.
 */
export function refuseDeletion(
  status: CustomerStatus,
  now: number,
  tokenTtlSeconds: number,
): Refusal<'INVALID_TRANSITION'> | undefined {
  const state = stateOf(status)
  if (state === 'importing' && status.tenancy.state === 'arriving') return undefined
  if (state !== 'closed') return wrongState(state, state === 'open' || state === 'readOnly' ? 'close it first' : 'wait')
  const from = deletableFrom(status.entry.closedAt, tokenTtlSeconds)
  if (from === null) return wrongState(state, 'close it once more: that was interrupted')
  if (now >= from) return undefined
  return wrongState(
    state,
    `it can be deleted from ${new Date(from).toISOString()}, when every access token has expired`,
  )
}
