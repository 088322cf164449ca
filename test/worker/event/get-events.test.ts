import { createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../schema/wire/dates'
import { EVENT_TYPES } from '../../../schema/wire/event-types'
import { runCleanUp } from '../../../worker/clean-up'
import { withBindings } from '../../support/bindings'
import { book, post } from '../../support/booking'
import { eventPage, eventsOf, getEvents, readLog } from '../../support/events'
import { bearerHeader } from '../../support/probe'
import { recordingDatabase, scannedTables } from '../../support/query-plan'
import { sellSuccessfully } from '../../support/sale'
import { expectRefusal, expectStatus, hotelBeforeEach, openHotel, rows } from '../../support/service'

const hotel = hotelBeforeEach()
const { call } = hotel

const note = (bookingID: number, n: number) => post(call, { bookingID, reservationSummaryNote: `note ${n}` })
const sequences = async (query: string) => (await eventPage(call, query)).events.map(({ sequence }) => sequence)

/** Three bookings, and a sale: sequences 1 to 4. Then notes of the first. */
async function fill(notes = 0) {
  const [first = 0] = [await book(call), await book(call, { roomsBooked: [{ roomID: 102 }] })]
  await book(call, { roomsBooked: [{ roomID: 103 }] })
  await sellSuccessfully(call)
  for (let n = 0; n < notes; n++) await note(first, n)
  return first
}

const runIn = (days: number) =>
  runCleanUp(createScheduledController({ scheduledTime: Date.now() + days * DAY_MS }), { ...env })

describe('an empty log', () => {
  it('is no data, with 0 as the newest sequence [EVENT-7] [EVENT-9]', async () => {
    const { json, headers } = await expectStatus(200, getEvents(call))
    expect(json).toEqual({ content: {}, errors: [], message: 'No data found!', success: true })
    expect([headers.get('x-has-more'), headers.get('x-newest-sequence')]).toEqual(['false', '0'])
    await expectStatus(422, getEvents(call, 'afterSequence=1'))
  })
})

describe('pages', () => {
  it('are oldest first, and go on after a sequence [EVENT-7]', async () => {
    await fill(3)
    expect(await eventPage(call, 'pageSize=3')).toMatchObject({ hasMore: true, newest: 7 })
    expect(await sequences('pageSize=3')).toEqual([1, 2, 3])
    expect(await sequences('pageSize=3&afterSequence=3')).toEqual([4, 5, 6])
    expect(await eventPage(call, 'pageSize=3&afterSequence=6')).toMatchObject({ hasMore: false, newest: 7 })
    expect(await eventPage(call, 'afterSequence=7')).toEqual({ events: [], hasMore: false, newest: 7 })
    expect(await sequences('afterSequence=0')).toEqual([1, 2, 3, 4, 5, 6, 7])
    await expectStatus(422, getEvents(call, 'pageSize=201'))
  })

  it('a page that ends with the last event has no more [EVENT-7]', async () => {
    await fill()
    expect(await eventPage(call, 'pageSize=4')).toMatchObject({ hasMore: false })
  })

  it('a sequence above the newest is 422, with the newest [EVENT-8] [EVENT-9]', async () => {
    await fill()
    const { json, headers } = await expectStatus(422, getEvents(call, 'afterSequence=5'))
    expect(json.errors).toEqual([{ code: 'INVALID_FIELD', description: 'afterSequence: expected at most 4' }])
    expect(headers.get('x-newest-sequence')).toBe('4')
  })

  it.each(['-1', 'x', '1.5', '9007199254740993'])('afterSequence %s is 422', async sent => {
    const { json } = await expectStatus(422, getEvents(call, `afterSequence=${sent}`))
    expect(json.errors[0]).toMatchObject({
      code: 'INVALID_FIELD',
      description: expect.stringMatching(/^afterSequence: /),
    })
  })
})

describe('a cursor', () => {
  const cursorAfter = async (query: string) =>
    (await expectStatus(200, getEvents(call, query))).headers.get('x-next-cursor')

  it('is the last sequence of a page that has more after it; the last page has none [EVENT-15]', async () => {
    await fill(3)
    expect(await cursorAfter('pageSize=3')).toBe('3')
    expect(await cursorAfter('pageSize=3&cursor=3')).toBe('6')
    expect(await cursorAfter('pageSize=3&cursor=6')).toBeNull()
    expect(await cursorAfter('pageSize=7')).toBeNull()
    expect(await cursorAfter('cursor=7')).toBeNull()
    expect(await cursorAfter('types=reservation.modified&pageSize=1')).toBe('5')
  })

  it('is another name of afterSequence [EVENT-15]', async () => {
    await fill(3)
    for (const query of ['cursor=5', 'afterSequence=5', 'Cursor=5&afterSequence=5', 'cursor=5&afterSequence=0']) {
      expect(await sequences(query), query).toEqual([6, 7])
    }
    for (const query of ['cursor=0', 'cursor=']) expect(await sequences(query), query).toHaveLength(7)
    const { json } = await expectStatus(422, getEvents(call, 'cursor=8'))
    expect(json.errors).toEqual([{ code: 'INVALID_FIELD', description: 'cursor: expected at most 7' }])
  })

  it.each([
    ['cursor=5&afterSequence=4', 'expected the value of afterSequence, or only one of both'],
    ['cursor=x', 'expected an integer'],
    ['cursor=-1', 'expected an integer'],
    ['cursor=1.5', 'expected an integer'],
    ['cursor=WzIsMl0.KWDr9WXFuGIOSvra', 'expected an integer'],
  ])('%s is 422 [EVENT-15]', async (query, expected) => {
    await fill(3)
    const { json } = await expectStatus(422, getEvents(call, query))
    expect(json.errors).toEqual([{ code: 'INVALID_FIELD', description: `cursor: ${expected}` }])
  })
})

describe('filters', () => {
  it('types selects several by comma, and the newest sequence is that of the log [EVENT-10]', async () => {
    await fill(1)
    const sales = await eventPage(call, 'types=sale.created')
    expect([sales.events.map(({ sequence }) => sequence), sales.newest]).toEqual([[4], 5])
    expect(await sequences('types=sale.created,%20reservation.modified')).toEqual([4, 5])
    expect(await eventPage(call, 'types=guest.erased')).toEqual({ events: [], hasMore: false, newest: 5 })
    expect(await sequences(`types=${EVENT_TYPES.join()}&pageSize=2`)).toEqual([1, 2])
  })

  it.each(['reservation.removed', 'ping', 'reservation.created,x'])(
    'an unknown type is 422: %s [EVENT-10]',
    async types => {
      await expectRefusal(getEvents(call, `types=${types}`), 422, 'INVALID_FIELD', /^types: expected types of events/)
    },
  )

  it('reservationId selects its own events, links and sales on its account [EVENT-10]', async () => {
    const reservationId = await fill(1)
    await sellSuccessfully(call, { reservationID: reservationId })
    await call('POST', '/PartnerItinerary/IssueLink', { reservationId })
    await call('POST', '/PartnerItinerary/RevokeLink', { reservationId })
    const { events } = await eventPage(call, `reservationId=${reservationId}`)
    expect(events.map(({ type }) => type)).toEqual([
      'reservation.created',
      'reservation.modified',
      'sale.created',
      'reservation.modified',
      'link.issued',
      'link.revoked',
    ])
    expect(await sequences(`reservationId=${reservationId}&afterSequence=5&types=sale.created`)).toEqual([6])
    expect(await sequences('reservationId=999')).toEqual([])
  })

  it('finds the events of one reservation by an index: the log behind them is not read [EVENT-10]', async () => {
    await fill(20)
    const { bindings, statements, read } = recordingDatabase()
    const there = withBindings(bindings)
    await expectStatus(200, there('GET', '/api/Event/GetEvents?reservationId=2', undefined, bearerHeader(hotel.token)))
    for (const statement of statements) expect(await scannedTables(statement)).toEqual([])
    expect(read.rows).toBeLessThan(6)
  })
})

describe('since', () => {
  /** Events one minute apart, of which the first is at this instant. */
  const FIRST = Date.parse('2026-11-20T10:00:00Z')
  const at = (minutes: number) => new Date(FIRST + minutes * 60_000).toISOString()

  it('begins with the first event from an instant on [EVENT-38]', async () => {
    await fill(3)
    await env.DB.exec(`UPDATE event SET at = ${FIRST} + (sequence - 1) * 60000`)
    for (const minutes of [0, 1, 2, 3, 4, 5, 6]) {
      expect((await sequences(`since=${at(minutes)}`))[0], `${minutes}`).toBe(minutes + 1)
      expect((await sequences(`since=${at(minutes - 0.5)}`))[0], `${minutes}`).toBe(minutes + 1)
    }
    expect(await eventPage(call, `since=${at(6.5)}`)).toEqual({ events: [], hasMore: false, newest: 7 })
    expect(await sequences(`since=${at(2)}&types=sale.created,reservation.created`)).toEqual([3, 4])
    expect(await sequences(`since=${at(2)}&afterSequence=5`)).toEqual([6, 7])
    expect(await sequences(`since=${at(4)}&afterSequence=1&pageSize=1`)).toEqual([5])
    expect(await sequences('since=')).toHaveLength(7)
    // Several at one instant.
    await env.DB.exec(`UPDATE event SET at = ${FIRST} WHERE sequence < 5`)
    expect((await sequences(`since=${at(0)}`))[0]).toBe(1)
    expect((await sequences(`since=${at(0.1)}`))[0]).toBe(5)
    // Old events go.
    await env.DB.exec('DELETE FROM event WHERE sequence < 6')
    expect(await sequences(`since=${at(0)}`)).toEqual([6, 7])
    expect(await sequences(`since=${at(6)}`)).toEqual([7])
  })

  it.each(['2026-11-20', 'x', '2026-11-20T10:00:00'])('%s is 422 [EVENT-38]', async since => {
    await expectRefusal(getEvents(call, `since=${since}`), 422, 'INVALID_FIELD', /^since: expected an ISO 8601/)
  })

  it('reads some rows of a log of 100,000 events [EVENT-38]', async () => {
    await rows(`INSERT INTO event (customer_id, sequence, event_id, event_type, at, data)
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
      SELECT 1, i, i, 'guest.erased', ${FIRST} + i * 60000, '{"guestId": 1, "reservationIds": []}' FROM n`)
    const { bindings, read } = recordingDatabase()
    const path = `/api/Event/GetEvents?since=${at(70_000)}&pageSize=2`
    const { json } = await expectStatus(200, withBindings(bindings)('GET', path, undefined, bearerHeader(hotel.token)))
    expect(json.content.map(({ sequence }: { sequence: number }) => sequence)).toEqual([70_000, 70_001])
    expect(read.rows).toBeLessThan(100)
  })
})

describe('after 90 days', () => {
  it('events go, the newest stays, and no sequence is used again [EVENT-11] [RUN-16]', async () => {
    const first = await fill(3)
    await runIn(89)
    expect(await sequences('')).toEqual([1, 2, 3, 4, 5, 6, 7])
    await runIn(91)
    expect(await sequences('')).toEqual([7])
    await note(first, 8)
    expect(await sequences('')).toEqual([7, 8])
    expect((await readLog(call)).at(-1)?.sequence).toBe(8)
  })

  it('only those that are old enough go, in bounded steps [EVENT-11] [RUN-16]', async () => {
    await fill(3)
    await env.DB.exec(`UPDATE event SET at = at - 91 * ${DAY_MS} WHERE sequence < 4`)
    await runIn(0)
    expect(await sequences('')).toEqual([4, 5, 6, 7])
    await env.DB.exec(
      `WITH RECURSIVE n (i) AS (SELECT 8 UNION ALL SELECT i + 1 FROM n WHERE i < 1300)
      INSERT INTO event SELECT 1, i, 'e' || i, 'ping', 0, NULL, '{}', 0, 0, 0, NULL FROM n`.replaceAll('\n', ' '),
    )
    await env.DB.exec('UPDATE event SET at = 0')
    await runIn(0)
    expect(await rows('SELECT sequence FROM event')).toEqual([{ sequence: 1300 }])
  })

  it('a sequence before the oldest is 410, and names it; 0 never is [EVENT-8] [EVENTS_EXPIRED]', async () => {
    const first = await fill(3)
    await runIn(91)
    await note(first, 4)
    const { json, headers } = await expectStatus(410, getEvents(call, 'afterSequence=5'))
    expect(json.errors).toEqual([
      { code: 'EVENTS_EXPIRED', description: 'afterSequence: the oldest event that is kept has sequence 7' },
    ])
    expect(headers.get('x-newest-sequence')).toBe('8')
    expect(await sequences('afterSequence=6')).toEqual([7, 8])
    expect(await sequences('afterSequence=0')).toEqual([7, 8])
    await expectStatus(410, getEvents(call, 'afterSequence=5&types=sale.created&reservationId=1'))
    expect((await expectStatus(410, getEvents(call, 'cursor=5'))).json.errors[0].description).toMatch(/^cursor: /)
  })
})

describe('the log', () => {
  it('has no gap and no decreasing time, even if the clock of the database was ahead [EVENT-1]', async () => {
    const first = await fill(1)
    await env.DB.exec('UPDATE event SET at = at + 3600000 WHERE sequence = 5')
    await note(first, 9)
    const log = await readLog(call)
    expect(log.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6])
    expect(log[5]?.timestamp).toBe(log[4]?.timestamp)
    expect(new Set(log.map(({ id }) => id)).size).toBe(6)
  })

  it('is one for each customer [EVENT-1]', async () => {
    await fill()
    const other = await openHotel(2)
    expect(await readLog(other.call)).toEqual([])
    const [event] = await eventsOf(other.call, () => book(other.call))
    expect(event).toMatchObject({ sequence: 1, customerId: 2 })
    expect(await readLog(call)).toHaveLength(4)
  })
})
