import { Customer, CustomerPath, CustomerRecord } from '../../schema/wire/admin'
import { assignShard } from '../db/customer-directory'
import { refuse } from '../errors'
import { endpoint, success } from '../http/endpoint'
import { putCustomer as store } from '../store/customer/customer'
import { auditEntry } from './audit-entry'

export const putCustomer = endpoint(
  {
    method: 'PUT',
    path: '/admin/customers/{clientId}',
    operationId: 'putCustomer',
    summary: 'Creates a customer or replaces its fields.',
    description:
      'A field that is not sent is emptied. The currency cannot change once reservations, inventory or prices use it.',
    auth: 'admin',
    example: {
      params: { clientId: '7' },
      body: {
        name: 'Hotel Aurora',
        currency: 'EUR',
        timeZone: 'Europe/Rome',
        logoUrl: 'https://aurora.example/logo.svg',
      },
      response: {
        clientId: 7,
        name: 'Hotel Aurora',
        currency: 'EUR',
        timeZone: 'Europe/Rome',
        logoUrl: 'https://aurora.example/logo.svg',
        imagePath: '',
        itineraryUrlTemplate: '',
      },
    },
    params: CustomerPath,
    body: Customer,
    response: CustomerRecord,
    errors: ['INVALID_TRANSITION'],
  },
  async call => {
    const { clientId } = call.params
    const { name, ...fields } = call.body
    const { shards, settings } = call
    // The directory is written first. If the second write fails, the same request sent again completes both.
    const shard = shards.count === 1 ? 0 : await assignShard(call.db, clientId, settings.newCustomers)
    const db = shards.at(shard)
    call.log.scope = { customer: clientId, shard }
    const written = await store(
      db,
      shard,
      { customerId: clientId, customerName: name, ...fields },
      auditEntry(call, 'customer.put', clientId, call.body),
    )
    if (!written) return refuse('INVALID_TRANSITION', 'currency: the books of this customer are kept in another')
    return success({ clientId, name, ...fields }, { bookmark: db.bookmark })
  },
)
