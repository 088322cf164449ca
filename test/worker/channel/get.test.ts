import { beforeEach, describe, expect, it } from 'vitest'
import { dateAfter, todayIn } from '../../../schema/stay-dates'
import {
  days,
  declareChannel,
  getContent,
  getDates,
  plans,
  price,
  property,
  rate,
  rooms,
  span,
  updateSuccessfully,
} from '../../support/channel-message'
import { stopClock } from '../../support/clock'
import { admin, expectRefusal, expectStatus, hotelBeforeEach, integrator, openHotel } from '../../support/service'

const hotel = hotelBeforeEach()
beforeEach(() => declareChannel(hotel.call))

const get = (query: string) => hotel.call('GET', `/CMConnect/GetCMConnect?${query}`)

describe('the window [CHANNEL-25]', () => {
  it('holds both its ends', async () => {
    await updateSuccessfully(hotel.call, days([{ ...span('01', '31'), roomstosell: '1' }]))
    expect(await getDates(hotel.call, 'DBL', 'from=2027-05-10&to=2027-05-12')).toEqual([
      { ...span('10', '12'), roomstosell: '1' },
    ])
    expect(await getDates(hotel.call, 'DBL', 'from=2027-05-10T22:00:00Z&to=2027-05-10')).toEqual([
      { ...span('10'), roomstosell: '1' },
    ])
  })

  it.each([
    ['from alone: the 365 days after it too', 'from=2027-01-01', '2027-01-01', '2028-01-01'],
    ['to alone: the 365 days before it too', 'to=2028-01-01', '2027-01-01', '2028-01-01'],
    ['731 days at most', 'from=2027-01-01&to=2028-12-31', '2027-01-01', '2028-12-31'],
  ])('%s', async (_, query, from, to) => {
    const wide = (from: string, to: string) => updateSuccessfully(hotel.call, days([{ from, to, roomstosell: '1' }]))
    await wide('2026-01-01', '2027-12-31')
    await wide('2028-01-01', '2029-12-31')
    expect(await getDates(hotel.call, 'DBL', query)).toEqual([{ from, to, roomstosell: '1' }])
  })

  it.each(['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
    'without from and to is today, where the hotel is (%s), and the 365 days after it [CHANNEL-25]',
    async timeZone => {
      const properties = [{ hotelid: 'H1', name: 'H', timeZone }]
      await expectStatus(200, admin('PUT', '/customers/1/setup', { properties }))
      const today = todayIn(timeZone, stopClock())
      const wide = { from: dateAfter(today, -5), to: dateAfter(today, 400), roomstosell: '1' }
      await updateSuccessfully(hotel.call, days([wide]))
      expect(await getDates(hotel.call, 'DBL', '')).toEqual([
        { from: today, to: dateAfter(today, 365), roomstosell: '1' },
      ])
    },
  )

  it.each([
    ['hotelid=H1&from=soon', 'from: expected YYYY-MM-DD'],
    ['hotelid=H1&from=2027-05-02&to=2027-05-01', 'to: expected a date not before from'],
    ['hotelid=H1&from=2027-01-01&to=2029-01-01', 'to: expected at most 731 days from from'],
    ['hotelid=a-name-of-21-letters-', 'hotelid: expected at most 20 characters'],
    ['from=soon', 'from: expected YYYY-MM-DD'],
    ['hotelid=H1&clientId=one', 'clientId: expected an integer'],
  ])('%s is 422 [CHANNEL-25]', async (query, description) => {
    await expectRefusal(get(query), 422, 'INVALID_FIELD', description)
  })
})

describe('the content', () => {
  it('of a known hotel with an empty window has its groups, rateAvailability empty [CHANNEL-26]', async () => {
    const content = await getContent(hotel.call)
    expect(Object.keys(content)).toEqual(['property', 'rooms', 'ratePlan', 'rateAvailability'])
    expect(content.rateAvailability).toEqual([])
    expect(content.rooms.map(({ roomTypeId }: { roomTypeId: number }) => roomTypeId)).toEqual([10, 20])
    expect(content.ratePlan.map(({ rateID }: { rateID: number }) => rateID)).toEqual([1, 2])
  })

  it('of an unknown hotel, or another customer’s, is nothing [API-6] [CHANNEL-26]', async () => {
    await updateSuccessfully(hotel.call, property({}, {}, 'MINE'))
    const other = await openHotel(2)
    for (const answer of [await get('hotelid=H9'), await other.call('GET', '/CMConnect/GetCMConnect?hotelid=MINE')]) {
      expect(answer.status).toBe(200)
      expect(answer.json).toEqual({ content: {}, errors: [], message: 'No data found!', success: true })
    }
  })

  it('folds equal neighbours into one entry, across the end of a month, and no others [CHANNEL-24]', async () => {
    const alike = { roomstosell: '2', ...rate('BAR'), ...price({ 2: '90.00' }) }
    const one = (day: string) => ({ from: day, to: day, ...alike })
    await updateSuccessfully(
      hotel.call,
      days(['2027-04-29', '2027-04-30', '2027-05-01', '2027-05-02', '2027-05-04', '2027-05-05'].map(one)),
    )
    expect(await getDates(hotel.call, 'DBL', 'from=2027-04-01&to=2027-05-31')).toEqual([
      { from: '2027-04-29', to: '2027-05-02', ...alike },
      { from: '2027-05-04', to: '2027-05-05', ...alike },
    ])
  })

  it.each([
    ['JPY', 'Asia/Tokyo', '12000', '12000'],
    ['JPY', 'Asia/Tokyo', '12000.00', '12000'],
    ['BHD', 'Asia/Bahrain', '12.5', '12.500'],
    ['EUR', 'Europe/Lisbon', '0.1', '0.10'],
  ])('has money with the decimals of %s [VALUE-6] [CHANNEL-27]', async (currency, timeZone, sent, back) => {
    await expectStatus(200, admin('PUT', '/customers/7', { name: 'Seven', currency, timeZone }))
    const { call } = await integrator(7)
    await updateSuccessfully(call, {
      ...property({}),
      ...rooms([{ roomid: 'R', guestRoom: { room: { roomRate: sent } } }]),
      ...plans([{ rateplanid: 'P' }]),
      ...days([{ ...span('01'), ...rate('P'), ...price({ 1: sent }) }], {}, 'R'),
    })
    const [{ data }] = (await getContent(call)).rooms
    expect(data[0].sellableProducts.sellableProduct[0].guestRoom.room.roomRate).toBe(back)
    expect(await getDates(call, 'R')).toEqual([{ ...span('01'), ...rate('P'), ...price({ 1: back }) }])
  })
})
