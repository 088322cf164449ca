import { Customer, CustomerPath, CustomerRecord } from '../../schema/wire/admin'
import { assignShard, findEntry } from '../db/customer-directory'
import { CustomerNotServed } from '../db/errors'
import { Refusal, refuse } from '../errors'
import { endpoint, success } from '../http/endpoint'
import type { RequestContext } from '../request-context'
import { putCustomer as store } from '../store/customer/customer'
import { auditEntry } from './audit-entry'
import { currencyInUse } from './customer-record'

export const putCustomer = endpoint(
  {
    method: 'PUT',
    path: '/admin/customers/{clientId}',
    operationId: 'putCustomer',
    summary: 'Creates a customer or replaces its fields.',
    description:
      'A field that is not sent is emptied; `PATCH` keeps it. The currency cannot change once reservations, inventory or ' +
      'prices use it.',
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
      { customerId: clientId, customerName: name, ...fields, look: fields.look ?? null },
      auditEntry(call, 'customer.put', clientId, call.body),
    ).catch(error => refuseClosed(call, clientId, error))
    if (written instanceof Refusal) return written
    if (!written) return currencyInUse()
    return success({ clientId, name, ...fields }, { bookmark: db.bookmark })
  },
)

/** The refusal of a customer that is closed or was deleted. Any other error is thrown. */
async function refuseClosed(
  { db }: RequestContext,
  clientId: number,
  error: unknown,
): Promise<Refusal<'INVALID_TRANSITION'>> {
  const entry = error instanceof CustomerNotServed ? await findEntry(db, clientId) : undefined
  if (!entry || entry.closedAt === null) throw error
  return refuse(
    'INVALID_TRANSITION',
    entry.deletedAt === null
      ? 'clientId: the customer is closed; open it first'
      : 'clientId: a customer with this id was deleted; use another id',
  )
}
