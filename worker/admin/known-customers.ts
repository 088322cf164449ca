import type { CustomerRole } from '../../schema/wire/people'
import type { Database } from '../db/database'
import { type Refusal, refuse } from '../errors'
import { isUnknownCustomer } from '../store/access/unknown-customer'
import { findUnknownCustomer } from '../store/people/people'

/** Writes roles. The database refuses those of a customer that is not there; then the first one is named. */
export async function withKnownCustomers<Result>(
  db: Database,
  roles: readonly CustomerRole[],
  write: () => Promise<Result>,
): Promise<Result | Refusal<'UNKNOWN_REFERENCE'>> {
  try {
    return await write()
  } catch (error) {
    if (!isUnknownCustomer(error)) throw error
    const i = await findUnknownCustomer(db, roles)
    return refuse('UNKNOWN_REFERENCE', `roles[${Math.max(i, 0)}].customerId: there is no such customer`)
  }
}
