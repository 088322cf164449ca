import { IssuedApplication, NewApplication } from '../../schema/wire/admin'
import { OWN_PRODUCT } from '../auth/access-token'
import { Refusal, refuse } from '../errors'
import { endpoint, success } from '../http/endpoint'
import { addApplication } from '../store/access/application'
import { listProducts } from '../store/access/interface'
import { isUnknownCustomer } from '../store/access/unknown-customer'
import { APPLICATION_EXAMPLE, applicationRecord } from './application-record'
import { auditEntry } from './audit-entry'
import { grantedPermissions, refuseOtherCustomer } from './granted-permissions'
import { CLIENT_SECRET, issueSecret } from './issue-secret'

export const createApplication = endpoint(
  {
    method: 'POST',
    path: '/admin/applications',
    operationId: 'createApplication',
    summary: 'Registers an application for one customer and one product.',
    description:
      'The response has the client secret. No other response shows it. The product is `innlet`, or one whose audience was ' +
      'configured before (`PUT /admin/interfaces/{product}`): without an audience, its tokens would open nothing.',
    auth: 'customer',
    example: {
      body: { name: 'Channel manager', customerId: 1, product: 'innlet', permissions: ['rates:write'] },
      response: { ...APPLICATION_EXAMPLE, clientSecret: 'cs_…' },
    },
    body: NewApplication,
    response: IssuedApplication,
    status: 201,
    errors: ['INVALID_FIELD', 'PERMISSION_DENIED', 'UNKNOWN_REFERENCE', 'NOT_CONFIGURED'],
  },
  async call => {
    const { name, customerId, product, expiresAt } = call.body
    const permissions = refuseOtherCustomer(call, customerId) ?? grantedPermissions(call.body.permissions, call)
    if (permissions instanceof Refusal) return permissions
    const unknown = product === OWN_PRODUCT ? undefined : refuseUnknownProduct(product, await listProducts(call.db))
    if (unknown) return unknown
    const issued = await issueSecret(CLIENT_SECRET, call.settings)
    if (issued instanceof Refusal) return issued

    const row = {
      clientId: `app_${crypto.randomUUID().replaceAll('-', '')}`,
      customerId,
      applicationName: name,
      product,
      permissions,
      applicationStatus: 'active' as const,
      expiresAt: expiresAt ?? null,
      lastUsedAt: null,
      createdAt: call.now,
    }
    const record = applicationRecord(row)
    const { clientId, ...details } = record
    try {
      await addApplication(
        call.db,
        { ...row, secretHash: issued.hash, madeWith: issued.madeWith },
        auditEntry(call, 'application.create', clientId, details),
      )
    } catch (error) {
      if (!isUnknownCustomer(error)) throw error
      return refuse('UNKNOWN_REFERENCE', 'customerId: there is no such customer')
    }
    return success({ ...record, clientSecret: issued.secret })
  },
)

function refuseUnknownProduct(product: string, configured: readonly string[]) {
  if (configured.includes(product)) return undefined
  const known = [OWN_PRODUCT, ...configured].join(', ')
  return refuse('UNKNOWN_REFERENCE', `product: expected one with a configured audience: ${known}`)
}
