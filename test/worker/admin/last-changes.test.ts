import { createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../schema/wire/dates'
import { runCleanUp } from '../../../worker/clean-up'
import { book, post } from '../../support/booking'
import { insertChannel } from '../../support/channel'
import { days, price, rate, span, updateSuccessfully } from '../../support/channel-message'
import { closedLongAgo, exportAll, importAll, setState } from '../../support/customer-data'
import { readLog } from '../../support/events'
import { issueLink } from '../../support/itinerary'
import { sellSuccessfully } from '../../support/sale'
import { admin, expectStatus, hotelBeforeEach, rows } from '../../support/service'
import { makeEndpoint } from '../../support/webhooks'

const hotel = hotelBeforeEach()
const { call } = hotel

const listed = async (clientId = 1) => {
  const { json } = await expectStatus(200, admin('GET', '/customers'))
  return json.customers.find((each: { clientId: number }) => each.clientId === clientId)
}
const times = async () => {
  const { lastBookingAt, lastRatesAt, lastSaleAt } = await listed()
  return { lastBookingAt, lastRatesAt, lastSaleAt }
}
/** The times of the newest events of the three types, as the log has them. */
const timesOfLog = async () => {
  const log = await readLog(call)
  const last = (type: string) => log.findLast(each => each.type === type)?.timestamp ?? null
  return {
    lastBookingAt: last('reservation.created'),
    lastRatesAt: last('rates.updated'),
    lastSaleAt: last('sale.created'),
  }
}
const sendRates = (value: string) =>
  updateSuccessfully(call, days([{ ...span('10'), ...rate('BAR'), ...price({ 2: value }) }]))

/** Puts the log a minute back, with the times in it. */
const aMinuteLater = () =>
  rows(`UPDATE event SET at = at - 60000, last_booking_at = nullif(last_booking_at, 0) - 60000,
    last_rates_at = nullif(last_rates_at, 0) - 60000, last_sale_at = nullif(last_sale_at, 0) - 60000`)

/** As if release 1.1.0 had written the events: it does not know the times. */
const forget = (where = 'true') =>
  rows(`UPDATE event SET last_booking_at = NULL, last_rates_at = NULL, last_sale_at = NULL WHERE ${where}`)

describe('the list of customers has the times of the last booking, rates and sale [ADMIN-63]', () => {
  it('null, if there was none', async () => {
    expect(await times()).toEqual({ lastBookingAt: null, lastRatesAt: null, lastSaleAt: null })
  })

  it('of the changes, whatever is written after them', async () => {
    await insertChannel()
    const bookingID = await book(call)
    const { lastBookingAt } = await timesOfLog()
    expect(await times()).toEqual({ lastBookingAt, lastRatesAt: null, lastSaleAt: null })
    await sendRates('121')
    await sellSuccessfully(call)
    const expected = await timesOfLog()
    expect(Object.values(expected)).not.toContain(null)
    expect(await times()).toEqual(expected)
    await aMinuteLater()
    const earlier = await timesOfLog()
    await expectStatus(200, post(call, { bookingID, reservationSummaryNote: 'Late' }))
    await issueLink(hotel, bookingID)
    await sendRates('121')
    await expectStatus(204, admin('POST', `/customers/1/guests/${bookingID}/erase`))
    expect((await readLog(call)).at(-1)?.type).toBe('guest.erased')
    expect(await times()).toEqual(earlier)
    await sendRates('130')
    await book(call, { roomsBooked: [{ roomID: 102 }] })
    const later = await timesOfLog()
    expect(later.lastBookingAt).not.toBe(earlier.lastBookingAt)
    expect(await times()).toEqual(later)
  })

  it('also after the log has lost their events', async () => {
    await insertChannel()
    const bookingID = await book(call)
    await sendRates('121')
    await sellSuccessfully(call)
    const expected = await timesOfLog()
    await issueLink(hotel, bookingID)
    await runCleanUp(createScheduledController({ scheduledTime: Date.now() + 91 * DAY_MS }), { ...env })
    expect((await readLog(call)).map(({ type }) => type)).toEqual(['link.issued'])
    expect(await times()).toEqual(expected)
    await rows('DELETE FROM itinerary_link')
    await issueLink(hotel, bookingID)
    expect(await times()).toEqual(expected)
  })
})

describe('events that release 1.1.0 wrote beside this one, without the times [ADMIN-63]', () => {
  it.each([
    ['of all events', 'true'],
    ['of the last event', 'sequence = 4'],
    ['of the last two', 'sequence > 2'],
    ['of the first two', 'sequence < 3'],
  ])('lose none: %s', async (_, where) => {
    await insertChannel()
    const bookingID = await book(call)
    await sendRates('121')
    await sellSuccessfully(call)
    await issueLink(hotel, bookingID)
    const expected = await timesOfLog()
    await forget(where)
    expect(await times()).toEqual(expected)
    await issueLink(hotel, bookingID)
    expect(await times()).toEqual(expected)
    expect(await rows('SELECT count(*) AS n FROM event WHERE sequence = 5 AND last_booking_at > 0')).toEqual([{ n: 1 }])
  })

  it('the hourly run keeps what the times are read of, until an event has them', async () => {
    const bookingID = await book(call)
    await sellSuccessfully(call)
    const expected = await timesOfLog()
    await issueLink(hotel, bookingID)
    await forget('sequence = 3')
    const run = () => runCleanUp(createScheduledController({ scheduledTime: Date.now() + 91 * DAY_MS }), { ...env })
    await run()
    expect((await readLog(call)).map(({ sequence }) => sequence)).toEqual([2, 3])
    expect(await times()).toEqual(expected)
    await rows('DELETE FROM itinerary_link')
    await issueLink(hotel, bookingID)
    await run()
    expect((await readLog(call)).map(({ sequence }) => sequence)).toEqual([4])
    expect(await times()).toEqual(expected)
  })
})

it('an import of 1.1.0 has the times of its events, stored with the newest [ADMIN-63] [CUSTOMER-15]', async () => {
  const bookingID = await book(call)
  await sellSuccessfully(call)
  await issueLink(hotel, bookingID)
  await forget()
  const expected = await timesOfLog()
  await setState(1, 'readOnly')
  const { file } = await exportAll('1')
  await closedLongAgo(1)
  while (!(await expectStatus(200, admin('DELETE', '/customers/1'))).json.done);
  expect(await times()).toEqual({ lastBookingAt: null, lastRatesAt: null, lastSaleAt: null })
  await importAll(1, file)
  expect(await times()).toEqual(expected)
  expect(await rows('SELECT sequence, last_booking_at > 0 AS known FROM event')).toEqual([
    { sequence: 1, known: null },
    { sequence: 2, known: null },
    { sequence: 3, known: 1 },
  ])
})

it('the list of customers counts the webhook endpoints of each by state [ADMIN-64]', async () => {
  expect((await listed()).webhooks).toEqual({ enabled: 0, failing: 0, disabled: 0 })
  for (const n of [1, 2, 3, 4]) await makeEndpoint(call, `https://hooks.example.com/${n}`)
  await rows('UPDATE webhook_endpoint SET failures = 2 WHERE endpoint_id = 1')
  await rows('UPDATE webhook_endpoint SET failures = 3 WHERE endpoint_id = 2')
  await rows("UPDATE webhook_endpoint SET endpoint_status = 'disabled', failures = 9 WHERE endpoint_id = 3")
  await expectStatus(200, call('POST', '/Webhook/DeleteEndpoint', { endpointId: 4 }))
  await expectStatus(200, admin('PUT', '/customers/5', { name: 'Five', currency: 'EUR', timeZone: 'Europe/Rome' }))
  expect((await listed()).webhooks).toEqual({ enabled: 2, failing: 1, disabled: 1 })
  expect((await listed(5)).webhooks).toEqual({ enabled: 0, failing: 0, disabled: 0 })
})
