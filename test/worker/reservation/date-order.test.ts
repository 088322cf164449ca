import { beforeEach, describe, expect, it } from 'vitest'
import { book } from '../../support/booking'
import { expectStatus, hotelBeforeEach, rows } from '../../support/service'

const hotel = hotelBeforeEach()

/** Inquiries whose ids, arrivals and departures have different orders. The last one has no dates. */
beforeEach(async () => {
  for (const [arrivalDate, departureDate] of [
    ['2027-06-03', '2027-06-04'],
    ['2027-06-01', '2027-06-09'],
    ['2027-06-02', '2027-06-05'],
    ['2027-06-01', '2027-06-05'],
  ]) {
    await book(hotel.call, { arrivalDate, departureDate, bookingParameters: { reservationStatusID: 1 } })
  }
  const message = 'Is there a cot?'
  await expectStatus(
    200,
    hotel.call('POST', '/OnlineBooking/postinquiry', { primaryGuestDetails: { lastName: 'Berg' }, message }),
  )
})

const whole = (body: object) => hotel.call('POST', '/Reservation/GetReservations', body)
const channel = (body: object) => hotel.call('POST', '/CMConnect/GetReservation', body)
const partner = (query: object) =>
  hotel.call('GET', `/Reservation/GetReservationsForPartner?${new URLSearchParams({ ...query })}`)

const read = async (answered: ReturnType<typeof hotel.call>) => {
  const { json, headers } = await expectStatus(200, answered)
  const content = Array.isArray(json.content) ? json.content : []
  const ids = content.map(({ reservationId }: { reservationId: number }) => reservationId)
  return { ids, cursor: headers.get('x-next-cursor') }
}

const june = { startDate: '2027-06-01', endDate: '2027-06-30' }
const inJune = { arrivalDate: '2027-06-01', departureDate: '2027-07-01' }

describe('a list of reservations is in the order of', () => {
  it.each<[order: string, answered: () => ReturnType<typeof hotel.call>, ids: number[]]>([
    ['id, without dates [RESERVATION-7]', () => whole({}), [1, 2, 3, 4, 5]],
    ['id, with a status [RESERVATION-7]', () => whole({ reservationStatus: 'Inquiry' }), [1, 2, 3, 4, 5]],
    ['arrival, with arrivalDate [RESERVATION-7]', () => whole({ arrivalDate: june }), [2, 4, 3, 1]],
    ['departure, with departureDate [RESERVATION-7]', () => whole({ departureDate: june }), [1, 3, 4, 2]],
    ['arrival, with both [RESERVATION-7]', () => whole({ arrivalDate: june, departureDate: june }), [2, 4, 3, 1]],
    ['id, for a channel manager [CHANNEL-37]', () => channel({ roomInfo: [{ roomTypeID: 10 }] }), [1, 2, 3, 4]],
    [
      'departure, for a channel manager with dates in roomInfo [CHANNEL-37]',
      () => channel({ roomInfo: [{ roomTypeID: 10 }, inJune] }),
      [1, 3, 4, 2],
    ],
    [
      'change, for a partner with arrivals [RESERVATION-13]',
      () => partner({ arrivalFrom: '2027-06-01' }),
      [1, 2, 3, 4],
    ],
  ])('%s', async (_, answered, ids) => {
    expect((await read(answered())).ids).toEqual(ids)
  })
})

describe('a cursor', () => {
  it.each<[name: string, ask: (body: object) => ReturnType<typeof hotel.call>, filters: object[]]>([
    ['GetReservations', whole, [{}, { arrivalDate: june }, { departureDate: june }]],
    ['CMConnect/GetReservation', channel, [{}, { roomInfo: [inJune] }]],
  ])('of %s continues its own order, and is refused in another [LIST-10]', async (_, ask, filters) => {
    for (const filter of filters) {
      const { ids } = await read(ask(filter))
      const { cursor } = await read(ask({ ...filter, pageSize: 2 }))
      expect((await read(ask({ ...filter, cursor }))).ids).toEqual(ids.slice(2))
      for (const other of filters.filter(each => each !== filter)) {
        const { json } = await expectStatus(422, ask({ ...other, cursor }))
        expect(json.errors).toEqual([{ code: 'INVALID_FIELD', description: 'cursor: expected one that we made' }])
      }
    }
  })

  it('continues a list whose first date is now later than it, from that date', async () => {
    const { cursor } = await read(whole({ arrivalDate: june, pageSize: 1 }))
    expect((await read(whole({ arrivalDate: { startDate: '2027-06-03' }, cursor }))).ids).toEqual([1])
    expect((await read(whole({ arrivalDate: { startDate: '2027-05-01' }, cursor }))).ids).toEqual([4, 3, 1])
  })

  it('continues among reservations of one date', async () => {
    const { cursor } = await read(whole({ departureDate: june, pageSize: 2 }))
    expect((await read(whole({ departureDate: june, cursor }))).ids).toEqual([4, 2])
  })
})

describe('a reservation of 1,000 nights', () => {
  beforeEach(async () => {
    await rows(
      "UPDATE reservation SET arrival_date = '2020-01-01', departure_date = '2022-09-27' WHERE reservation_id = 3",
    )
    await rows(
      "UPDATE room_stay SET stay_arrival = '2020-01-01', stay_departure = '2022-09-27' WHERE reservation_id = 3",
    )
  })

  it('is found by arrivals up to its last night and departures after it', async () => {
    const onLastNight = { arrivalDate: { endDate: '2022-09-26' }, departureDate: { startDate: '2022-09-27' } }
    expect((await read(whole(onLastNight))).ids).toEqual([3])
  })

  it('is found by its first night and by its last night in roomInfo', async () => {
    for (const [arrivalDate, departureDate] of [
      ['2020-01-01', '2020-01-02'],
      ['2022-09-26', '2022-09-27'],
    ]) {
      expect((await read(channel({ roomInfo: [{ arrivalDate, departureDate }] }))).ids).toEqual([3])
    }
  })
})

it('the last stay dates are found too', async () => {
  await rows(
    "UPDATE reservation SET arrival_date = '9998-12-30', departure_date = '9998-12-31' WHERE reservation_id = 3",
  )
  await rows("UPDATE room_stay SET stay_arrival = '9998-12-30', stay_departure = '9998-12-31' WHERE reservation_id = 3")
  const last = { arrivalDate: '9998-12-30', departureDate: '9998-12-31' }
  expect((await read(channel({ roomInfo: [last] }))).ids).toEqual([3])
  expect((await read(whole({ departureDate: { startDate: '9998-12-31' } }))).ids).toEqual([3])
})
