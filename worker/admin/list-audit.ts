import { AuditList, AuditQuery } from '../../schema/wire/admin-lists'
import { Refusal, refuse } from '../errors'
import { endpoint, success } from '../http/endpoint'
import { LIST_HEADERS, pageOf, rowsOf, showPage } from '../http/paging'
import { listAudit as store } from '../store/audit/audit'

/** Databases that one page reads at most, one after the other. */
const DATABASES_PER_PAGE = 20

export const listAudit = endpoint(
  {
    method: 'GET',
    path: '/admin/audit',
    operationId: 'listAuditEntries',
    summary: 'Lists the audit log, by database, newest first.',
    description:
      'An entry is in the database of the action (`shard`). The list begins with database 0 and continues with the next ' +
      'one. Within a database the newest entry is first. With `shard`: only that database. A page has {PAGE_SIZE} entries ' +
      'without `pageSize`. If `X-Has-More` is true, send `X-Next-Cursor` as `cursor` for the next page. A page reads at ' +
      'most 20 databases and goes through at most 10,000 entries of one, so that it can have fewer entries, or none, and ' +
      'more after it.',
    auth: 'admin',
    example: {
      response: {
        entries: [
          {
            shard: 0,
            auditId: 12,
            at: '2026-11-22T08:30:00.000Z',
            requestId: '4b7f6f2e-6f0f-4c43-9d62-4d0d2f1a8a11',
            act: 'api-key.create',
            subject: 'key_4246161341be4a4ebfcc7f07add17025',
            details: { customerId: 1, name: 'Point of sale', permissions: ['inventory:write'] },
            by: 'admin',
          },
        ],
      },
    },
    query: AuditQuery,
    zeroParameters: ['shard'],
    response: AuditList,
    responseHeaders: LIST_HEADERS,
    errors: ['INVALID_FIELD'],
  },
  async call => {
    const { shard, act, by, since, until, ...paging } = call.query
    const { count } = call.shards
    if (shard !== undefined && shard >= count) {
      return refuse('INVALID_FIELD', `shard: expected the number of a database, from 0 to ${count - 1}`)
    }
    const list = `audit ${shard ?? 'all'}`
    const page = await pageOf(call, list, paging)
    if (page instanceof Refusal) return page

    const [first = shard ?? 0, before] = (page.after ?? []) as [number?, number?]
    const end = Math.min(shard === undefined ? count : shard + 1, first + DATABASES_PER_PAGE)
    const entries: Entry[] = []
    let rest = shard === undefined && end < count ? [end] : undefined
    for (let number = first; number < end && entries.length < rowsOf(page); number++) {
      const rows = rowsOf(page) - entries.length
      const found = await store(
        call.shards.at(number),
        { act, by, since, until },
        number === first ? before : undefined,
        rows,
      )
      entries.push(...found.entries.map(entry => ({ ...entry, shard: number })))
      if (found.rest === undefined) continue
      rest = [number, found.rest]
      break
    }

    const { shown, headers } = await showPage(call, list, page, {
      read: entries,
      position: ({ shard, auditId }) => [shard, auditId],
      rest,
    })
    return success({ entries: shown.map(record) }, { headers })
  },
)

/** An entry with the number of its database. */
type Entry = Awaited<ReturnType<typeof store>>['entries'][number] & { shard: number }

const record = ({ at, ...entry }: Entry) => ({ ...entry, at: new Date(at).toISOString() })
