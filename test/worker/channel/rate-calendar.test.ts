import { createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { runCleanUp } from '../../../worker/clean-up'
import { withBindings } from '../../support/bindings'
import { insertChannel, PLAN_DAYS } from '../../support/channel'
import {
  callWithDatabase,
  days,
  declareChannel,
  getContent,
  getDates,
  plans,
  price,
  rate,
  rooms,
  span,
  updateSuccessfully,
} from '../../support/channel-message'
import { databaseWithInterruptions } from '../../support/concurrent-change'
import { admin, expectStatus, openHotel, resetBeforeEach, rows } from '../../support/service'

/*
 * A database that release 1.0.0 filled has prices by day in `plan_day`. It gets them by month while it serves.
 */

resetBeforeEach()

let hotel: Awaited<ReturnType<typeof openHotel>>
beforeEach(async () => {
  hotel = await openHotel()
})

type State = 'days' | 'months' | 'months-only'

const setState = (state: State) =>
  rows(
    `INSERT INTO rate_calendar (calendar_id, calendar_state) VALUES (1, ?)
     ON CONFLICT DO UPDATE SET calendar_state = excluded.calendar_state, copied_up_to = NULL, changed_months = 0`,
    state,
  )
const stateNow = async () => (await rows('SELECT calendar_state FROM rate_calendar'))[0]?.calendar_state ?? 'none'
const byDay = () => rows('SELECT * FROM plan_day ORDER BY 1, 2, 3, 4, 5')
const byMonth = () => rows(`SELECT * FROM ${PLAN_DAYS}`)

/** The hourly run, with a value of the setting. */
const runHourly = (RATE_CALENDAR?: string, changes = {}) =>
  runCleanUp(createScheduledController({ scheduledTime: Date.parse('2026-11-22T10:17:00Z') }), {
    ...env,
    ...(RATE_CALENDAR && { RATE_CALENDAR }),
    ...changes,
  })

/** Prices as release 1.0.0 stored them. */
async function fillByDay(): Promise<void> {
  await insertChannel()
  await rows(
    `INSERT INTO plan_day (customer_id, hotel_id, channel_room_id, channel_rate_plan_id, day, prices)
     SELECT customer_id, hotel_id, channel_room_id, channel_rate_plan_id, day, prices FROM ${PLAN_DAYS}`,
  )
  await rows('DELETE FROM plan_month')
  await setState('days')
}

const whole = { minimumstay: '2', maximumstay: '9', closedonarrival: '1', closedondeparture: '0', closed: '1' }

/** Messages of every kind, each on what the messages before it stored. */
const MESSAGES = [
  days([{ from: '2027-05-20', to: '2027-07-10', ...rate('BAR', 'HB'), ...price({ 1: '90', 2: '100' }) }]),
  days([{ from: '2027-05-20', to: '2027-06-02', ...rate('BAR'), ...whole }], {}, 'FAM'),
  days([{ ...span('21', '25'), closed: '1', ...rate('BAR') }]),
  days([{ ...span('24'), ...rate('BAR', 'HB'), minimumstay: '3' }]),
  days([{ ...span('22'), ...rate('BAR'), ...price({ 2: '80' }) }]),
  days([{ from: '2027-05-30', to: '2027-06-29', ...rate('HB') }], { action: 3 }),
  days([{ from: '2027-06-01', to: '2027-06-30', ...rate('BAR') }], { action: 3 }),
  {
    rateAvailability: [
      ...days([{ ...span('22'), ...rate('BAR') }], { action: 3 }).rateAvailability,
      ...days([{ ...span('22'), ...rate('BAR'), closed: '0' }]).rateAvailability,
    ],
  },
  days([{ ...span('23', '26'), ...rate('BAR'), ...price({ 2: '70' }) }], { syncType: 1 }),
  days([{ ...span('01', '31'), ...rate('HB'), ...price({ 2: '60' }) }], {}, 'FAM'),
  days([], { syncType: 1 }, 'FAM'),
  plans([{ rateplanid: 'HB' }], { action: 3 }),
  rooms([{ roomid: 'DBL' }], { action: 3 }),
]

describe('a message', () => {
  it.each(['days', 'months'] as const)('in the state %s changes prices by day and by month alike', async state => {
    await declareChannel(hotel.call)
    await setState(state)
    for (const [i, message] of MESSAGES.entries()) {
      await updateSuccessfully(hotel.call, message)
      expect(await byMonth(), String(i)).toEqual(await byDay())
      if (i < 9) expect(await byDay()).not.toEqual([])
    }
  })

  it('has the same result and the same events in each state', async () => {
    const told = []
    for (const [i, state] of (['days', 'months', 'months-only'] as const).entries()) {
      const other = await openHotel(2 + i)
      await setState(state)
      await declareChannel(other.call)
      const steps = []
      for (const [step, message] of MESSAGES.entries()) {
        await updateSuccessfully(other.call, message)
        // What is deleted cannot be deleted again.
        if (step < MESSAGES.length - 2) await updateSuccessfully(other.call, message)
        const events = await rows('SELECT event_type, data FROM event WHERE customer_id = ? ORDER BY sequence', 2 + i)
        steps.push([
          await getContent(other.call, 'from=2027-05-01&to=2027-08-01'),
          events.filter(({ event_type }) => event_type === 'rates.updated'),
        ])
      }
      told.push(JSON.parse(JSON.stringify(steps).replaceAll(`"clientId":${2 + i}`, '"clientId":0')))
    }
    expect(told[1]).toEqual(told[0])
    expect(told[2]).toEqual(told[0])
    expect(told[0].at(-1)[1].length).toBeGreaterThan(8)
  })

  it.each(['days', 'months', 'months-only'] as const)(
    'in the state %s loses nothing of another one for the same days [CHANNEL-21]',
    async state => {
      await declareChannel(hotel.call)
      await setState(state)
      const fields = [
        price({ 2: '90.00' }),
        { closed: '0' },
        { minimumstay: '2' },
        { maximumstay: '7' },
        { closedonarrival: '0' },
        { closedondeparture: '1' },
      ]
      await Promise.all(
        fields.map(field => updateSuccessfully(hotel.call, days([{ ...span('03', '05'), ...rate('BAR'), ...field }]))),
      )
      expect(await getDates(hotel.call)).toEqual([
        { ...span('03', '05'), ...rate('BAR'), ...Object.assign({}, ...fields) },
      ])
    },
  )

  it('that finds prices by day gone is written again, by month only', async () => {
    await fillByDay()
    await setState('months')
    await runHourly()
    const { database } = databaseWithInterruptions({ 2: () => setState('months-only') })
    const before = await byDay()
    await updateSuccessfully(
      callWithDatabase(database, hotel),
      days([{ ...span('03'), ...rate('BAR'), ...price({ 2: '90' }) }]),
    )
    expect(await byDay()).toEqual(before)
    const entry = (await getDates(hotel.call)).find(({ rate, from }) => from === '2027-05-03' && rate)
    expect(entry?.price).toEqual([{ numberOfGuests: '2', value: '90.00' }])
  })
})

describe('the hourly run', () => {
  const stay = (identity: string) => ({
    identity,
    arrivalDate: '2027-05-10',
    departureDate: '2027-05-12',
    roomTypeID: 10,
    primaryGuestDetails: { lastName: 'Okabe' },
  })
  const sold = async (identity: string) =>
    (await expectStatus(200, hotel.call('POST', '/OnlineBooking/postreservation', stay(identity)))).json.content.total

  it('copies prices by day, and reads them by month after a pass that changes nothing [RATE_CALENDAR]', async () => {
    await fillByDay()
    const content = await getContent(hotel.call)
    await runHourly()
    expect(await stateNow()).toBe('days')
    expect(await byMonth()).toEqual(await byDay())
    expect(await getContent(hotel.call)).toEqual(content)
    expect(await sold('1')).toBe(200)
    await runHourly()
    expect(await stateNow()).toBe('months')
    // `plan_day` is not read any more.
    await rows('UPDATE plan_day SET plan_closed = 1')
    expect(await sold('2')).toBe(200)
    await rows('UPDATE room_day SET rooms_to_sell = 3')
    expect(await getContent(hotel.call)).toEqual(content)
  })

  it('begins a further pass as long as one changes anything, and deletes months without a day', async () => {
    await fillByDay()
    await runHourly()
    // As a Worker of release 1.0.0 writes them.
    await rows("DELETE FROM plan_day WHERE channel_rate_plan_id = 'HB'")
    await rows("UPDATE plan_day SET prices = '{\"2\":1}' WHERE day = '2027-05-10'")
    await runHourly()
    expect(await stateNow()).toBe('days')
    expect(await byMonth()).toEqual(await byDay())
    await runHourly()
    expect(await stateNow()).toBe('months')
  })

  it('copies many rooms in steps, each from where the last stopped', async () => {
    await fillByDay()
    await rows(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250)
       INSERT INTO channel_room (customer_id, hotel_id, channel_room_id, is_active, document)
       SELECT 1, 'H1', printf('R%04d', i), 1, '{}' FROM n`,
    )
    await rows(
      `INSERT INTO plan_day (customer_id, hotel_id, channel_room_id, channel_rate_plan_id, day, prices, closed_on_arrival)
       SELECT 1, 'H1', channel_room_id, 'BAR', '2027-06-0' || i, '{"1":1}', 1
       FROM channel_room, (SELECT 1 AS i UNION SELECT 2) WHERE channel_room_id LIKE 'R%'`,
    )
    // A room that release 1.0.0 has deleted since its month was copied.
    await rows(`INSERT INTO plan_month VALUES (1, 'H1', 'R0100-GONE', 'BAR', '2027-06', '{"01":{"closed":1}}')`)
    await runHourly()
    expect([await stateNow(), await byMonth()]).toEqual(['days', await byDay()])
    await runHourly()
    expect(await stateNow()).toBe('months')
  })

  it('does not switch while a customer is read-only', async () => {
    await fillByDay()
    await expectStatus(200, admin('PUT', '/customers/1/state', { state: 'readOnly' }))
    for (let run = 0; run < 3; run++) await runHourly()
    expect([await stateNow(), await rows('SELECT * FROM plan_month')]).toEqual(['days', []])
    await expectStatus(200, admin('PUT', '/customers/1/state', { state: 'open' }))
    for (let run = 0; run < 2; run++) await runHourly()
    expect(await stateNow()).toBe('months')
  })

  it('goes back to prices by day at once, and deletes them only when told [RATE_CALENDAR]', async () => {
    await fillByDay()
    await runHourly('days')
    expect([await stateNow(), await rows('SELECT * FROM plan_month')]).toEqual(['days', []])
    for (let run = 0; run < 2; run++) await runHourly('months-only')
    expect([await stateNow(), await byDay()]).toEqual(['months', await byMonth()])
    await runHourly('days')
    expect(await stateNow()).toBe('days')
    for (let run = 0; run < 3; run++) await runHourly()
    expect(await stateNow()).toBe('months')
    const content = await getContent(hotel.call)
    await runHourly('months-only')
    expect([await stateNow(), await byDay()]).toEqual(['none', []])
    expect(await getContent(hotel.call)).toEqual(content)
    await runHourly('days')
    expect(await stateNow()).toBe('none')
  })
})

it('is served only with a known value of the setting [RATE_CALENDAR]', async () => {
  const health = (RATE_CALENDAR: string) => withBindings({ RATE_CALENDAR })('GET', '/api/Fetch/health')
  expect([(await health('weeks')).status, (await health('days')).status]).toEqual([500, 200])
})
