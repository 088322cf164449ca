import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { post } from '../../support/booking'
import { days, declareChannel, getDates, price, rate, span, updateSuccessfully } from '../../support/channel-message'
import { expectInvalidField } from '../../support/fields'
import { expectRefusal, expectStatus, hotelBeforeEach, rows } from '../../support/service'

/* The price of a night by the number of guests, at both endpoints that sell. */

const hotel = hotelBeforeEach()
beforeEach(() => declareChannel(hotel.call))

const STAY = { arrivalDate: '2027-05-10', departureDate: '2027-05-11' }
type Prices = Record<number, string>

/** Date entries of the family suite, for five guests, on one night. */
const entries = (...lists: Prices[]) =>
  days(
    lists.map(list => ({ ...span('10'), roomstosell: '3', ...rate('BAR'), ...price(list) })),
    {},
    'FAM',
  )
const open = (...lists: Prices[]) => updateSuccessfully(hotel.call, entries(...lists))

const reserve = (guests: object | undefined, changes: object = {}) =>
  hotel.call('POST', '/OnlineBooking/postreservation', {
    identity: crypto.randomUUID(),
    ...STAY,
    roomTypeID: 20,
    guests,
    primaryGuestDetails: { lastName: 'Okabe' },
    ...changes,
  })

const offered = async (guests: number, changes: Record<string, string> = {}) => {
  const query = new URLSearchParams({ ...STAY, guests: String(guests), ...changes })
  const { content } = (await expectStatus(200, hotel.call('GET', `/OnlineBooking/GetOffers?${query}`))).json
  return Array.isArray(content) ? content.map(({ total }) => total) : []
}

describe('the price of a night', () => {
  it.each<[Prices, (number | null)[]]>([
    [{ 1: '60', 2: '80', 3: '90' }, [60, 80, 90, null, null]],
    [{ 2: '80', 4: '99' }, [80, 80, 99, 99, null]],
    [{ 1: '60' }, [60, null, null, null, null]],
    [{ 2: '80' }, [80, 80, 80, 80, 80]],
    [{ 4: '80' }, [80, 80, 80, 80, 80]],
    [{ 1: '0', 2: '80' }, [80, 80, null, null, null]],
    [{ 1: '60', 2: '0' }, [60, null, null, null, null]],
    [{ 1: '60', 2: '0', 3: '90' }, [60, 90, 90, null, null]],
    [{ 2: '80', 3: '0' }, [80, 80, null, null, null]],
    [{ 2: '0' }, [null, null, null, null, null]],
  ])('of the list %j is, for one to five guests, %j [ONLINE-2] [ONLINE-15] [ONLINE-20]', async (list, totals) => {
    await open(list)
    for (const [i, total] of totals.entries()) {
      const guests = i + 1
      expect(await offered(guests), `${guests}`).toEqual(total === null ? [] : [total])
      // Refused at another price, so that the room stays free.
      const description =
        total === null
          ? 'roomTypeID: no price on the night of 2027-05-10'
          : `expectedTotal: the stay costs ${total} EUR`
      await expectRefusal(reserve({ guestCount: guests }, { expectedTotal: 1 }), 409, 'NOT_FOR_SALE', description)
    }
  })
})

describe('infants', () => {
  beforeEach(() => open({ 1: '60', 2: '80' }))

  it.each([
    [{ adultCount: 2, infantCount: 1 }, 80, 3],
    [{ guestCount: 6, adultCount: 1, childCount: 1, infantCount: 4 }, 80, 6],
    [{ adultCount: 1, infantCount: 1 }, 60, 2],
    [{ infantCount: 2 }, 60, 2],
    [{ guestCount: 2, infantCount: 0 }, 80, 2],
  ])('%j cost %d, and are %d in the room [ONLINE-32]', async (guests, total, inRoom) => {
    const { json } = await expectStatus(200, reserve(guests))
    expect(json.content.total).toBe(total)
    expect(await rows('SELECT guests_in_room FROM room_stay')).toEqual([{ guests_in_room: inRoom }])
  })

  it('are in a room above its maximum, and the booking is changed like any other [ONLINE-32]', async () => {
    await env.DB.exec('UPDATE room_type SET max_occupancy = 2')
    expect(await offered(2)).toEqual([80])
    await expectInvalidField('guests.guestCount', reserve({ adultCount: 3, infantCount: 1 }))
    const { json } = await expectStatus(200, reserve({ adultCount: 2, infantCount: 2 }))
    const { reservationId, roomId } = json.content
    const changed = { bookingID: reservationId, reservationSummaryNote: 'Two cots', roomsBooked: [{ roomID: roomId }] }
    await expectStatus(200, post(hotel.call, changed))
  })
})

describe('entries of one message for a day and a plan', () => {
  const stored = async () => (await getDates(hotel.call, 'FAM')).map(({ price }) => price)

  it('are one list by number of guests, of which the last price for a number counts [CHANNEL-48]', async () => {
    await open({ 1: '60' }, { 2: '80', 3: '85' }, { 3: '90' })
    expect(await stored()).toEqual([price({ 1: '60.00', 2: '80.00', 3: '90.00' }).price])
    expect(await offered(3)).toEqual([90])
  })

  it('are one list in both groups, and day by day [CHANNEL-48]', async () => {
    const at = (from: string, to: string, list: Prices) =>
      days([{ ...span(from, to), ...rate('BAR'), ...price(list) }], {}, 'FAM')
    await updateSuccessfully(hotel.call, {
      ...at('10', '12', { 1: '60' }),
      rateAvailabilityUpdate: at('11', '13', { 2: '80' }).rateAvailability,
    })
    expect(await stored()).toEqual([
      price({ 1: '60.00' }).price,
      price({ 1: '60.00', 2: '80.00' }).price,
      price({ 2: '80.00' }).price,
    ])
  })

  it('after one that clears the day begin another list, and a later message replaces it [CHANNEL-48]', async () => {
    const [cleared] = days([{ ...span('10'), ...rate('BAR') }], { action: 3 }, 'FAM').rateAvailability
    const [before] = entries({ 1: '60', 2: '80' }).rateAvailability
    const [after] = entries({ 3: '90' }).rateAvailability
    await updateSuccessfully(hotel.call, { rateAvailability: [before, cleared, after] })
    expect(await stored()).toEqual([price({ 3: '90.00' }).price])
    await open({ 2: '70' })
    expect(await stored()).toEqual([price({ 2: '70.00' }).price])
  })
})
