import { PeopleQuery, PersonList } from '../../schema/wire/people'
import { Refusal } from '../errors'
import { endpoint, success } from '../http/endpoint'
import { LIST_HEADERS, offsetOf, pageOf, pageRangeOf, showPage } from '../http/paging'
import { listPeople as store } from '../store/people/people'
import { listOf } from './application-record'
import { PERSON_EXAMPLE, personRecord } from './person-record'

export const listPeople = endpoint(
  {
    method: 'GET',
    path: '/admin/people',
    operationId: 'listPeople',
    summary: 'Lists people and desks, in the order of their ids.',
    description:
      'A manager sees people whose roles are all of the own customer. A page has {PAGE_SIZE} people without `pageSize`. If ' +
      '`X-Has-More` is true, send `X-Next-Cursor` as `cursor` for the next page.',
    auth: 'customer',
    example: { response: { people: [PERSON_EXAMPLE] } },
    query: PeopleQuery,
    response: PersonList,
    responseHeaders: LIST_HEADERS,
  },
  async call => {
    const manager = call.actor.customer
    const list = listOf('people', manager)
    const page = await pageOf(call, list, call.query)
    if (page instanceof Refusal) return page
    const found = await store(call.db, manager, { ...pageRangeOf(page), offset: offsetOf(page) })
    const { shown, headers } = await showPage(call, list, page, { read: found, position: row => [row.personId] })
    return success({ people: shown.map(personRecord) }, { headers })
  },
)
