import { ApiKeyFilter, ApiKeyList } from '../../schema/wire/admin-lists'
import { Refusal } from '../errors'
import { endpoint, success } from '../http/endpoint'
import { LIST_HEADERS, offsetOf, pageOf, rowsOf, showPage } from '../http/paging'
import { type ListedKey, listApiKeys as store } from '../store/access/api-key'
import { listOf, utc } from './application-record'

const LIST = 'api-keys'

export const listApiKeys = endpoint(
  {
    method: 'GET',
    path: '/admin/api-keys',
    operationId: 'listApiKeys',
    summary: 'Lists the API keys, in the order of their ids.',
    description:
      'The response has neither a key nor its hash. Revoked keys are in it. With `customerId`: only those of one customer. ' +
      'A manager sees those of the own. ' +
      'A page has {PAGE_SIZE} keys without `pageSize`. If `X-Has-More` is true, send `X-Next-Cursor` as `cursor` for the ' +
      'next page.',
    auth: 'customer',
    example: {
      query: { customerId: '1' },
      response: {
        apiKeys: [
          {
            id: 'key_4246161341be4a4ebfcc7f07add17025',
            name: 'Point of sale',
            customerId: 1,
            permissions: ['inventory:write'],
            status: 'active',
            createdAt: '2026-11-22T08:30:00.000Z',
            revokedAt: null,
            lastUsedAt: '2026-11-24T06:00:12.000Z',
          },
        ],
      },
    },
    query: ApiKeyFilter,
    response: ApiKeyList,
    responseHeaders: LIST_HEADERS,
  },
  async call => {
    const { customerId, ...paging } = call.query
    const manager = call.actor.customer
    const list = listOf(LIST, manager)
    const page = await pageOf(call, list, paging)
    if (page instanceof Refusal) return page

    const [after = ''] = (page.after ?? []) as [string?]
    const found = await store(
      call.db,
      { manager, customer: customerId },
      { after, rows: rowsOf(page), offset: offsetOf(page) },
    )

    const { shown, headers } = await showPage(call, list, page, { read: found, position: key => [key.apiKeyId] })
    return success({ apiKeys: shown.map(record) }, { headers })
  },
)

const record = (key: ListedKey) => ({
  id: key.apiKeyId,
  name: key.keyName,
  customerId: key.customerId,
  permissions: key.permissions,
  status: key.revokedAt === null ? ('active' as const) : ('revoked' as const),
  createdAt: new Date(key.createdAt).toISOString(),
  revokedAt: utc(key.revokedAt),
  lastUsedAt: utc(key.lastUsedAt),
})
