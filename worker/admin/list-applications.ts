import { ApplicationFilter, ApplicationList } from '../../schema/wire/admin'
import { Refusal } from '../errors'
import { endpoint, success } from '../http/endpoint'
import { LIST_HEADERS, offsetOf, pageOf, rowsOf, showPage } from '../http/paging'
import { listApplications as store } from '../store/access/application'
import { APPLICATION_EXAMPLE, applicationRecord, listOf } from './application-record'

const LIST = 'applications'

export const listApplications = endpoint(
  {
    method: 'GET',
    path: '/admin/applications',
    operationId: 'listApplications',
    summary: 'Lists the applications, oldest first.',
    description:
      'With `customerId`: only those of one customer. A manager sees those of the own. A page has {LARGEST_PAGE_SIZE} applications without `pageSize`. If ' +
      '`X-Has-More` is true, send `X-Next-Cursor` as `cursor` for the next page.',
    auth: 'customer',
    example: {
      query: { customerId: '1' },
      response: {
        applications: [APPLICATION_EXAMPLE],
      },
    },
    query: ApplicationFilter,
    response: ApplicationList,
    responseHeaders: LIST_HEADERS,
  },
  async call => {
    const { customerId, ...paging } = call.query
    const manager = call.actor.customer
    const list = listOf(LIST, manager)
    const page = await pageOf(call, list, paging, 'LARGEST_PAGE_SIZE')
    if (page instanceof Refusal) return page

    const [createdAt = 0, clientId = ''] = (page.after ?? []) as [number?, string?]
    const range = { after: { createdAt, clientId }, rows: rowsOf(page), offset: offsetOf(page) }
    const found = await store(call.db, { manager, customer: customerId }, range)

    const { shown, headers } = await showPage(call, list, page, {
      read: found,
      position: row => [row.createdAt, row.clientId],
    })
    return success({ applications: shown.map(applicationRecord) }, { headers })
  },
)
