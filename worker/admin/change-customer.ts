import { CustomerChange, CustomerPath, CustomerRecord } from '../../schema/wire/admin'
import { endpoint, success } from '../http/endpoint'
import { changeCustomer as store } from '../store/customer/customer'
import { auditEntry } from './audit-entry'
import { currencyInUse, customerRecord } from './customer-record'
import { enterCustomerScope } from './customer-scope'
import { CUSTOMER_7, noSuchCustomer } from './customer-state-record'

export const changeCustomer = endpoint(
  {
    method: 'PATCH',
    path: '/admin/customers/{clientId}',
    operationId: 'updateCustomer',
    summary: 'Changes fields of a customer.',
    description:
      'A field that is not sent stays. `null` empties an optional field. The currency cannot change once reservations, ' +
      'inventory or prices use it.',
    auth: 'admin',
    example: {
      name: 'Change',
      needs: CUSTOMER_7,
      params: { clientId: '7' },
      body: { itineraryUrlTemplate: 'https://aurora.example/my-stay?itinerary={token}' },
      response: {
        clientId: 7,
        name: 'Hotel Aurora',
        currency: 'EUR',
        timeZone: 'Europe/Rome',
        logoUrl: 'https://aurora.example/logo.svg',
        imagePath: '',
        itineraryUrlTemplate: 'https://aurora.example/my-stay?itinerary={token}',
      },
    },
    params: CustomerPath,
    body: CustomerChange,
    keepNulls: true,
    response: CustomerRecord,
    errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
  },
  async call => {
    const { clientId } = call.params
    const customer = await enterCustomerScope(call, clientId)
    if (!customer) return noSuchCustomer()
    const { scope, db } = customer
    const { name, ...fields } = call.body
    const changes = name === undefined ? fields : { customerName: name, ...fields }
    const changed = await store(db, scope, changes, auditEntry(call, 'customer.patch', clientId, call.body))
    return changed ? success(customerRecord(clientId, changed), { bookmark: db.bookmark }) : currencyInUse()
  },
)
