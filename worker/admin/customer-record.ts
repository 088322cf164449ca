import { refuse } from '../errors'
import type { StoredCustomer } from '../store/customer/list-customers'

/** The fields of a customer as administrators read them; of one whose creation was interrupted, empty texts. */
export const customerRecord = (clientId: number, customer: StoredCustomer | undefined) => ({
  clientId,
  name: customer?.customerName ?? '',
  currency: customer?.currency ?? '',
  timeZone: customer?.timeZone ?? '',
  logoUrl: customer?.logoUrl ?? '',
  imagePath: customer?.imagePath ?? '',
  itineraryUrlTemplate: customer?.itineraryUrlTemplate ?? '',
  ...(customer?.look && { look: customer.look }),
})

/** The refusal of another currency than that of the stored amounts. */
export const currencyInUse = () =>
  refuse('INVALID_TRANSITION', 'currency: it cannot change, because amounts are already stored in the present one')
