import { ApplicationPath, ApplicationRecord } from '../../schema/wire/admin'
import { endpoint, success } from '../http/endpoint'
import { findApplication } from '../store/access/application'
import { APPLICATION_EXAMPLE, applicationRecord, noSuchApplication } from './application-record'

export const getApplication = endpoint(
  {
    method: 'GET',
    path: '/admin/applications/{id}',
    operationId: 'getApplication',
    summary: 'Returns an application.',
    description: 'The response does not have the client secret.',
    auth: 'customer',
    example: {
      params: { id: APPLICATION_EXAMPLE.clientId },
      response: APPLICATION_EXAMPLE,
    },
    params: ApplicationPath,
    response: ApplicationRecord,
    errors: ['NOT_FOUND'],
  },
  async ({ db, params, actor }) => {
    const found = await findApplication(db, params.id, actor.customer)
    return found ? success(applicationRecord(found)) : noSuchApplication()
  },
)
