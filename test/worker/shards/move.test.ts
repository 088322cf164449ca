import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { movedTables } from '../../../worker/store/move/move-tables'
import { withBindings } from '../../support/bindings'
import { aBooking, book, post } from '../../support/booking'
import { insertChannel } from '../../support/channel'
import { readLog } from '../../support/events'
import { calendarPath, detailsPath, hotelsPath, issueLink, markupPath, pagePath } from '../../support/itinerary'
import { CONTROL_TABLES, MOVED, moveCustomer, moveStep, moveUntilState, readCustomerRows } from '../../support/move'
import { casesOf, endpointsWith } from '../../support/operations'
import { createOtherCustomer, OTHER_CUSTOMER_ID } from '../../support/other-customer'
import { recordingDatabase, scannedTables } from '../../support/query-plan'
import { someOf } from '../../support/repetitions'
import { aSale, sell } from '../../support/sale'
import { sampleSeaHotel } from '../../support/sample-hotel'
import { admin, databases, expectStatus, hotelBeforeEach, rows, rowsIn, send } from '../../support/service'
import { makeEndpoint } from '../../support/webhooks'

const hotel = hotelBeforeEach(MOVED)
const [FIRST, SECOND] = databases as [D1Database, D1Database]
const surf = { activityID: 1, activityDate: '2027-05-11', activityStartTime: '10:00', participants: 2 }
const paid = { paymentAmount: 10, paymentExtID: 'pay-1' }

let bookingID: number
/** The hotel is in the second database, with rows in nearly every table. */
beforeEach(async () => {
  await insertChannel({ customer: MOVED })
  bookingID = await book(hotel.call, { identity: 'first', activitiesBooked: [surf], paymentDetails: paid })
  await expectStatus(200, sell(hotel.call, aSale({ identity: 'till', reservationID: bookingID })))
  await makeEndpoint(hotel.call, 'https://hooks.example.com/innlet', {
    types: ['endpoint.disabled'],
    identity: 'hooks',
  })
  await rowsIn(
    SECOND,
    `INSERT INTO webhook_delivery (customer_id, endpoint_id, sequence, previous_sequence, delivery_status, next_attempt_at, created_at)
    VALUES (${MOVED}, 1, 1, 0, 'delivered', 0, 0)`,
  )
})

/** The sample requests of all endpoints that only read a customer's data. */
const READS = casesOf(
  endpointsWith(({ auth }) => auth.endsWith(':read')),
  { ...sampleSeaHotel, customer: MOVED },
)

const tenancies = async () =>
  Promise.all(
    databases.map(
      async each => (await rowsIn(each, `SELECT tenancy_state FROM tenancy WHERE customer_id = ${MOVED}`))[0],
    ),
  )
const directoryEntry = async () =>
  (await rows(`SELECT shard, other_shard FROM customer_directory WHERE customer_id = ${MOVED}`))[0]

describe('a move', () => {
  it('takes every table that hangs from a customer, each after those that it refers to [SHARD-5]', async () => {
    const named = await rowsIn(
      FIRST,
      "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%`customer_id`%'",
    )
    const order = movedTables().map(({ name }) => name)
    const all = named.map(({ name }) => String(name)).filter(name => !CONTROL_TABLES.includes(name))
    expect(all.sort()).toEqual(order.toSorted())
    for (const [i, name] of order.entries()) {
      const parents = await rowsIn(FIRST, `PRAGMA foreign_key_list(${name})`)
      for (const { table } of parents) expect(order.indexOf(String(table)), name).toBeLessThan(i)
    }
  })

  it('moves every row, leaves none behind, changes no other customer, and goes back again [ADMIN-21] [SHARD-5]', async () => {
    await createOtherCustomer()
    const [before, neighbours] = [await readCustomerRows(MOVED, 1), await readCustomerRows(OTHER_CUSTOMER_ID, 0)]
    expect(Object.keys(before).length).toBeGreaterThan(22)
    const states = await moveCustomer(MOVED, 0)
    expect([...new Set(states)]).toEqual(['copying', 'comparing', 'switched', 'done'])
    expect(await readCustomerRows(MOVED, 0)).toEqual(before)
    expect(await readCustomerRows(MOVED, 1)).toEqual({})
    expect(await readCustomerRows(OTHER_CUSTOMER_ID, 0)).toEqual(neighbours)
    expect(await directoryEntry()).toEqual({ shard: 0, other_shard: null })
    const [audited] = await rows("SELECT details FROM audit WHERE act = 'customer.switch'")
    const total = Object.values(before).flat().length
    expect(JSON.parse(audited?.details as string)).toEqual({
      from: 1,
      to: 0,
      rows: total,
      checksum: expect.stringMatching(/^[\da-f]{64}$/),
    })
    await moveCustomer(MOVED, 1)
    expect(await readCustomerRows(MOVED, 1)).toEqual(before)
    expect(await readCustomerRows(MOVED, 0)).toEqual({})
    await book(hotel.call, { roomsBooked: [{ roomID: 102 }] })
  })

  it('keeps the log of events and continues its sequences, without a gap or a repetition [EVENT-13] [SHARD-5]', async () => {
    const before = await readLog(hotel.call)
    expect(before.length).toBeGreaterThan(2)
    await moveCustomer(MOVED, 0)
    expect(await readLog(hotel.call)).toEqual(before)
    await post(hotel.call, { bookingID, reservationSummaryNote: 'moved' })
    await moveCustomer(MOVED, 1)
    await post(hotel.call, { bookingID, reservationSummaryNote: 'back' })
    const log = await readLog(hotel.call)
    expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_, i) => i + 1))
    expect(log).toHaveLength(before.length + 2)
    expect(log.slice(0, before.length)).toEqual(before)
  })

  it('keeps integers beyond the range of JavaScript, every kind of text, and empty values', async () => {
    await rowsIn(SECOND, 'UPDATE payment SET payment_amount = 9007199254740993')
    const notes = ['', '"', "'", '\\', '\n', '[1]', 'null', '٣ नमस्ते 🌊', '1e3', ' ']
    for (const [i, note] of notes.entries()) {
      await rowsIn(
        SECOND,
        `INSERT INTO guest (customer_id, guest_id, last_name) VALUES (${MOVED}, ?, ?)`,
        100 + i,
        note,
      )
    }
    const sums = () =>
      Promise.all(
        databases.map(each =>
          rowsIn(
            each,
            `SELECT (SELECT group_concat(hex(last_name)) FROM guest) AS names,
            (SELECT CAST(max(payment_amount) AS TEXT) FROM payment) AS amount`,
          ),
        ),
      )
    const [, before] = await sums()
    await moveCustomer(MOVED, 0)
    expect((await sums())[0]).toEqual(before)
  })

  it('answers 503 with Retry-After to writes meanwhile, and serves reads [SHARD-6]', async () => {
    const { token } = await issueLink(hotel, bookingID)
    const seen = new Set<string>()
    let step = 0
    await moveCustomer(MOVED, 0, async state => {
      seen.add(state)
      step++
      const moving = state === 'copying' || state === 'comparing'
      const reply = await post(hotel.call, aBooking({ roomsBooked: [{ roomID: 103 }], identity: 'meanwhile' }))
      expect(reply.status, state).toEqual(moving ? 503 : 200)
      if (moving) {
        expect(reply.headers.get('retry-after')).toBe('10')
        expect(reply.json.errors[0].code).toBe('DATABASE_UNAVAILABLE')
        const setup = await admin('PUT', `/customers/${MOVED}/setup`, { locations: [{ locationId: 9, name: 'Late' }] })
        expect(setup.status).toBe(503)
        expect(setup.headers.get('retry-after')).toBe('10')
        const { name, currency, timeZone } = { name: 'Late', currency: 'EUR', timeZone: 'Europe/Rome' }
        expect((await admin('PUT', `/customers/${MOVED}`, { name, currency, timeZone })).status).toBe(503)
      }
      expect((await hotel.call('POST', '/Reservation/GetReservations', {})).json.content.length).toBeGreaterThan(0)
      for (const path of [
        detailsPath(token),
        hotelsPath(token),
        markupPath(token),
        calendarPath(token),
        pagePath(token),
      ]) {
        expect((await send('GET', path)).status, `${state} ${path}`).toBe(200)
      }
      for (const [method, path, body] of someOf(READS, 4, 4 * step)) {
        const { status } = await hotel.call(method, path.replace(/^\/api/, ''), body)
        expect(status, `${state} ${path}`).toBe(200)
      }
    })
    expect([...seen]).toEqual(['copying', 'comparing', 'switched'])
    // The repeated booking is the same booking.
    expect((await post(hotel.call, aBooking({ roomsBooked: [{ roomID: 103 }], identity: 'meanwhile' }))).status).toBe(
      200,
    )
    expect(await rowsIn(FIRST, "SELECT 1 FROM reservation WHERE identity = 'meanwhile'")).toHaveLength(1)
  })

  it.each(someOf(['copying', 'comparing'], 1, 0))(
    'can be given up while %s, and tried again [SHARD-10]',
    async state => {
      const before = await readCustomerRows(MOVED, 1)
      await moveUntilState(MOVED, 0, state)
      const states = await moveCustomer(MOVED, 1)
      expect([...new Set(states)]).toEqual(['deleting', 'done'])
      expect([await readCustomerRows(MOVED, 0), await readCustomerRows(MOVED, 1)]).toEqual([{}, before])
      await book(hotel.call, { roomsBooked: [{ roomID: 102 }] })
      const later = await readCustomerRows(MOVED, 1)
      await moveCustomer(MOVED, 0)
      expect(await readCustomerRows(MOVED, 0)).toEqual(later)
    },
  )

  it.each([
    ['a row that is missing', 'DELETE FROM payment'],
    ['a row that is another', "UPDATE guest SET last_name = 'Nobody'"],
    ['a row too many', `INSERT INTO guest (customer_id, guest_id, last_name) VALUES (${MOVED}, 999, 'Ghost')`],
  ])('stops at %s in the copy, says so, and switches nothing [SHARD-9]', async (_, harm) => {
    const before = await readCustomerRows(MOVED, 1)
    await moveUntilState(MOVED, 0, 'comparing')
    await FIRST.exec(harm)
    const reply = await untilRefused()
    expect(reply.json.errors[0]).toMatchObject({ code: 'INVALID_TRANSITION' })
    expect(reply.json.errors[0].description).toMatch(/copy of (payment|guest) is not/)
    expect((await untilRefused()).status).toBe(409)
    expect(await tenancies()).toEqual([{ tenancy_state: 'arriving' }, { tenancy_state: 'leaving' }])
    expect((await hotel.call('POST', '/Reservation/GetReservations', {})).json.content).toHaveLength(1)
    await moveCustomer(MOVED, 1)
    expect([await readCustomerRows(MOVED, 0), await readCustomerRows(MOVED, 1)]).toEqual([{}, before])
  })

  async function untilRefused() {
    for (let i = 0; i < 50; i++) {
      const reply = await moveStep(MOVED, 0)
      if (reply.status !== 200) return reply
    }
    throw new Error('was never refused')
  }

  it('finds every page by the key, however many rows lie before it', async () => {
    const { bindings, statements } = recordingDatabase()
    const there = withBindings(bindings)
    for (let done = false; !done; ) {
      const headers = { authorization: `Bearer ${env.ADMIN_TOKEN}` }
      done = (await expectStatus(200, there('POST', `/admin/customers/${MOVED}/move`, { to: 0 }, headers))).json.done
    }
    expect(statements.size).toBeGreaterThan(100)
    const pages: string[] = []
    // The length of the schema depends on the tables.
    const ofRows = [...statements].filter(statement => !/FROM (sqlite_schema|d1_migrations)/.test(statement))
    for (const statement of ofRows) {
      expect(await scannedTables(statement), statement).toEqual([])
      const table = /AS content FROM (\w+) WHERE customer_id = \? AND \(/.exec(statement.replace(/\s+/g, ' '))?.[1]
      if (!table) continue
      pages.push(table)
      const { results } = await FIRST.prepare(`EXPLAIN QUERY PLAN ${statement.replace(/\?/g, 'NULL')}`).all()
      const plan = results.map(({ detail }) => String(detail))
      expect(
        plan.find(detail => detail.startsWith(`SEARCH ${table} `)),
        table,
      ).toEqual(expect.stringMatching(/USING PRIMARY KEY \(customer_id=\? AND (\(.*\)>\(.*\)|\w+>\?)\)$/))
      expect(
        plan.filter(detail => detail.includes('B-TREE')),
        table,
      ).toEqual([])
    }
    expect(pages.length).toBeGreaterThan(20)
  })

  it('is refused to a database that there is not, of a customer that there is not, and of one on the way elsewhere [ADMIN-21]', async () => {
    expect((await moveStep(MOVED, 2)).json.errors[0]).toMatchObject({ code: 'INVALID_FIELD' })
    expect((await moveStep(99, 0)).json.errors[0]).toMatchObject({ code: 'NOT_FOUND' })
    expect((await expectStatus(200, moveStep(MOVED, 1))).json).toEqual({
      clientId: MOVED,
      shard: 1,
      to: 1,
      state: 'done',
      done: true,
    })
  })
})
