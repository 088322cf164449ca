import { deletableFrom, readOnlyReason, stateOf } from '../domain/customer/state'
import { refuse } from '../errors'
import type { Settings } from '../settings'
import type { LocatedCustomer } from '../store/customer/state'
import { utc } from './application-record'

/** The state of a customer as administrators read it. */
export function customerStateRecord(customer: LocatedCustomer, { tokenTtlSeconds }: Settings) {
  const { closedAt } = customer.entry
  const state = stateOf(customer)
  return {
    clientId: customer.scope.customer,
    state,
    reason: readOnlyReason(customer),
    closedAt: utc(closedAt),
    deletableFrom: state === 'closed' ? utc(deletableFrom(closedAt, tokenTtlSeconds)) : null,
  }
}

/** What the examples need that change a customer: the demo hotel is customer 1. */
export const CUSTOMER_7 = 'Customer 7: send the sample of `putCustomer`.'

export const noSuchCustomer = () => refuse('NOT_FOUND', 'clientId: there is no such customer')
