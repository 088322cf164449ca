import { beforeEach, describe, expect, it } from 'vitest'
import { book, post } from '../../support/booking'
import { admin, expectStatus, type Hotel, openHotel, resetService, rows } from '../../support/service'

let hotel: Hotel

/** A second property of the customer, with its own key. */
const villa = {
  properties: [{ hotelid: 'H2', name: 'Villa', timeZone: 'Europe/Lisbon', fetchHotelKey: 'KEY-H2' }],
  roomTypes: [{ roomTypeId: 30, hotelid: 'H2', name: 'Loft', maxOccupancy: 4 }],
  rooms: [{ roomId: 301, roomTypeId: 30, roomName: 'Loft', roomNo: '301' }],
}

/** Set by a test that writes: the next one begins anew. Most of them only read. */
let isChanged = true

/** Six reservations, of which each filter means some. */
beforeEach(async () => {
  if (!isChanged) return
  isChanged = false
  await resetService()
  hotel = await openHotel()
  await expectStatus(200, admin('PUT', '/customers/1/setup', villa))
  const stays: [string, string, number, number, string?][] = [
    ['2027-05-01', '2027-05-04', 101, 3],
    ['2027-05-02', '2027-05-03', 102, 2, 'two'],
    ['2027-05-02', '2027-05-10', 301, 3],
    ['2027-06-01', '2027-06-02', 301, 4],
    ['2027-06-01', '2027-06-05', 101, 1],
    ['2027-07-01', '2027-07-02', 201, 3, '10000001'],
  ]
  for (const [arrivalDate, departureDate, roomID, reservationStatusID, identity] of stays) {
    const roomsBooked = [{ roomID }]
    await book(hotel.call, {
      arrivalDate,
      departureDate,
      roomsBooked,
      identity,
      bookingParameters: { reservationStatusID },
    })
  }
  await expectStatus(200, post(hotel.call, { bookingID: 6, action: 'cancel' }))
  await expectStatus(200, post(hotel.call, { bookingID: 1, reservationSummaryNote: 'Changed' }))
})

const idsOf = (content: object) =>
  Array.isArray(content) ? content.map(({ reservationId }: { reservationId: number }) => reservationId) : []

const whole = async (body: object) =>
  idsOf((await expectStatus(200, hotel.call('POST', '/Reservation/GetReservations', body))).json.content)

const forPartner = async (query: string) =>
  idsOf((await expectStatus(200, hotel.call('GET', `/Reservation/GetReservationsForPartner?${query}`))).json.content)

const forChannel = async (body: object) =>
  idsOf((await expectStatus(200, hotel.call('POST', '/CMConnect/GetReservation', body))).json.content)

describe('GetReservations finds by', () => {
  it.each([
    ['nothing: all', {}, [1, 2, 3, 4, 5, 6]],
    ['nothing said with 0, an empty text and null [LIST-8]', everyFieldEmpty(), [1, 2, 3, 4, 5, 6]],
    ['reservationID', { reservationID: 3 }, [3]],
    ['reservationID of nobody', { reservationID: 9 }, []],
    ['reservationNumber [RESERVATION-3]', { reservationNumber: '10000004' }, [4]],
    ['reservationNumber of nobody', { reservationNumber: '4' }, []],
    ['reservationStatus', { reservationStatus: 'Confirmed' }, [1, 3]],
    ['reservationStatus in any letter case [RESERVATION-5]', { reservationStatus: 'inHOUSE' }, [4]],
    ['several statuses by comma [RESERVATION-5]', { reservationStatus: 'inquiry, CANCELLED,Tentative' }, [2, 5, 6]],
    ['a status that none has', { reservationStatus: 'NoShow' }, []],
    ['fetchHotelKey [RESERVATION-3]', { fetchHotelKey: 'KEY-H2' }, [3, 4]],
    ['fetchHotelKey of no property', { fetchHotelKey: 'KEY' }, []],
    ['arrivalDate, both ends within [RESERVATION-4]', range('arrivalDate', '2027-05-02', '2027-06-01'), [2, 3, 4, 5]],
    ['arrivalDate of one day', range('arrivalDate', '2027-05-01', '2027-05-01'), [1]],
    ['arrivalDate without an end', range('arrivalDate', '2027-06-01'), [4, 5, 6]],
    ['arrivalDate without a start', range('arrivalDate', undefined, '2027-05-01'), [1]],
    ['arrivalDate as a date-time, as written [VALUE-2]', range('arrivalDate', '2027-07-01T23:30:00-11:00'), [6]],
    ['departureDate, both ends within', range('departureDate', '2027-05-04', '2027-06-02'), [1, 3, 4]],
    ['departureDate without an end', range('departureDate', '2027-06-05'), [5, 6]],
    ['departureDate without a start [RESERVATION-4]', range('departureDate', undefined, '2027-05-03'), [2]],
    ['dates on which there is nobody', range('departureDate', '2027-08-01', '2027-09-01'), []],
    [
      'both dates: whoever is there on a night',
      { ...range('arrivalDate', undefined, '2027-05-03'), ...range('departureDate', '2027-05-04') },
      [1, 3],
    ],
    [
      'both dates: whoever comes and goes within a time',
      { ...range('arrivalDate', '2027-05-02'), ...range('departureDate', undefined, '2027-06-02') },
      [2, 3, 4],
    ],
    ['dates and status', { ...range('arrivalDate', '2027-05-02', '2027-06-01'), reservationStatus: 'Confirmed' }, [3]],
    ['dates and hotel', { ...range('departureDate', '2027-05-04'), fetchHotelKey: 'KEY-H2' }, [3, 4]],
    [
      'both dates, status and hotel [RESERVATION-3]',
      {
        ...range('arrivalDate', '2027-05-01', '2027-06-30'),
        ...range('departureDate', '2027-05-01', '2027-06-02'),
        reservationStatus: 'Confirmed,InHouse',
        fetchHotelKey: 'KEY-H2',
      },
      [3, 4],
    ],
    ['status and hotel', { reservationStatus: 'Confirmed', fetchHotelKey: 'KEY-H1' }, [1]],
    ['an id and a status that it has not', { reservationID: 3, reservationStatus: 'Cancelled' }, []],
    ['an id and a date that it has', { reservationID: 3, ...range('arrivalDate', '2027-05-02') }, [3]],
    ['an id and a number of another', { reservationID: 3, reservationNumber: '10000004' }, []],
    ['its own clientId', { clientId: 1, reservationID: 3 }, [3]],
  ])('%s', async (_, body, ids) => {
    expect(await whole(body)).toEqual(ids)
  })

  it('a status also where the reservation is at no property', async () => {
    isChanged = true
    await rows('UPDATE reservation SET hotel_id = NULL WHERE reservation_id = 4')
    expect(await whole({ reservationStatus: 'InHouse,Confirmed' })).toEqual([1, 3, 4])
  })

  it('a key that several properties share', async () => {
    isChanged = true
    await rows("UPDATE property SET fetch_hotel_key = 'KEY'")
    expect(await whole({ fetchHotelKey: 'KEY', reservationStatus: 'Confirmed' })).toEqual([1, 3])
  })
})

describe('GetReservationsForPartner finds, by the last change, by', () => {
  it.each([
    ['nothing: all', '', [2, 3, 4, 5, 6, 1]],
    [
      'nothing said with 0 and an empty text',
      'status=&arrivalFrom=&arrivalTo=0&modifiedSince=&pageNo=0',
      [2, 3, 4, 5, 6, 1],
    ],
    ['arrivalFrom [RESERVATION-10]', 'arrivalFrom=2027-06-01', [4, 5, 6]],
    ['arrivalTo', 'arrivalTo=2027-05-02', [2, 3, 1]],
    ['both', 'arrivalFrom=2027-05-02&arrivalTo=2027-06-01', [2, 3, 4, 5]],
    ['status', 'status=confirmed,inquiry', [3, 5, 1]],
    ['arrival and status [RESERVATION-10]', 'arrivalTo=2027-05-02&status=Confirmed', [3, 1]],
    ['a status that none has', 'status=NoShow', []],
    ['its own clientId', 'clientId=1&status=InHouse', [4]],
  ])('%s', async (_, query, ids) => {
    expect(await forPartner(query)).toEqual(ids)
  })
})

describe('CMConnect/GetReservation finds by', () => {
  const room = (...roomInfo: object[]) => ({ roomInfo })
  const between = (arrivalDate: string, departureDate: string) => ({ arrivalDate, departureDate })

  it.each([
    ['nothing: all', {}, [1, 2, 3, 4, 5, 6]],
    [
      'nothing said',
      { clientID: 0, bookingID: '', reservationCMStatusTypeID: 0, roomInfo: [{ roomTypeID: 0 }] },
      [1, 2, 3, 4, 5, 6],
    ],
    ['bookingID, a reservationId [CHANNEL-29]', { bookingID: '3' }, [3]],
    ['bookingID, an identity [CHANNEL-29]', { bookingID: 'two' }, [2]],
    ['bookingID, an identity that reads like a reservationNumber [CHANNEL-63]', { bookingID: '10000001' }, [6]],
    ['bookingID, a reservationNumber [CHANNEL-63]', { bookingID: '10000002' }, [2]],
    ['bookingID of nobody', { bookingID: 'three' }, []],
    ['reservationCMStatusTypeID 1, new', { reservationCMStatusTypeID: 1 }, [2, 3, 4, 5]],
    ['reservationCMStatusTypeID 2, modified', { reservationCMStatusTypeID: 2 }, [1]],
    ['reservationCMStatusTypeID 3, cancelled', { reservationCMStatusTypeID: 3 }, [6]],
    ['roomInfo, a type', room({ roomTypeID: 10 }), [1, 2, 5]],
    ['roomInfo, a type of nobody', room({ roomTypeID: 99 }), []],
    ['roomInfo, dates', room(between('2027-05-03', '2027-06-02')), [1, 3, 4, 5]],
    [
      'roomInfo, a type and dates [CHANNEL-29]',
      room({ roomTypeID: 10, ...between('2027-05-03', '2027-06-02') }),
      [1, 5],
    ],
    [
      'roomInfo, two types on the same dates',
      room(...[20, 30].map(roomTypeID => ({ roomTypeID, ...between('2027-05-03', '2027-06-02') }))),
      [3, 4],
    ],
    ['roomInfo that ends as a stay begins', room(between('2027-04-01', '2027-05-01')), []],
    ['roomInfo that begins as a stay ends', room({ roomTypeID: 30, ...between('2027-05-10', '2027-06-01') }), []],
    ['roomInfo, one end of the dates', room({ arrivalDate: '2027-06-02' }), [5, 6]],
    [
      'roomInfo, any of several entries [CHANNEL-29]',
      room({ roomTypeID: 20 }, between('2027-05-09', '2027-05-11')),
      [3, 6],
    ],
    ['roomInfo and status', { ...room({ roomTypeID: 10 }), reservationCMStatusTypeID: 1 }, [2, 5]],
    ['roomInfo and bookingID', { ...room({ roomTypeID: 10 }), bookingID: '10000001' }, []],
    ['roomInfo and a reservationNumber', { ...room({ roomTypeID: 10 }), bookingID: '10000002' }, [2]],
    ['bookingID and a status that it has not', { bookingID: '3', reservationCMStatusTypeID: 3 }, []],
  ])('%s', async (_, body, ids) => {
    expect(await forChannel(body)).toEqual(ids)
  })

  it('the room types of a reservation’s rooms, not of one room and the dates of another', async () => {
    isChanged = true
    await expectStatus(
      200,
      post(hotel.call, {
        bookingID: 3,
        roomsBooked: [
          { roomID: 301, departureDate: '2027-05-05' },
          { roomID: 103, arrivalDate: '2027-05-05' },
        ],
      }),
    )
    expect(await forChannel(room({ roomTypeID: 30, ...between('2027-05-06', '2027-05-07') }))).toEqual([])
    expect(await forChannel(room({ roomTypeID: 10, ...between('2027-05-06', '2027-05-07') }))).toEqual([3])
  })
})

function range(field: string, startDate?: string, endDate?: string): object {
  return { [field]: { startDate, endDate } }
}

function everyFieldEmpty(): object {
  return {
    clientId: 0,
    reservationID: 0,
    reservationNumber: '',
    reservationStatus: '',
    fetchHotelKey: null,
    arrivalDate: { startDate: '', endDate: null },
    departureDate: null,
    pageNo: 0,
    pageSize: null,
    cursor: '',
  }
}
