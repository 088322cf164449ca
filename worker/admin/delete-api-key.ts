import { ApiKeyPath } from '../../schema/wire/admin'
import { refuse } from '../errors'
import { endpoint, success } from '../http/endpoint'
import { revokeApiKey } from '../store/access/api-key'
import { auditEntry } from './audit-entry'

export const deleteApiKey = endpoint(
  {
    method: 'DELETE',
    path: '/admin/api-keys/{id}',
    summary: 'Revokes an API key; it stops at once. Once more is harmless.',
    auth: 'admin',
    example: { params: { id: 'key_4246161341be4a4ebfcc7f07add17025' } },
    params: ApiKeyPath,
    status: 204,
    errors: ['NOT_FOUND'],
  },
  async call => {
    const exists = await revokeApiKey(call.db, call.params.id, auditEntry(call, 'api-key.revoke', call.params.id))
    return exists ? success() : refuse('NOT_FOUND', 'id: there is no such API key')
  },
)
