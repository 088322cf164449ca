import { ApplicationPath, ApplicationRecord } from '../../schema/wire/admin'
import { endpoint, success } from '../http/endpoint'
import { findApplication } from '../store/access/application'
import { applicationRecord, noSuchApplication } from './application-record'

export const getApplication = endpoint(
  {
    method: 'GET',
    path: '/admin/applications/{id}',
    operationId: 'getApplication',
    summary: 'Returns an application.',
    description: 'The response does not have the client secret.',
    auth: 'admin',
    example: {
      params: { id: 'app_4246161341be4a4ebfcc7f07add17025' },
      response: {
        clientId: 'app_4246161341be4a4ebfcc7f07add17025',
        name: 'Channel manager',
        customerId: 7,
        product: 'innlet',
        permissions: ['rates:write'],
        status: 'active',
        expiresAt: null,
        createdAt: '2026-11-22T08:30:00.000Z',
      },
    },
    params: ApplicationPath,
    response: ApplicationRecord,
    errors: ['NOT_FOUND'],
  },
  async ({ db, params }) => {
    const found = await findApplication(db, params.id)
    return found ? success(applicationRecord(found)) : noSuchApplication()
  },
)
