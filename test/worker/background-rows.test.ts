import { createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, expect, it, vi } from 'vitest'
import { dateAfter } from '../../schema/stay-dates'
import { DAY_MS } from '../../schema/wire/dates'
import { runCleanUp } from '../../worker/clean-up'
import { newCost } from '../../worker/db/cost'
import type { Database } from '../../worker/db/database'
import { scopeOf } from '../../worker/db/scope'
import { Shards } from '../../worker/db/shards'
import { settingsOf } from '../../worker/settings'
import { readDue } from '../../worker/store/webhook/due'
import { dispatch } from '../../worker/webhooks/dispatch'
import { book, post } from '../support/booking'
import { insertChannel } from '../support/channel'
import { recordingDatabase } from '../support/query-plan'
import { newReceiver } from '../support/receiver'
import { sellSuccessfully } from '../support/sale'
import { type Call, expectStatus, openHotel, resetBeforeEach, rows } from '../support/service'
import { deliveries, makeEndpoint } from '../support/webhooks'

/*
 * Rows that D1 bills after a request: those that the hourly run deletes later, and those of webhooks. `vitest run -u` writes the
 * file that this test compares.
 */

resetBeforeEach()

afterEach(() => void vi.restoreAllMocks())

interface Rows {
  read: number
  written: number
}

/** Days after which every link of the test has ended. */
const LATER = 400

/** The rows of the hourly run as it comes some days from now. */
const rowsOfCleanUp = (days = LATER) =>
  rowsOf((_, bindings) =>
    runCleanUp(createScheduledController({ scheduledTime: Date.now() + days * DAY_MS }), bindings),
  )

const plus = (one: Rows, other: Rows): Rows => ({ read: one.read + other.read, written: one.written + other.written })
const minus = (one: Rows, other: Rows): Rows => ({ read: one.read - other.read, written: one.written - other.written })

/** Each booking of the test has a day of its own. */
let day = '2027-05-01'
const nextStay = () => {
  const arrivalDate = day
  day = dateAfter(day, 1)
  return { arrivalDate, departureDate: day }
}

/** The rows of the run that deletes what `request` stored, above those of a run that deletes nothing. */
async function rowsOfDeletion(call: Call, request: () => Promise<unknown>): Promise<Rows> {
  await book(call, nextStay())
  await rowsOfCleanUp()
  const idle = await rowsOfCleanUp()
  await request()
  // The newest event and the newest message stay. They are those of this booking, and those of the one before are deleted.
  await book(call, nextStay())
  await rows("UPDATE fetch_message SET message_status = 'Processed'")
  return minus(await rowsOfCleanUp(), idle)
}

const ROOM = 101

/** Requests as in test/e2e/counts.json. A modification needs a booking. */
const requests = (call: Call): Record<string, () => Promise<unknown>> => {
  const link = async () => {
    const reservationId = Number((await rows('SELECT max(reservation_id) AS id FROM reservation'))[0]?.id)
    await expectStatus(200, call('POST', '/PartnerItinerary/IssueLink', { reservationId }))
  }
  const price = [{ numberOfGuests: '2', value: '99.00' }]
  const date = [{ from: '2027-05-01', to: '2027-05-31', rate: [{ rateplanid: 'BAR' }], price }]
  return {
    'POST /api/Booking/PostBooking — new': () => book(call, { identity: 'new', ...nextStay() }),
    'POST /api/Booking/PostBooking — modify: another room, other activities': () =>
      expectStatus(200, post(call, { identity: 'new', action: 'modify', roomsBooked: [{ roomID: ROOM + 1 }] })),
    'POST /api/PartnerItinerary/IssueLink — the first': link,
    'POST /api/Sale/PostSale — paid on the spot': () => sellSuccessfully(call),
    'POST /api/CMConnect/UpdateCMConnect — 60 cells of a month, and an allotment': () =>
      expectStatus(
        200,
        call('POST', '/CMConnect/UpdateCMConnect', {
          rateAvailability: [{ data: [{ hotelid: 'H1', room: [{ roomid: 'DBL', date }] }] }],
        }),
      ),
  }
}

/** Rows of all statements of a run. */
async function rowsOf(run: (db: Database, bindings: typeof env) => Promise<unknown>): Promise<Rows> {
  const { bindings, read, written } = recordingDatabase()
  const all = { ...env, ...bindings }
  const settings = settingsOf(all)
  await run(new Shards(settings, newCost()).at(settings.databases.length - 1), all)
  return { read: read.rows, written: written.rows }
}

const times = (factor: number, { read, written }: Rows): Rows => ({ read: factor * read, written: factor * written })

/** What an endpoint costs: an event that is sent, its delivery when it is old, and each run. `alone`: the rows of a booking that are deleted. */
async function rowsOfWebhooks(call: Call, alone: Rows): Promise<Record<string, Rows>> {
  const minute = () => rowsOf(db => readDue(db, Date.now(), 300))
  const withoutEndpoint = await minute()
  // No request writes an event of this type, so that the change itself starts no dispatcher.
  await makeEndpoint(call, (await newReceiver()).url, { types: ['endpoint.disabled'] })
  const send = async () => {
    await book(call, nextStay())
    await rows(`UPDATE webhook_endpoint SET types = NULL, scanned_sequence = (SELECT max(sequence) - 1 FROM event)`)
    const scope = scopeOf(1, settingsOf(env).databases.length - 1, null)
    const sent = await rowsOf((db, bindings) =>
      dispatch(
        { db, settings: settingsOf(bindings), budget: { steps: 10 }, onDisabled: async () => {} },
        { scope, endpointId: 1 },
      ),
    )
    await rows(`UPDATE webhook_endpoint SET types = '["endpoint.disabled"]'`)
    return sent
  }
  const deleted = async (events: number) => {
    // The run of another day, which deletes the keys of the requests before: they are not rows of a delivery.
    await rowsOfCleanUp(31)
    await rowsOfCleanUp()
    for (let i = 0; i < events; i++) await send()
    await rows("UPDATE fetch_message SET message_status = 'Processed'")
    return plus(await rowsOfCleanUp(31), await rowsOfCleanUp())
  }
  const sent = await send()
  expect(await deliveries(call)).toMatchObject([{ status: 'delivered' }])
  const [two, four] = [await deleted(2), await deleted(4)]
  return {
    'webhook: an event is sent': sent,
    'webhook: a delivery is old': minus(times(0.5, minus(four, two)), alone),
    'webhook: the run of each minute': minus(await minute(), withoutEndpoint),
  }
}

it('the rows that follow a request are those of background-rows.json', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  const { call } = await openHotel()
  await insertChannel()
  const alone = await rowsOfDeletion(call, async () => {})
  const measured: Record<string, Rows> = {}
  for (const [name, request] of Object.entries(requests(call))) {
    measured[name] = minus(await rowsOfDeletion(call, request), alone)
  }
  const webhook = await rowsOfWebhooks(call, alone)
  await expect(`${JSON.stringify({ ...measured, ...webhook }, null, 2)}\n`).toMatchFileSnapshot('background-rows.json')
})
