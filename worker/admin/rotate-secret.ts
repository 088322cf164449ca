import { ApplicationPath, IssuedSecret } from '../../schema/wire/admin'
import { Refusal } from '../errors'
import { endpoint, success } from '../http/endpoint'
import { changeApplication } from '../store/access/application'
import { noSuchApplication } from './application-record'
import { auditEntry } from './audit-entry'
import { CLIENT_SECRET, issueSecret } from './issue-secret'

export const rotateSecret = endpoint(
  {
    method: 'POST',
    path: '/admin/applications/{id}/rotate-secret',
    operationId: 'rotateApplicationSecret',
    summary: 'Replaces the secret of an application.',
    description: 'The old secret is invalid at once. No other response shows the new one.',
    auth: 'customer',
    example: { params: { id: 'app_4246161341be4a4ebfcc7f07add17025' }, response: { clientSecret: 'cs_…' } },
    params: ApplicationPath,
    response: IssuedSecret,
    errors: ['NOT_CONFIGURED', 'NOT_FOUND'],
  },
  async call => {
    const issued = await issueSecret(CLIENT_SECRET, call.settings)
    if (issued instanceof Refusal) return issued
    const changed = await changeApplication(
      call.db,
      { clientId: call.params.id, manager: call.actor.customer },
      { secretHash: issued.hash, madeWith: issued.madeWith },
      auditEntry(call, 'application.rotate-secret', call.params.id),
    )
    return changed ? success({ clientSecret: issued.secret }) : noSuchApplication()
  },
)
