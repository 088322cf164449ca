import { PeopleQuery, PersonPath, SessionList } from '../../schema/wire/people'
import { Refusal } from '../errors'
import { endpoint, success } from '../http/endpoint'
import { LIST_HEADERS, pageOf, positionRangeOf, showPage } from '../http/paging'
import { listSessions as store } from '../store/people/sign-ins'
import { listOf } from './application-record'
import { noSuchPerson } from './person-record'

export const listSessions = endpoint(
  {
    method: 'GET',
    path: '/admin/people/{personId}/sessions',
    operationId: 'listSessions',
    summary: 'Lists the browsers in which a person or a desk is signed in, the oldest sign-in first.',
    description:
      'A page has {PAGE_SIZE} sessions without `pageSize`. If `X-Has-More` is true, send `X-Next-Cursor` as `cursor` for the next page.',
    auth: 'customer',
    example: {
      needs: 'A person who was invited.',
      params: { personId: '3' },
      response: {
        sessions: [
          {
            startedAt: '2026-11-22T08:00:00.000Z',
            lastSeenAt: '2026-11-22T09:00:00.000Z',
            endsAt: '2026-11-22T21:00:00.000Z',
          },
        ],
      },
    },
    params: PersonPath,
    query: PeopleQuery,
    response: SessionList,
    responseHeaders: LIST_HEADERS,
    errors: ['NOT_FOUND'],
  },
  async call => {
    const { personId } = call.params
    const manager = call.actor.customer
    const list = listOf(`sessions ${personId}`, manager)
    const page = await pageOf(call, list, call.query)
    if (page instanceof Refusal) return page
    const read = await store(call.db, { personId, manager }, positionRangeOf(page))
    if (!read) return noSuchPerson()
    const position = (row: (typeof read)[number]) => [row.signedInAt, row.part]
    const { shown, headers } = await showPage(call, list, page, { read, position })
    return success({ sessions: shown.map(sessionRecord) }, { headers })
  },
)

const sessionRecord = ({ signedInAt, activeAt, endsAt }: { signedInAt: number; activeAt: number; endsAt: number }) => ({
  startedAt: new Date(signedInAt).toISOString(),
  lastSeenAt: new Date(activeAt).toISOString(),
  endsAt: new Date(endsAt).toISOString(),
})
