import { ApplicationPath, ApplicationRecord } from '../../schema/wire/admin'
import { endpoint, success } from '../http/endpoint'
import { findApplication } from '../store/access/application'
import { applicationRecord, noSuchApplication } from './application-record'

export const getApplication = endpoint(
  {
    method: 'GET',
    path: '/admin/applications/{id}',
    summary: 'Shows an application, without its secret.',
    auth: 'admin',
    example: { params: { id: 'app_4246161341be4a4ebfcc7f07add17025' } },
    params: ApplicationPath,
    response: ApplicationRecord,
    errors: ['NOT_FOUND'],
  },
  async ({ db, params }) => {
    const found = await findApplication(db, params.id)
    return found ? success(applicationRecord(found)) : noSuchApplication()
  },
)
