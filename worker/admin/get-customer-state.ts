import { CustomerPath } from '../../schema/wire/admin'
import { CustomerState } from '../../schema/wire/customer-data'
import { endpoint, success } from '../http/endpoint'
import { locateCustomer } from './customer-scope'
import { customerStateRecord, noSuchCustomer } from './customer-state-record'

export const getCustomerState = endpoint(
  {
    method: 'GET',
    path: '/admin/customers/{clientId}/state',
    operationId: 'getCustomerState',
    summary: 'Returns whether a customer is open, read-only, closed or deleted.',
    description:
      '`moving`, `importing` and `deleting` name work that was begun: the request that began it continues it. A customer ' +
      'that was deleted keeps its id.',
    auth: 'admin',
    example: {
      params: { clientId: '1' },
      response: { clientId: 1, state: 'open', reason: null, closedAt: null, deletableFrom: null },
    },
    params: CustomerPath,
    response: CustomerState,
    errors: ['NOT_FOUND'],
  },
  async call => {
    const customer = await locateCustomer(call, call.params.clientId)
    return customer ? success(customerStateRecord(customer, call.settings)) : noSuchCustomer()
  },
)
