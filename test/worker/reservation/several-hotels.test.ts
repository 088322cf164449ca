import { beforeEach, describe, expect, it } from 'vitest'
import { aBooking, book, post } from '../../support/booking'
import { violatedInvariants } from '../../support/check-invariants'
import { eventsOf } from '../../support/events'
import { admin, expectStatus, hotelBeforeEach, rows } from '../../support/service'

const { call } = hotelBeforeEach()

const property = (hotelid: string, fetchHotelKey: string) => ({ hotelid, name: hotelid, fetchHotelKey })
const SETUP = {
  properties: [property('H2', 'KEY-H2'), property('H0', 'KEY-H0'), property('H3', 'KEY-H2')],
  roomTypes: [
    { roomTypeId: 30, hotelid: 'H2', name: 'Cabin', maxOccupancy: 4 },
    { roomTypeId: 40, hotelid: 'H0', name: 'Tent', maxOccupancy: 4 },
    { roomTypeId: 50, hotelid: 'H3', name: 'Barn', maxOccupancy: 4 },
  ],
  rooms: [
    { roomId: 301, roomTypeId: 30, roomName: 'Cabin' },
    { roomId: 401, roomTypeId: 40, roomName: 'Tent' },
    { roomId: 501, roomTypeId: 50, roomName: 'Barn' },
  ],
}
beforeEach(async () => {
  await expectStatus(200, admin('PUT', '/customers/1/setup', SETUP))
})

const inRooms = (...roomIDs: number[]) => ({ roomsBooked: roomIDs.map(roomID => ({ roomID })) })
const list = async (filter: object) => {
  const { content } = (await expectStatus(200, call('POST', '/Reservation/GetReservations', filter))).json
  return Array.isArray(content) ? content : []
}
const idsOf = async (filter: object) => (await list(filter)).map(({ reservationId }) => reservationId)
const MAY = { arrivalDate: { startDate: '2027-05-01', endDate: '2027-05-31' } }

describe('a booking in several hotels', () => {
  it('is found by the key of each, once, in every order, and its rooms tell their hotel [RESERVATION-35]', async () => {
    await book(call, inRooms(102))
    await book(call, inRooms(101, 301, 501))
    await book(call, { ...inRooms(501), arrivalDate: '2027-06-10', departureDate: '2027-06-12' })
    for (const more of [{}, MAY, { departureDate: MAY.arrivalDate }, { reservationStatus: 'Confirmed' }]) {
      expect(await idsOf({ fetchHotelKey: 'KEY-H1', ...more })).toEqual([1, 2])
      expect(await idsOf({ fetchHotelKey: 'KEY-H0', ...more })).toEqual([])
    }
    expect(await idsOf({ fetchHotelKey: 'KEY-H2' })).toEqual([2, 3])
    expect(await idsOf({ fetchHotelKey: 'KEY-H2', ...MAY })).toEqual([2])
    const [found] = await list({ reservationID: 2 })
    expect(found.rooms.map(({ hotelid }: { hotelid: string }) => hotelid)).toEqual(['H1', 'H2', 'H3'])
    const partner = (await expectStatus(200, call('GET', '/Reservation/GetReservationsForPartner'))).json.content
    expect(partner[1].rooms[1].hotelid).toBe('H2')
  })

  it('comes once over the pages of a hotel, in the order of ids [RESERVATION-35]', async () => {
    for (const [i, rooms] of [[501], [101, 301], [301], [102, 501, 301], [103], [101, 401, 301]].entries()) {
      const month = String(i + 1).padStart(2, '0')
      await book(call, { ...inRooms(...rooms), arrivalDate: `2027-${month}-10`, departureDate: `2027-${month}-12` })
    }
    const seen: number[] = []
    let cursor: string | null = null
    do {
      const body = { fetchHotelKey: 'KEY-H2', pageSize: 2, ...(cursor && { cursor }) }
      const { json, headers } = await expectStatus(200, call('POST', '/Reservation/GetReservations', body))
      seen.push(...json.content.map(({ reservationId }: { reservationId: number }) => reservationId))
      cursor = headers.get('x-next-cursor')
    } while (cursor)
    expect(seen).toEqual([1, 2, 3, 4, 6])
    expect(await idsOf({ fetchHotelKey: 'KEY-H2', pageSize: 2, pageNo: 2 })).toEqual([3, 4])
  })

  it('is in those of its present rooms after each change, as its events say [RESERVATION-35] [EVENT-37]', async () => {
    const hotelsOf = async (change: () => Promise<unknown>) => {
      const [event] = await eventsOf(call, change)
      return [event?.data.hotelid, event?.data.hotelids]
    }
    expect(await hotelsOf(() => post(call, aBooking(inRooms(301, 101, 401))))).toEqual(['H2', ['H0', 'H1', 'H2']])
    const change = (body: object) => () => expectStatus(200, post(call, { bookingID: 1, ...body }))
    expect(await hotelsOf(change({ reservationSummaryNote: 'late' }))).toEqual(['H2', ['H0', 'H1', 'H2']])
    expect(await hotelsOf(change(inRooms(101, 102)))).toEqual(['H1', ['H1']])
    expect(await rows('SELECT * FROM reservation_hotel')).toEqual([])
    expect(await idsOf({ fetchHotelKey: 'KEY-H2' })).toEqual([])
    expect(await hotelsOf(change(inRooms(102, 301)))).toEqual(['H1', ['H1', 'H2']])
    expect(await hotelsOf(change(inRooms(301)))).toEqual(['H2', ['H2']])
    expect(await idsOf({ fetchHotelKey: 'KEY-H1' })).toEqual([])
    expect(await violatedInvariants()).toEqual({})
  })

  it('keeps them when it is cancelled [RESERVATION-35]', async () => {
    await book(call, inRooms(101, 301))
    await expectStatus(200, post(call, { bookingID: 1, action: 'cancel' }))
    expect(await idsOf({ fetchHotelKey: 'KEY-H2' })).toEqual([1])
  })

  it('is changed also if release 1.1.0 has left rows of before [RESERVATION-35]', async () => {
    await book(call)
    await rows("INSERT INTO reservation_hotel (customer_id, reservation_id, hotel_id) VALUES (1, 1, 'H2')")
    await expectStatus(200, post(call, { bookingID: 1, ...inRooms(101, 301) }))
    expect(await rows('SELECT hotel_id FROM reservation_hotel')).toEqual([{ hotel_id: 'H2' }])
  })
})

it('the event of a reservation without a hotel has no hotels [EVENT-37]', async () => {
  const inquiry = { primaryGuestDetails: { lastName: 'Silva' }, message: 'Any room?' }
  const [event] = await eventsOf(call, () => call('POST', '/OnlineBooking/postinquiry', inquiry))
  expect([event?.data.hotelid, event?.data.hotelids]).toEqual([null, []])
})
