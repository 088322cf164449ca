import { CustomerPath } from '../../schema/wire/admin'
import { CustomerDeletion } from '../../schema/wire/customer-data'
import { refuseDeletion, stateOf } from '../domain/customer/state'
import { endpoint, success } from '../http/endpoint'
import { beginDeletion, deleteRows } from '../store/move/deletion'
import { auditEntry } from './audit-entry'
import { locateCustomer } from './customer-scope'
import { noSuchCustomer } from './customer-state-record'

export const deleteCustomer = endpoint(
  {
    method: 'DELETE',
    path: '/admin/customers/{clientId}',
    operationId: 'deleteCustomer',
    summary: 'Deletes all rows of a closed customer, one step per request.',
    description:
      'Repeat the request until `done` is true; each request continues the deletion. `npm run delete-customer` does that. ' +
      'The customer must have been closed for as long as an access token lives; before that the response is 409 and names ' +
      'the time. Applications and API keys are deleted too. The audit log stays, and no other customer gets the id.',
    auth: 'admin',
    example: {
      name: 'Delete',
      needs: 'A customer that was closed for longer than an access token is valid.',
      params: { clientId: '9' },
      response: { clientId: 9, state: 'deleted', done: true },
    },
    params: CustomerPath,
    response: CustomerDeletion,
    errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
  },
  async call => {
    const { clientId } = call.params
    const customer = await locateCustomer(call, clientId)
    if (!customer) return noSuchCustomer()
    const state = stateOf(customer)
    if (state === 'deleted') return success({ clientId, state, done: true })
    if (state !== 'deleting') {
      const refusal = refuseDeletion(customer, call.now, call.settings.tokenTtlSeconds)
      if (refusal) return refusal
      await beginDeletion(customer, auditEntry(call, 'customer.delete', clientId))
    }
    const done = await deleteRows(customer)
    return success({ clientId, state: done ? 'deleted' : 'deleting', done })
  },
)
