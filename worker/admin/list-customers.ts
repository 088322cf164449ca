import type * as z from 'zod'
import { CustomerList, CustomerListQuery } from '../../schema/wire/admin-lists'
import { Refusal } from '../errors'
import { endpoint, success } from '../http/endpoint'
import { LIST_HEADERS, pageOf, pageRangeOf, showPage } from '../http/paging'
import type { RequestContext } from '../request-context'
import { type ListedCustomer, listDirectory, readListed, type StoredEntry } from '../store/customer/list-customers'
import { utc } from './application-record'
import { customerRecord } from './customer-record'

const LIST = 'customers'

export const listCustomers = endpoint(
  {
    method: 'GET',
    path: '/admin/customers',
    operationId: 'listCustomers',
    summary: 'Lists the customers, in the order of their ids.',
    description:
      'A page has {PAGE_SIZE} customers without `pageSize`. If `X-Has-More` is true, send `X-Next-Cursor` as `cursor` for ' +
      'the next page.',
    auth: 'admin',
    example: {
      response: {
        customers: [
          {
            clientId: 7,
            name: 'Hotel Aurora',
            currency: 'EUR',
            timeZone: 'Europe/Rome',
            logoUrl: 'https://aurora.example/logo.svg',
            imagePath: '',
            itineraryUrlTemplate: '',
            state: 'serving',
            shard: 0,
            otherShard: null,
            createdAt: '2026-11-22T08:30:00.000Z',
            lastBookingAt: '2026-11-24T17:02:11.480Z',
            lastRatesAt: '2026-11-24T18:30:05.012Z',
            lastSaleAt: null,
            webhooks: { enabled: 2, failing: 1, disabled: 0 },
          },
        ],
      },
    },
    query: CustomerListQuery,
    response: CustomerList,
    responseHeaders: LIST_HEADERS,
  },
  async call => {
    const page = await pageOf(call, LIST, call.query)
    if (page instanceof Refusal) return page

    const { entries, customers: ofFirst } = await listDirectory(call.db, pageRangeOf(page))
    const { shown, headers } = await showPage(call, LIST, page, {
      read: entries,
      position: entry => [entry.customerId],
    })

    const others = await readCustomersOf(call, shown)
    const customers = new Map([...ofFirst, ...others].map(customer => [customer.customerId, customer]))
    return success({ customers: shown.map(entry => record(entry, customers.get(entry.customerId))) }, { headers })
  },
)

type State = z.input<typeof CustomerList>['customers'][number]['state']

/** The customers of a page that other databases than the first serve. Each is read once, all at the same time. */
async function readCustomersOf({ shards }: RequestContext, entries: readonly StoredEntry[]): Promise<ListedCustomer[]> {
  const numbers = [...new Set(entries.map(({ shard }) => shard))].filter(number => number !== 0)
  const found = await Promise.all(
    numbers.map(number => {
      const ids = entries.flatMap(({ shard, customerId }) => (shard === number ? [customerId] : []))
      return readListed(shards.at(number), ids)
    }),
  )
  return found.flat()
}

const stateOf = ({ otherShard, closedAt, deletedAt }: StoredEntry, customer: ListedCustomer | undefined): State => {
  if (deletedAt !== null) return 'deleted'
  if (otherShard !== null) return 'moving'
  if (closedAt !== null) return 'closed'
  return customer ? 'serving' : 'incomplete'
}

const record = (entry: StoredEntry, customer: ListedCustomer | undefined) => ({
  ...customerRecord(entry.customerId, customer),
  state: stateOf(entry, customer),
  shard: entry.shard,
  otherShard: entry.otherShard,
  createdAt: new Date(entry.createdAt).toISOString(),
  lastBookingAt: utc(customer?.lastBookingAt ?? null),
  lastRatesAt: utc(customer?.lastRatesAt ?? null),
  lastSaleAt: utc(customer?.lastSaleAt ?? null),
  webhooks: customer?.webhooks[0] ?? { enabled: 0, failing: 0, disabled: 0 },
})
