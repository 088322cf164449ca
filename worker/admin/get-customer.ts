import { CustomerDetails, CustomerPath } from '../../schema/wire/admin'
import { stateOf } from '../domain/customer/state'
import { endpoint, success } from '../http/endpoint'
import { readCustomer } from '../store/customer/list-customers'
import { customerRecord } from './customer-record'
import { locateCustomer } from './customer-scope'
import { noSuchCustomer } from './customer-state-record'

export const getCustomer = endpoint(
  {
    method: 'GET',
    path: '/admin/customers/{clientId}',
    operationId: 'getCustomer',
    summary: 'Returns a customer as `PUT` takes it, with its state.',
    description:
      '`GET /admin/customers/{clientId}/state` has more of the state. The texts of a customer that was deleted are empty.',
    auth: 'admin',
    example: {
      params: { clientId: '1' },
      response: {
        clientId: 1,
        name: 'Hotel Aurora',
        currency: 'EUR',
        timeZone: 'Europe/Rome',
        logoUrl: 'https://aurora.example/logo.svg',
        imagePath: '',
        itineraryUrlTemplate: '',
        state: 'open',
      },
    },
    params: CustomerPath,
    response: CustomerDetails,
    errors: ['NOT_FOUND'],
  },
  async call => {
    const { clientId } = call.params
    const customer = await locateCustomer(call, clientId)
    if (!customer) return noSuchCustomer()
    const stored = await readCustomer(customer.db, clientId)
    return success({ ...customerRecord(clientId, stored), state: stateOf(customer) })
  },
)
