import { IssuedApiKey, NewApiKey } from '../../schema/wire/admin'
import { ConstraintViolation } from '../db/errors'
import { Refusal, refuse } from '../errors'
import { endpoint, success } from '../http/endpoint'
import { addApiKey } from '../store/access/api-key'
import { auditEntry } from './audit-entry'
import { grantedPermissions } from './granted-permissions'
import { issueSecret } from './issue-secret'

export const createApiKey = endpoint(
  {
    method: 'POST',
    path: '/admin/api-keys',
    summary: 'Makes an API key for one customer; the one time it is shown.',
    auth: 'admin',
    example: { body: { customerId: 7, name: 'Point of sale', permissions: ['inventory:write'] } },
    body: NewApiKey,
    response: IssuedApiKey,
    status: 201,
    errors: ['INVALID_FIELD', 'UNKNOWN_REFERENCE', 'NOT_CONFIGURED'],
  },
  async call => {
    const { customerId, name } = call.body
    const permissions = grantedPermissions(call.body.permissions, call.settings)
    if (permissions instanceof Refusal) return permissions
    const issued = await issueSecret('ik_', call.settings)
    if (issued instanceof Refusal) return issued

    const id = `key_${crypto.randomUUID().replaceAll('-', '')}`
    try {
      await addApiKey(
        call.db,
        { apiKeyId: id, customerId, keyName: name, permissions, keyHash: issued.hash },
        auditEntry(call, 'api-key.create', id, { customerId, name, permissions }),
      )
    } catch (error) {
      if (!(error instanceof ConstraintViolation) || error.constraint !== 'FOREIGN KEY') throw error
      return refuse('UNKNOWN_REFERENCE', 'customerId: there is no such customer')
    }
    return success({ id, apiKey: issued.secret })
  },
)
