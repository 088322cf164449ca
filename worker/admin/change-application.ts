import { ApplicationChange, ApplicationPath, ApplicationRecord } from '../../schema/wire/admin'
import { Refusal } from '../errors'
import { endpoint, success } from '../http/endpoint'
import { changeApplication as store } from '../store/access/application'
import { APPLICATION_EXAMPLE, applicationRecord, noSuchApplication, utc } from './application-record'
import { auditEntry } from './audit-entry'
import { grantedPermissions } from './granted-permissions'

export const changeApplication = endpoint(
  {
    method: 'PATCH',
    path: '/admin/applications/{id}',
    operationId: 'updateApplication',
    summary: 'Changes the status, the permissions or the expiry of an application.',
    description:
      'A field that is not sent stays. Tokens that were issued before keep their permissions until they expire. A revoked ' +
      'application can become active again.',
    auth: 'customer',
    example: {
      params: { id: APPLICATION_EXAMPLE.clientId },
      body: { status: 'inactive' },
      response: { ...APPLICATION_EXAMPLE, status: 'inactive' },
    },
    params: ApplicationPath,
    body: ApplicationChange,
    keepNulls: true,
    response: ApplicationRecord,
    errors: ['INVALID_FIELD', 'PERMISSION_DENIED', 'NOT_FOUND'],
  },
  async call => {
    const { status, expiresAt } = call.body
    const permissions = call.body.permissions && grantedPermissions(call.body.permissions, call)
    if (permissions instanceof Refusal) return permissions

    const changed = await store(
      call.db,
      { clientId: call.params.id, manager: call.actor.customer },
      {
        ...(status && { applicationStatus: status }),
        ...(permissions && { permissions }),
        ...(expiresAt !== undefined && { expiresAt }),
      },
      auditEntry(call, 'application.change', call.params.id, {
        status,
        permissions,
        expiresAt: expiresAt === undefined ? undefined : utc(expiresAt),
      }),
    )
    return changed ? success(applicationRecord(changed)) : noSuchApplication()
  },
)
