import { describe, expect, it } from 'vitest'
import { ChannelReservations } from '../../../schema/wire/channel-reservation'
import { book, post } from '../../support/booking'
import { wholeGuest } from '../../support/sample-bodies'
import { admin, expectStatus, hotelBeforeEach, openHotel, rows } from '../../support/service'

const hotel = hotelBeforeEach()
const reservations = async (body: object = {}) =>
  (await expectStatus(200, hotel.call('POST', '/CMConnect/GetReservation', body))).json.content

const tie = (roomid: string, roomTypeId: number, isActive = 1) =>
  rows(
    "INSERT INTO channel_room (customer_id, hotel_id, channel_room_id, room_type_id, is_active, document) VALUES (1, 'H1', ?, ?, ?, '{}')",
    roomid,
    roomTypeId,
    isActive,
  )

const guest = { ...wholeGuest, company: '', address2: '', state: '' }

describe('CMConnect/GetReservation', () => {
  it('has each reservation as a channel manager reads it [CHANNEL-28]', async () => {
    await tie('DBL', 10)
    await book(hotel.call, {
      identity: 'channel-7',
      primaryGuestDetails: guest,
      roomsBooked: [
        { roomID: 101, guestsInRoom: 2, rates: [{ rateID: 1, unitCost: 120.5, taxAmount: 3.05 }] },
        { roomID: 201, guestsInRoom: 4, arrivalDate: '2027-05-11' },
      ],
      activitiesBooked: [{ activityID: 1, activityDate: '2027-05-11', rates: [{ unitCost: 35 }] }],
    })
    const content = await reservations()
    expect(content).toEqual([
      {
        bookingID: 'channel-7',
        reservationId: 1,
        reservationNumber: '10000001',
        clientID: 1,
        reservationCMStatusTypeID: 1,
        guest: { guestId: 1, ...guest },
        roomInfo: [
          {
            roomTypeID: 10,
            roomid: 'DBL',
            arrivalDate: '2027-05-10',
            departureDate: '2027-05-12',
            guests: 2,
            rates: [
              {
                rateID: 1,
                unitCost: 120.5,
                quantity: 1,
                nights: 2,
                fromDate: '2027-05-10',
                toDate: '2027-05-12',
                isTaxOverride: false,
                taxAmount: 3.05,
              },
            ],
          },
          {
            roomTypeID: 20,
            roomid: '',
            arrivalDate: '2027-05-11',
            departureDate: '2027-05-12',
            guests: 4,
            rates: [],
          },
        ],
        total: 279.05,
        currency: 'EUR',
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      },
    ])
    expect(ChannelReservations.safeParse(content).error).toBeUndefined()
  })

  it('has the reservationId as bookingID where there is no identity, and is found by either', async () => {
    await book(hotel.call)
    const [{ bookingID }] = await reservations()
    expect(bookingID).toBe('1')
    expect(await reservations({ bookingID })).toHaveLength(1)
  })

  it('is found by its identity, before a booking with that id, and by id before number [CHANNEL-63]', async () => {
    const at = (month: string, identity?: string) =>
      book(hotel.call, { identity, arrivalDate: `2027-${month}-10`, departureDate: `2027-${month}-12` })
    await at('01')
    await at('02', '1')
    await at('03', '10000001')
    await at('04')
    const found = async (bookingID: string) => {
      const content = await reservations({ bookingID })
      return Array.isArray(content) ? content.map(({ reservationId }: { reservationId: number }) => reservationId) : []
    }
    expect(await found('1')).toEqual([2])
    expect(await found('10000001')).toEqual([3])
    expect([await found('4'), await found('10000004'), await found('5'), await found('none')]).toEqual([
      [4],
      [4],
      [],
      [],
    ])
    // A customer may have so many bookings that the number of one is the id of another.
    await rows('UPDATE reservation SET reservation_number = 4 WHERE reservation_id = 3')
    expect(await found('4')).toEqual([4])
  })

  it.each([
    [1, 'as it was made', undefined],
    [2, 'changed since', { reservationSummaryNote: 'Late' }],
    [2, 'of another status', { bookingParameters: { reservationStatusID: 7 } }],
    [3, 'cancelled', { action: 'cancel' }],
  ])('has status %i, and is found by it, when it is %s [CHANNEL-30]', async (status, _, change) => {
    await book(hotel.call, { roomsBooked: [{ roomID: 101, rates: [{ unitCost: 10 }] }] })
    if (change) await expectStatus(200, post(hotel.call, { bookingID: 1, ...change }))
    const total = status === 3 ? 0 : 20
    for (const reservationCMStatusTypeID of [1, 2, 3]) {
      const content = await reservations({ reservationCMStatusTypeID })
      if (reservationCMStatusTypeID !== status) expect(content).toEqual({})
      else expect(content).toMatchObject([{ reservationCMStatusTypeID: status, total }])
    }
  })

  it('names a room of the channel that is sold, if several are tied to the type', async () => {
    await tie('A-OLD', 10, 0)
    await tie('B', 10)
    await tie('C', 10)
    await book(hotel.call)
    expect((await reservations())[0].roomInfo).toMatchObject([{ roomTypeID: 10, roomid: 'B' }])
  })

  it("does not name another customer's room of the channel", async () => {
    await openHotel(2)
    await rows(
      "INSERT INTO channel_room (customer_id, hotel_id, channel_room_id, room_type_id, document) VALUES (2, 'H1', 'THEIRS', 10, '{}')",
    )
    await book(hotel.call)
    expect((await reservations())[0].roomInfo).toMatchObject([{ roomid: '' }])
  })

  it('looks for the type that a room has now', async () => {
    await book(hotel.call)
    const rooms = [{ roomId: 101, roomTypeId: 20, locationId: 1, roomName: 'Gull', roomNo: '101' }]
    await expectStatus(200, admin('PUT', '/customers/1/setup', { rooms }))
    expect(await reservations({ roomInfo: [{ roomTypeID: 10 }] })).toEqual({})
    expect(await reservations({ roomInfo: [{ roomTypeID: 20 }] })).toHaveLength(1)
  })
})
