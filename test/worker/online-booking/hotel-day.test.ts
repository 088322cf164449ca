import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { dateAfter, hotelDayIn } from '../../../schema/stay-dates'
import { aBooking, post } from '../../support/booking'
import { insertChannel } from '../../support/channel'
import { admin, expectRefusal, expectStatus, hotelBeforeEach, integrator } from '../../support/service'
import { openCasaDaSerra } from '../../support/two-hotels'

/* What is past is not sold: a hotel sells from its own day on, which ends at 04:00 of its clock. */

hotelBeforeEach()
beforeEach(() => insertChannel())

/** An integrator whose token is valid at an instant, at which the clock stops. */
async function at(instant: string) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(instant) })
  onTestFinished(() => void vi.useRealTimers())
  return (await integrator(1)).call
}
type Caller = Awaited<ReturnType<typeof at>>

const stayFrom = (arrivalDate: string) => ({ arrivalDate, departureDate: dateAfter(arrivalDate, 1) })

const reserve = (call: Caller, day: string, changes: object = {}) =>
  call('POST', '/OnlineBooking/postreservation', {
    identity: crypto.randomUUID(),
    ...stayFrom(day),
    roomTypeID: 10,
    primaryGuestDetails: { lastName: 'Okabe' },
    ...changes,
  })

const hotelsOffered = async (call: Caller, day: string) => {
  const query = new URLSearchParams(stayFrom(day))
  const { content } = (await expectStatus(200, call('GET', `/OnlineBooking/GetOffers?${query}`))).json
  return Array.isArray(content) ? [...new Set(content.map(({ hotelid }) => hotelid))] : []
}

const setZone = (timeZone: string) =>
  expectStatus(
    200,
    admin('PUT', '/customers/1/setup', { properties: [{ hotelid: 'H1', name: 'Quinta do Mar', timeZone }] }),
  )

describe('a hotel sells from its day on', () => {
  it.each([
    // Clock before 04:00 and from then on; the day before is sold until then.
    ['Europe/Lisbon', '2027-05-12T02:59:59Z', 11],
    ['Europe/Lisbon', '2027-05-12T03:00:00Z', 12],
    ['Europe/Lisbon', '2027-05-12T22:59:59Z', 12],
    ['Europe/Lisbon', '2027-05-12T23:00:00Z', 12],
    ['Pacific/Kiritimati', '2027-05-11T13:59:59Z', 11],
    ['Pacific/Kiritimati', '2027-05-11T14:00:00Z', 12],
    ['Pacific/Pago_Pago', '2027-05-12T14:59:59Z', 11],
    ['Pacific/Pago_Pago', '2027-05-12T15:00:00Z', 12],
    ['Asia/Kathmandu', '2027-05-11T22:14:59Z', 11],
    ['Asia/Kathmandu', '2027-05-11T22:15:00Z', 12],
  ])('of %s at %s, which is May %i [ONLINE-31] [ONLINE-20]', async (timeZone, instant, dayOfMonth) => {
    await setZone(timeZone)
    const call = await at(instant)
    const day = `2027-05-${dayOfMonth}`
    for (const past of [dateAfter(day, -1), dateAfter(day, -5), '2026-01-01']) {
      expect(await hotelsOffered(call, past)).toEqual([])
      const description = `arrivalDate: ${past} is past; the hotel's day is ${day}`
      await expectRefusal(reserve(call, past), 409, 'NOT_FOR_SALE', description)
    }
    for (const sold of [day, dateAfter(day, 1)]) {
      expect(await hotelsOffered(call, sold)).toEqual(['H1'])
      await expectStatus(200, reserve(call, sold))
    }
  })

  it.each([
    // In spring 04:00 comes three hours after midnight, in autumn five.
    ['2027-03-28T02:59:59Z', '2027-03-27'],
    ['2027-03-28T03:00:00Z', '2027-03-28'],
    ['2027-10-31T03:59:59Z', '2027-10-30'],
    ['2027-10-31T04:00:00Z', '2027-10-31'],
  ])('also when the clocks change in Lisbon: at %s it is %s [ONLINE-31]', (instant, day) => {
    expect(hotelDayIn('Europe/Lisbon', Date.parse(instant))).toBe(day)
  })

  it('each hotel of a customer by its own clock [ONLINE-31]', async () => {
    await openCasaDaSerra()
    await setZone('Pacific/Kiritimati')
    await env.DB.batch([
      env.DB.prepare(`INSERT INTO channel_room SELECT 1, 'H2', 'CAB', 30, 1, '{}', '{}', '{}' FROM channel_room`),
      env.DB.prepare(`INSERT INTO channel_rate_plan SELECT 1, 'H2', 'BAR', rate_id, 1, '{}', '{}'
        FROM channel_rate_plan WHERE channel_rate_plan_id = 'BAR'`),
      env.DB.prepare(`INSERT INTO room_day (customer_id, hotel_id, channel_room_id, day, rooms_to_sell)
        SELECT 1, 'H2', 'CAB', day, 1 FROM room_day`),
      env.DB.prepare(`INSERT INTO plan_month SELECT 1, 'H2', 'CAB', 'BAR', month, days
        FROM plan_month WHERE channel_rate_plan_id = 'BAR'`),
    ])
    const call = await at('2027-05-11T14:00:00Z')
    expect(await hotelsOffered(call, '2027-05-11')).toEqual(['H2'])
    expect(await hotelsOffered(call, '2027-05-12')).toEqual(['H1', 'H2'])
    await expectStatus(200, reserve(call, '2027-05-11', { roomTypeID: 30 }))
    await expectRefusal(reserve(call, '2027-05-11'), 409, 'NOT_FOR_SALE')
  })
})

describe('the day is judged', () => {
  const identity = 'web-1'

  it('after repetitions: a known identity has its first response, with another body it is IDENTITY_CONFLICT [ONLINE-31] [ONLINE-10]', async () => {
    const first = await expectStatus(200, reserve(await at('2027-05-10T12:00:00Z'), '2027-05-10', { identity }))
    const call = await at('2027-05-13T12:00:00Z')
    expect((await expectStatus(200, reserve(call, '2027-05-10', { identity }))).text).toBe(first.text)
    await expectRefusal(reserve(call, '2027-05-10', { identity, notes: 'Late' }), 409, 'IDENTITY_CONFLICT')
  })

  it('after the fields [ONLINE-31]', async () => {
    const call = await at('2027-05-13T12:00:00Z')
    await expectRefusal(reserve(call, '2027-05-10', { rateID: 99 }), 422, 'UNKNOWN_REFERENCE')
  })

  it('neither by PostBooking nor by postinquiry [ONLINE-31]', async () => {
    const call = await at('2027-05-13T12:00:00Z')
    await expectStatus(200, post(call, aBooking()))
    const question = { ...stayFrom('2027-05-10'), primaryGuestDetails: { lastName: 'Okabe' }, message: 'Was it you?' }
    await expectStatus(200, call('POST', '/OnlineBooking/postinquiry', question))
  })
})
