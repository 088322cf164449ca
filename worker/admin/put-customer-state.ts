import { CustomerPath } from '../../schema/wire/admin'
import { CustomerState, CustomerStateInput } from '../../schema/wire/customer-data'
import { refuseNewState, stateOf } from '../domain/customer/state'
import { endpoint, success } from '../http/endpoint'
import { setState } from '../store/customer/state'
import { auditEntry } from './audit-entry'
import { locateCustomer } from './customer-scope'
import { CUSTOMER_7, customerStateRecord, noSuchCustomer } from './customer-state-record'

export const putCustomerState = endpoint(
  {
    method: 'PUT',
    path: '/admin/customers/{clientId}/state',
    operationId: 'putCustomerState',
    summary: 'Opens a customer, makes it read-only, or closes it.',
    description:
      'Read-only: writes are 503 with `Retry-After`, and reads continue. Closed: applications and API keys are refused, ' +
      'access tokens stop at once, and links do not open. Nothing is deleted. The same request again changes nothing.',
    auth: 'admin',
    example: {
      name: 'Open',
      needs: CUSTOMER_7,
      params: { clientId: '7' },
      body: { state: 'open' },
      response: { clientId: 7, state: 'open', reason: null, closedAt: null, deletableFrom: null },
    },
    moreExamples: [
      {
        name: 'Close',
        needs: CUSTOMER_7,
        params: { clientId: '7' },
        body: { state: 'closed' },
        response: {
          clientId: 7,
          state: 'closed',
          reason: null,
          closedAt: '2026-11-22T08:30:00.000Z',
          deletableFrom: '2026-11-22T08:45:00.000Z',
        },
      },
      {
        name: 'Read-only',
        needs: CUSTOMER_7,
        params: { clientId: '7' },
        body: { state: 'readOnly', reason: 'export' },
        response: { clientId: 7, state: 'readOnly', reason: 'export', closedAt: null, deletableFrom: null },
      },
    ],
    params: CustomerPath,
    body: CustomerStateInput,
    response: CustomerState,
    errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
  },
  async call => {
    const { clientId } = call.params
    const { state, reason } = call.body
    const customer = await locateCustomer(call, clientId)
    if (!customer || customer.entry.deletedAt !== null) return noSuchCustomer()
    const refusal = refuseNewState(stateOf(customer))
    if (refusal) return refusal
    await setState(customer, call.body, auditEntry(call, 'customer.state', clientId, { state, reason }))
    const changed = await locateCustomer(call, clientId)
    return changed
      ? success(customerStateRecord(changed, call.settings), { bookmark: changed.db.bookmark })
      : noSuchCustomer()
  },
)
