import { IssuedApiKey, NewApiKey } from '../../schema/wire/admin'
import { Refusal, refuse } from '../errors'
import { endpoint, success } from '../http/endpoint'
import { addApiKey } from '../store/access/api-key'
import { isUnknownCustomer } from '../store/access/unknown-customer'
import { auditEntry } from './audit-entry'
import { grantedPermissions, refuseOtherCustomer } from './granted-permissions'
import { issueSecret } from './issue-secret'

export const createApiKey = endpoint(
  {
    method: 'POST',
    path: '/admin/api-keys',
    operationId: 'createApiKey',
    summary: 'Creates an API key for one customer.',
    description: 'The response has the key. No other response shows it.',
    auth: 'customer',
    example: {
      body: { customerId: 1, name: 'Point of sale', permissions: ['inventory:write'] },
      response: { id: 'key_4246161341be4a4ebfcc7f07add17025', apiKey: 'ik_…' },
    },
    body: NewApiKey,
    response: IssuedApiKey,
    status: 201,
    errors: ['INVALID_FIELD', 'PERMISSION_DENIED', 'UNKNOWN_REFERENCE', 'NOT_CONFIGURED'],
  },
  async call => {
    const { customerId, name } = call.body
    const permissions = refuseOtherCustomer(call, customerId) ?? grantedPermissions(call.body.permissions, call)
    if (permissions instanceof Refusal) return permissions
    const issued = await issueSecret('ik_', call.settings)
    if (issued instanceof Refusal) return issued

    const id = `key_${crypto.randomUUID().replaceAll('-', '')}`
    try {
      await addApiKey(
        call.db,
        { apiKeyId: id, customerId, keyName: name, permissions, keyHash: issued.hash, madeWith: issued.madeWith },
        auditEntry(call, 'api-key.create', id, { customerId, name, permissions }),
      )
    } catch (error) {
      if (!isUnknownCustomer(error)) throw error
      return refuse('UNKNOWN_REFERENCE', 'customerId: there is no such customer')
    }
    return success({ id, apiKey: issued.secret })
  },
)
