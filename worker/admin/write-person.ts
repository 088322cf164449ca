import type { CustomerRole } from '../../schema/wire/people'
import type { Database } from '../db/database'
import { type Refusal, refuse } from '../errors'
import { isUnknownCustomer } from '../store/access/unknown-customer'
import { findUnknownCustomer, isTakenEmail } from '../store/people/people'

/**
 * Writes a person. The database refuses roles at a customer that is not there, of which the first one is named, and an e-mail address
 * that another person has.
 */
export async function writePerson<Result>(
  db: Database,
  roles: readonly CustomerRole[],
  write: () => Promise<Result>,
): Promise<Result | Refusal<'UNKNOWN_REFERENCE' | 'INVALID_FIELD'>> {
  try {
    return await write()
  } catch (error) {
    if (isTakenEmail(error)) return refuse('INVALID_FIELD', 'email: another person has this address')
    if (!isUnknownCustomer(error)) throw error
    const i = await findUnknownCustomer(db, roles)
    return refuse('UNKNOWN_REFERENCE', `roles[${Math.max(i, 0)}].customerId: there is no such customer`)
  }
}
