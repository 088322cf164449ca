import { beforeAll, describe, expect, it } from 'vitest'
import { daysFrom, night } from '../../demo/stay.ts'
import { type Followed, follow } from '../support/follower.ts'
import { repetitions } from '../support/repetitions.ts'
import { query, violatedInvariants } from './support/database.ts'
import { registerApplication, setUpHotel, tokenFor } from './support/hotel.ts'
import { processTree, survivors } from './support/processes.ts'
import { newServiceFolder, type Run, start } from './support/run.ts'

/** `npm run soak` repeats this some seventy times. */
const ROUNDS = repetitions(2, 10)
/** The minimum and maximum of bookings that are answered before the kill, and the number of concurrent ones. */
const ANSWERED = [20, 80] as const
const AT_ONCE = 8
/** Minimum of acknowledged bookings in all rounds. */
const BOOKINGS = repetitions(60, 200)

const day = daysFrom('2031-01-01')

/** A booking that writes to every table of bookings: two rooms for three nights, an activity, a payment and a letter. */
const booking = (n: number) => ({
  identity: `stay-${n}`,
  arrivalDate: day(3 * n),
  departureDate: day(3 * n + 3),
  primaryGuestDetails: { firstName: 'Nour', lastName: `Haddad ${n}` },
  bookingParameters: { isSendCorrespondence: true, correspondenceToBeSent: [{ correspondenceTypeID: 1 }] },
  roomsBooked: [101, 102].map(roomID => ({ roomID, guestsInRoom: 1, rates: night(1, 90, 3), roomNotes: ['Quiet.'] })),
  activitiesBooked: [
    {
      activityID: 1,
      activityDate: day(3 * n),
      activityStartTime: '10:00',
      participants: 2,
      rates: [{ unitCost: 30, quantity: 2, nights: 1 }],
    },
  ],
  paymentDetails: { paymentAmount: 100, paymentExtID: `pay-${n}` },
})

/** Rows of one such booking, by table. */
const WHOLE = {
  room_stay: 2,
  room_night: 6,
  room_rate: 2,
  activity_booking: 1,
  activity_rate: 1,
  payment: 1,
  correspondence: 1,
  fetch_message: 2,
  idempotency: 1,
}

const TABLES = Object.keys(WHOLE)

const COUNTS = `SELECT identity, reservation_id AS id, ${TABLES.map(
  table =>
    `(SELECT count(*) FROM ${table} t WHERE t.customer_id = r.customer_id AND t.reservation_id = r.reservation_id) AS ${table}`,
)} FROM reservation r ORDER BY reservation_id`

const TOTALS = `SELECT ${['reservation', 'guest', ...TABLES].map(table => `(SELECT count(*) FROM ${table}) AS ${table}`)},
  (SELECT sum(booked) FROM activity_slot) AS booked`

describe('killed outright in the middle of a stream of bookings, again and again [TRIAL-6]', () => {
  const place = newServiceFolder()
  const acknowledged = new Map<string, string | null>()
  const followed: Followed = { sequences: [] }
  let run: Run
  let bearer: string
  let sent = 0

  beforeAll(async () => {
    run = await start(place, '--no-demo')
    await setUpHotel(run.service, 1)
    bearer = await enter()
  })

  const enter = async () =>
    (await tokenFor(run.service, await registerApplication(run.service, 1, ['reservations:write', 'events:read'])))
      .access_token

  const post = (n: number) => run.service.requestOk('POST', '/api/Booking/PostBooking', booking(n), bearer)

  /** Posts one booking after another until the service is gone. */
  async function integrate(): Promise<void> {
    for (;;) {
      const n = sent++
      try {
        const { headers } = await post(n)
        acknowledged.set(`stay-${n}`, headers.get('x-reservation-id'))
      } catch {
        return
      }
    }
  }

  async function killAfter(count: number): Promise<void> {
    const family = processTree(run.pid)
    const until = acknowledged.size + count
    const integrators = [
      ...Array.from({ length: AT_ONCE }, integrate),
      follow(run.service, bearer, followed, () => false),
    ]
    while (acknowledged.size < until) await new Promise(resolve => setTimeout(resolve, 1))
    // Anywhere between two answers, and not always right after one.
    await new Promise(resolve => setTimeout(resolve, Math.random() * 10))
    for (const pid of family) process.kill(pid, 'SIGKILL')
    await Promise.all(integrators)
    expect(await survivors(family)).toEqual([])
  }

  it.for(Array.from({ length: ROUNDS }, (_, i) => i + 1))(
    'round %i: every acknowledged booking is there once and whole, and nothing partial [BOOKING-31] [TRIAL-6]',
    async round => {
      const [fewest, most] = ANSWERED
      const rest = Math.max(fewest, Math.ceil((1.1 * BOOKINGS - acknowledged.size) / (ROUNDS - round + 1)))
      await killAfter(Math.min(most, Math.ceil(rest * (0.7 + Math.random() * 0.6))))
      run = await start(place, '--no-demo')
      bearer = await enter()

      const found = query(place, COUNTS)
      for (const { identity, id, ...rows } of found) expect({ identity, ...rows }).toEqual({ identity, ...WHOLE })
      const ids = new Map(found.map(({ identity, id }) => [identity, String(id)]))
      expect(ids.size).toBe(found.length)
      for (const [identity, id] of acknowledged) expect(ids.get(identity)).toBe(id)

      expect(violatedInvariants(place)).toEqual({})

      const [totals] = query(place, TOTALS)
      const times = (each: number) => each * found.length
      const all = Object.fromEntries(Object.entries(WHOLE).map(([table, each]) => [table, times(each)]))
      expect(totals).toEqual({ reservation: found.length, guest: found.length, ...all, booked: times(2) })
    },
  )

  it('a follower that died with the service, and in the middle of pages, has each event once [EVENT-14] [TRIAL-6]', async () => {
    await follow(run.service, bearer, followed, () => true)
    const log = query(place, 'SELECT sequence, event_type AS type FROM event ORDER BY sequence')
    expect(followed.sequences).toEqual(log.map((_, i) => i + 1))
    expect(log.filter(({ type }) => type === 'reservation.created')).toHaveLength(
      Number(query(place, 'SELECT count(*) AS n FROM reservation')[0]?.n),
    )
  })

  it('a client without a response posts again, and has one booking [TRIAL-6]', async () => {
    expect(acknowledged.size).toBeGreaterThanOrEqual(BOOKINGS)
    // biome-ignore lint/suspicious/noConsole: how many there were is what is to be shown
    console.info(`killed ${ROUNDS} times, ${acknowledged.size} bookings acknowledged, ${sent} sent`)
    for (let n = 0; n < sent; n++) {
      const { headers } = await post(n)
      const id = headers.get('x-reservation-id')
      expect(id).toBe(acknowledged.get(`stay-${n}`) ?? id)
    }
    expect(query(place, 'SELECT count(*) AS n, count(DISTINCT identity) AS identities FROM reservation')).toEqual([
      { n: sent, identities: sent },
    ])
  })
})
