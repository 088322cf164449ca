import type * as z from 'zod'
import { CustomerList, CustomerListQuery } from '../../schema/wire/admin-lists'
import { stateOf } from '../domain/customer/state'
import { Refusal } from '../errors'
import { endpoint, success } from '../http/endpoint'
import { LIST_HEADERS, pageOf, pageRangeOf, showPage } from '../http/paging'
import type { RequestContext } from '../request-context'
import type { Tenancy } from '../store/customer/columns'
import {
  type ListedCustomer,
  type ListedCustomers,
  listDirectory,
  readListed,
  type StoredEntry,
} from '../store/customer/list-customers'
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
            stateSince: '2026-11-22T08:30:00.000Z',
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

    const { entries, ...ofFirst } = await listDirectory(call.db, pageRangeOf(page))
    const { shown, headers } = await showPage(call, LIST, page, {
      read: entries,
      position: entry => [entry.customerId],
    })

    const found = [ofFirst, ...(await readCustomersOf(call, shown))]
    const byId = <Row extends { customerId: number }>(rows: Row[]) => new Map(rows.map(row => [row.customerId, row]))
    const customers = byId(found.flatMap(({ customers }) => customers))
    const tenancies = byId(found.flatMap(({ tenancies }) => tenancies))
    const records = shown.map(entry => {
      const { customerId } = entry
      return record(entry, customers.get(customerId), tenancies.get(customerId))
    })
    return success({ customers: records }, { headers })
  },
)

type State = z.input<typeof CustomerList>['customers'][number]['state']

/** The customers of a page that other databases than the first serve. Each is read once, all at the same time. */
function readCustomersOf({ shards }: RequestContext, entries: readonly StoredEntry[]): Promise<ListedCustomers[]> {
  const numbers = [...new Set(entries.map(({ shard }) => shard))].filter(number => number !== 0)
  return Promise.all(
    numbers.map(number => {
      const ids = entries.flatMap(({ shard, customerId }) => (shard === number ? [customerId] : []))
      return readListed(shards.at(number), ids)
    }),
  )
}

function listedState(entry: StoredEntry, customer: ListedCustomer | undefined, tenancy: Tenancy | undefined): State {
  if (!tenancy) return entry.deletedAt === null ? 'incomplete' : 'deleted'
  const state = stateOf({ entry, tenancy })
  if (state !== 'open') return state
  return customer ? 'serving' : 'incomplete'
}

const record = (entry: StoredEntry, customer: ListedCustomer | undefined, tenancy: Tenancy | undefined) => ({
  ...customerRecord(entry.customerId, customer),
  state: listedState(entry, customer, tenancy),
  stateSince: utc(tenancy?.changedAt ?? null),
  shard: entry.shard,
  otherShard: entry.otherShard,
  createdAt: new Date(entry.createdAt).toISOString(),
  lastBookingAt: utc(customer?.lastBookingAt ?? null),
  lastRatesAt: utc(customer?.lastRatesAt ?? null),
  lastSaleAt: utc(customer?.lastSaleAt ?? null),
  webhooks: customer?.webhooks[0] ?? { enabled: 0, failing: 0, disabled: 0 },
})
