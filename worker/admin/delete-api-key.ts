import { ApiKeyPath } from '../../schema/wire/admin'
import { refuse } from '../errors'
import { endpoint, success } from '../http/endpoint'
import { revokeApiKey } from '../store/access/api-key'
import { auditEntry } from './audit-entry'

export const deleteApiKey = endpoint(
  {
    method: 'DELETE',
    path: '/admin/api-keys/{id}',
    operationId: 'deleteApiKey',
    summary: 'Revokes an API key.',
    description: 'The key is invalid at once. The same request again changes nothing.',
    auth: 'customer',
    example: { params: { id: 'key_4246161341be4a4ebfcc7f07add17025' } },
    params: ApiKeyPath,
    status: 204,
    errors: ['NOT_FOUND'],
  },
  async call => {
    const exists = await revokeApiKey(
      call.db,
      { apiKeyId: call.params.id, manager: call.actor.customer },
      auditEntry(call, 'api-key.revoke', call.params.id),
    )
    return exists ? success() : refuse('NOT_FOUND', 'id: there is no such API key')
  },
)
