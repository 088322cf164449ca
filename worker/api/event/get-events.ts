import { type Event, EventQuery, Events } from '../../../schema/wire/event'
import { assembleLoggedEvent } from '../../domain/event/event'
import { refuseSequence } from '../../domain/event/sequence'
import { endpoint, nothingFound, success } from '../../http/endpoint'
import { LIST_HEADERS, pageWithin, sequenceHeaders, sequenceOf } from '../../http/paging'
import { readEvents } from '../../store/event/read-events'

const RESERVATION = {
  reservationId: 1,
  reservationNumber: '10000001',
  identity: 'web-4712',
  status: 'Confirmed' as const,
  hotelid: 'QDM',
  hotelids: ['QDM'],
  arrivalDate: '2027-05-09T00:00:00',
  departureDate: '2027-05-13T00:00:00',
}

const CREATED: Event = {
  id: 'evt_O9_D3_3rl4dZkov9fYOAKQ',
  type: 'reservation.created',
  sequence: 1,
  timestamp: '2026-11-22T08:30:00.123Z',
  customerId: 1,
  by: 'app_4246161341be4a4ebfcc7f07add17025',
  data: RESERVATION,
}

const MODIFIED: Event = {
  id: 'evt_mVgqQPSmFLvU0pK1E3nZ2g',
  type: 'reservation.modified',
  sequence: 2,
  timestamp: '2026-11-22T08:41:12.456Z',
  customerId: 1,
  by: 'app_4246161341be4a4ebfcc7f07add17025',
  data: { ...RESERVATION, changed: ['dates', 'rooms'] },
}

export const getEvents = endpoint(
  {
    method: 'GET',
    path: '/api/Event/GetEvents',
    operationId: 'getEvents',
    summary: 'Lists the events of all changes, oldest first.',
    description:
      'Each change writes one event for each record that it changes, in the same transaction. `sequence` counts without a ' +
      'gap.\n\n' +
      'Send the sequence of the last event that you have as `afterSequence`, or as `cursor`: both names mean the same. While ' +
      '`X-Has-More` is `true`, send `X-Next-Cursor`: the sequence of the last event of the page. Then send ' +
      '`X-Newest-Sequence`: with a filter it is higher.\n\n' +
      'Events are kept for 90 days, the newest one for longer. If an event after `afterSequence` is not kept any more, the ' +
      'response is 410 and names the oldest sequence.',
    auth: 'events:read',
    // Always from the primary: a replica that lags would take a sequence that the caller has for one that does not exist.
    query: EventQuery,
    listParameters: ['types'],
    responseHeaders: {
      'X-Has-More': LIST_HEADERS['X-Has-More'],
      'X-Next-Cursor': LIST_HEADERS['X-Next-Cursor'],
      'X-Newest-Sequence': 'The sequence of the newest event of the customer, as of this page. `0`: there is none yet.',
    },
    response: Events,
    example: {
      name: 'From the start',
      query: { afterSequence: 0, pageSize: 50 },
      response: [CREATED, MODIFIED],
    },
    moreExamples: [
      { name: 'Go on', query: { afterSequence: 1, pageSize: 50 }, response: [MODIFIED] },
      {
        name: 'Some types',
        query: { types: 'reservation.created,reservation.modified,reservation.cancelled' },
        response: [CREATED, MODIFIED],
      },
      { name: 'One reservation', query: { reservationId: 1 }, response: [CREATED, MODIFIED] },
      { name: 'From a time', query: { since: '2026-11-22T08:35:00Z' }, response: [MODIFIED] },
    ],
    errors: ['EVENTS_EXPIRED'],
  },
  async ({ db, scope, query, settings: { limits } }) => {
    const { types, reservationId, since, pageSize: size = limits.PAGE_SIZE } = query
    const { field, after } = sequenceOf(query)
    const { events, ...log } = await readEvents(db, scope, { after, types, reservationId, since }, size + 1)
    const newestHeader = { 'x-newest-sequence': String(log.newest) }
    const refusal = refuseSequence(after, log, field)
    if (refusal) return refusal.withHeaders(newestHeader)

    const page = pageWithin({ size, maxBytes: limits.PAGE_BYTES }, events)
    const headers = { ...sequenceHeaders(page), ...newestHeader }
    return page.rows.length
      ? success(
          page.rows.map(event => assembleLoggedEvent(event, scope.customer)),
          { headers },
        )
      : nothingFound(headers)
  },
)
