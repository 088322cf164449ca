import { beforeEach, describe, expect, it } from 'vitest'
import { book } from '../../support/booking'
import { insertChannel } from '../../support/channel'
import { MOVED, moveCustomer, moveStep, moveUntilState, readCustomerRows } from '../../support/move'
import { someOf } from '../../support/repetitions'
import { databases, expectRefusal, expectStatus, hotelBeforeEach, rowsIn } from '../../support/service'
import { snapshot } from '../../support/snapshot'

const hotel = hotelBeforeEach(MOVED)
const [FIRST, SECOND] = databases as [D1Database, D1Database]
/** What a migration of a later release would do, to both databases. */
const both = async (sql: string) => {
  for (const database of databases) await rowsIn(database, sql)
}
const later = "INSERT INTO d1_migrations (name) VALUES ('0042_later.sql')"
const values = async (database: D1Database) =>
  (await rowsIn(database, 'SELECT note FROM reservation ORDER BY 1')).map(({ note }) => note)

/** The hotel is in the second database. */
beforeEach(async () => {
  await insertChannel({ customer: MOVED })
  for (const roomID of [101, 102, 103]) await book(hotel.call, { roomsBooked: [{ roomID }] })
})

describe('an unknown column', () => {
  beforeEach(async () => {
    await both("ALTER TABLE reservation ADD note text DEFAULT '' NOT NULL")
    await rowsIn(SECOND, "UPDATE reservation SET note = 'note ' || reservation_id")
  })

  it('is moved with its values [SHARD-13]', async () => {
    const before = await readCustomerRows(MOVED, 1)
    await moveCustomer(MOVED, 0)
    expect(await values(FIRST)).toEqual(['note 1', 'note 2', 'note 3'])
    expect(await readCustomerRows(MOVED, 0)).toEqual(before)
  })

  it('is compared: a value that differs stops the move [SHARD-13]', async () => {
    await moveUntilState(MOVED, 0, 'comparing')
    await rowsIn(FIRST, "UPDATE reservation SET note = '' WHERE reservation_id = 2")
    let reply = await moveStep(MOVED, 0)
    for (let step = 0; step < 20 && reply.status === 200; step++) reply = await moveStep(MOVED, 0)
    expect(reply.status).toBe(409)
    expect(reply.json.errors[0].description).toContain('the copy of reservation is not what it is a copy of')
  })

  it('may be generated: the database makes it itself', async () => {
    await both('ALTER TABLE guest ADD whole text GENERATED ALWAYS AS (first_name || last_name) VIRTUAL')
    const before = await readCustomerRows(MOVED, 1)
    await moveCustomer(MOVED, 0)
    expect(await readCustomerRows(MOVED, 0)).toEqual(before)
  })
})

describe('a move is refused, changes nothing and explains what to do [SHARD-14]', () => {
  it.each([
    [
      'when the migrations go further than this Worker knows',
      () => both(later),
      'to: database 1 has the migration 0042_later.sql, which this release does not know; go on when the release that it belongs to is deployed',
    ],
    [
      'when one database has another migration',
      () => rowsIn(FIRST, later),
      'to: database 0 has the migration 0042_later.sql, which this release does not know; go on when the release that it belongs to is deployed',
    ],
    [
      'when one database lacks a migration',
      () => rowsIn(FIRST, 'DELETE FROM d1_migrations'),
      'to: database 0 lacks the migration 0000_the_house.sql; apply it with "npm run deploy" and go on',
    ],
    [
      'when a database keeps no list of its migrations',
      () => rowsIn(FIRST, 'DROP TABLE d1_migrations'),
      'to: database 0 keeps no list of its migrations (d1_migrations), so that nobody knows which it has; apply them with "npm run deploy"',
    ],
    [
      'when there is a table of customers that this Worker does not know',
      () => rowsIn(SECOND, 'CREATE TABLE voucher (customer_id integer, code text)'),
      'to: database 1 has a table voucher with rows of customers, which this release does not know; take it away or rename its customer_id',
    ],
    [
      'when one database lacks a column that the other has',
      () => rowsIn(SECOND, 'ALTER TABLE payment ADD note text'),
      'to: database 0 lacks the column payment.note, which database 1 has',
    ],
    [
      'when one database lacks a table',
      () => rowsIn(FIRST, 'DROP TABLE sale_payment'),
      'to: database 0 lacks the table sale_payment',
    ],
  ])('%s', async (_, change, words) => {
    await change()
    const before = await snapshot()
    await expectRefusal(moveStep(MOVED, 0), 409, 'INVALID_TRANSITION', `${words}; nothing was changed`)
    expect(await snapshot()).toEqual(before)
    expect((await hotel.call('POST', '/Reservation/GetReservations', {})).json.content).toHaveLength(3)
  })
})

describe('a migration while a customer is moved', () => {
  it.each(someOf(['copying', 'comparing'], 1, 0))(
    'stops the move that is %s, and it can be given up [SHARD-14]',
    async state => {
      const before = await readCustomerRows(MOVED, 1)
      await moveUntilState(MOVED, 0, state)
      await both(later)
      expect((await moveStep(MOVED, 0)).status).toBe(409)
      // The move is cancelled at once. The copied rows are deleted when this Worker knows the tables again.
      expect((await expectStatus(200, moveStep(MOVED, 1))).json.state).toBe('deleting')
      await book(hotel.call, { arrivalDate: '2027-06-10', departureDate: '2027-06-11' })
      expect((await moveStep(MOVED, 1)).status).toBe(409)
      await both("DELETE FROM d1_migrations WHERE name = '0042_later.sql'")
      await moveCustomer(MOVED, 1)
      expect(await readCustomerRows(MOVED, 0)).toEqual({})
      expect((await readCustomerRows(MOVED, 1)).payment).toEqual(before.payment)
    },
  )

  it.each(someOf(['copying', 'comparing'], 1, 1))('makes the copy that was %s begin anew [SHARD-15]', async state => {
    const before = await readCustomerRows(MOVED, 1)
    await moveUntilState(MOVED, 0, state)
    // The state of a copy that release 1.0.0 began, which did not record the migrations.
    await rowsIn(FIRST, `UPDATE tenancy SET progress = json_remove(progress, '$.version') WHERE customer_id = ${MOVED}`)
    const states = await moveCustomer(MOVED, 0)
    expect([...new Set(states)]).toEqual(['clearing', 'copying', 'comparing', 'switched', 'done'])
    expect([await readCustomerRows(MOVED, 0), await readCustomerRows(MOVED, 1)]).toEqual([before, {}])
  })

  it('does not hold up a move that is decided: what is left is no copying', async () => {
    await moveUntilState(MOVED, 0, 'comparing')
    await rowsIn(FIRST, `UPDATE tenancy SET tenancy_state = 'serving', progress = NULL WHERE customer_id = ${MOVED}`)
    await both(later)
    expect((await expectStatus(200, moveStep(MOVED, 0))).json.state).toBe('switched')
    await book(hotel.call, { arrivalDate: '2027-06-10', departureDate: '2027-06-11' })
    expect((await moveStep(MOVED, 0)).status).toBe(409)
  })
})
