import { beforeEach, describe, expect, it } from 'vitest'
import { days, declareChannel, getDates, price, rate, span, updateSuccessfully } from '../../support/channel-message'
import { expectRefusal, hotelBeforeEach } from '../../support/service'

/* A price of 0 is no price. Channel managers send it for what they do not sell. */

const hotel = hotelBeforeEach()
beforeEach(() => declareChannel(hotel.call))

type Prices = Record<number, string>

/** Opens the family suite on two nights with one plan at these prices. */
const open = (plan: string, first: Prices, second = first) =>
  updateSuccessfully(
    hotel.call,
    days(
      [
        { ...span('10'), roomstosell: '3', ...rate(plan), ...price(first) },
        { ...span('11'), roomstosell: '3', ...rate(plan), ...price(second) },
      ],
      {},
      'FAM',
    ),
  )

const reserve = (guestCount: number, changes: object = {}) =>
  hotel.call('POST', '/OnlineBooking/postreservation', {
    identity: crypto.randomUUID(),
    arrivalDate: '2027-05-10',
    departureDate: '2027-05-12',
    roomTypeID: 20,
    guests: { guestCount },
    primaryGuestDetails: { lastName: 'Okabe' },
    ...changes,
  })

const totalFor = async (guestCount: number) => (await reserve(guestCount)).json.content.total

describe('a price of 0', () => {
  it.each([
    ['the next higher number of guests counts', { 1: '0', 2: '0.00', 3: '90' }, 1],
    ['a number between is skipped', { 1: '50', 2: '0', 4: '90' }, 2],
  ])('is skipped: %s [ONLINE-15]', async (_, prices, guestCount) => {
    await open('BAR', prices)
    expect(await totalFor(guestCount)).toBe(180)
  })

  it('does not make a plan the cheapest [ONLINE-15]', async () => {
    await open('BAR', { 2: '0' })
    await open('HB', { 2: '150' })
    expect(await totalFor(2)).toBe(300)
  })

  it.each([
    ['every night', '2027-05-10', { 1: '0', 2: '0' }],
    ['one night', '2027-05-11', { 1: '80', 2: '90' }],
  ])(
    'as the only price of %s is 409 NOT_FOR_SALE with the night [NOT_FOR_SALE] [ONLINE-15]',
    async (_, night, first) => {
      await open('BAR', first, { 1: '0', 2: '0.00' })
      for (const changes of [{}, { rateID: 1 }]) {
        const refused = await reserve(2, changes)
        const description = `roomTypeID: no price on the night of ${night}`
        await expectRefusal(refused, 409, 'NOT_FOR_SALE', description)
      }
    },
  )

  it('is stored and returned [ONLINE-15]', async () => {
    await open('BAR', { 1: '0', 2: '0.00', 3: '90' })
    const [entry] = await getDates(hotel.call, 'FAM')
    expect(entry).toMatchObject(price({ 1: '0.00', 2: '0.00', 3: '90.00' }))
  })
})
