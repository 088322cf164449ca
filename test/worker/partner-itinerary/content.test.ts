import { describe, expect, it } from 'vitest'
import { Itinerary } from '../../../schema/wire/itinerary'
import { book } from '../../support/booking'
import { issueLink, openDetails, stay, stayWithLink } from '../../support/itinerary'
import { admin, expectStatus, openHotel, resetBeforeEach, rows } from '../../support/service'

resetBeforeEach()

const contentOf = async (token: string) => (await expectStatus(200, openDetails(token))).json.content

describe('the itinerary endpoint returns a read-only itinerary for one reservation', () => {
  it('has an overview, room stays and scheduled activities [VALUE-4] [RESERVATION-8] [LINK-1] [LINK-3] [LINK-5]', async () => {
    const { token } = await stayWithLink()
    expect(await contentOf(token)).toEqual({
      overview: {
        reservationId: 1,
        reservationNumber: 10000001,
        clientId: 1,
        primaryGuestId: 1,
        guestFirstName: 'Marta',
        guestLastName: 'Lindqvist',
        arrivalTime: '15:00',
        departureTime: '11:00',
        reservationType: 'Individual',
        reservationStatus: 'Confirmed',
        clientName: 'Quinta do Mar',
        clientLogoUrl: 'https://hotel.test/logo.svg',
        clientImagePath: 'https://hotel.test/sea.jpg',
        arrivalDate: '2027-03-26T00:00:00',
        departureDate: '2027-03-30T00:00:00',
      },
      roomStays: [
        {
          roomId: 201,
          occupants: 3,
          roomName: 'Fig',
          roomNo: '201',
          roomTypeName: 'Family suite',
          roomTypeDescription: 'Two rooms and a terrace.',
          roomLocationName: 'Garden house',
          assignmentStartDate: '2027-03-26T00:00:00',
          assignmentEndDate: '2027-03-30T00:00:00',
        },
        {
          roomId: 101,
          occupants: 2,
          roomName: 'Gull',
          roomNo: '101',
          roomTypeName: 'Double',
          roomTypeDescription: 'A room for two with a view of the sea.',
          roomLocationName: 'Sea wing',
          assignmentStartDate: '2027-03-26T00:00:00',
          assignmentEndDate: '2027-03-28T00:00:00',
        },
      ],
      scheduleItems: [
        scheduled({ startTime: '08:00', activityName: 'Breakfast', scheduleType: 'Meal', occupantsCount: 5 }),
        scheduled({ startTime: '22:00', endTime: '02:30', hostNames: 'Silva' }),
        scheduled({
          scheduleDate: '2027-03-28T00:00:00',
          activityName: 'Breakfast',
          scheduleType: 'Meal',
          occupantsCount: 5,
        }),
        scheduled({
          scheduleDate: '2027-03-28T00:00:00',
          startTime: '09:30',
          endTime: '11:00',
          locationName: 'Beach hut, Praia, north end',
          hostNames: 'Inês Duarte, Thomas Baker',
          guestNotes: 'Bring a towel\nMeet at 9:15; be early',
          occupantsCount: 2,
        }),
      ],
    })
  })

  const scheduled = (item: object) => ({
    scheduleDate: '2027-03-27T00:00:00',
    startTime: '',
    endTime: '',
    activityName: 'Surf lesson',
    scheduleType: 'Activity',
    locationName: '',
    hostNames: '',
    guestNotes: '',
    occupantsCount: 1,
    ...item,
  })

  it('has nothing else of the guest, the booking or its money [LINK-1]', async () => {
    const { token } = await stayWithLink()
    const { text } = await expectStatus(200, openDetails(token))
    for (const kept of ['marta@guest.test', '+46 70 000', 'Anniversary', 'High bed', 'stay-1', 'Long board']) {
      expect(text).not.toContain(kept)
    }
  })

  it('every text is a string, empty if there is nothing [LINK-4]', async () => {
    const hotel = await openHotel()
    await expectStatus(200, admin('PUT', '/customers/1', { name: 'Bare', currency: 'EUR', timeZone: 'Europe/Lisbon' }))
    const bare = {
      properties: [{ hotelid: 'H2', name: 'Bare' }],
      roomTypes: [{ roomTypeId: 30, hotelid: 'H2', name: 'Cabin', maxOccupancy: 1 }],
      rooms: [{ roomId: 301, roomTypeId: 30, roomName: 'Cabin' }],
    }
    await expectStatus(200, admin('PUT', '/customers/1/setup', bare))
    const reservationId = await book(hotel.call, {
      primaryGuestDetails: { lastName: 'Silva' },
      roomsBooked: [{ roomID: 301 }],
      activitiesBooked: [{ activityID: 1, activityDate: '2027-05-10' }],
    })
    const content = await contentOf((await issueLink(hotel, reservationId)).token)
    expect(Itinerary.safeParse(content).error).toBeUndefined()
    expect(content.overview).toMatchObject({
      guestFirstName: '',
      arrivalTime: '',
      departureTime: '',
      clientLogoUrl: '',
      clientImagePath: '',
    })
    expect(content.roomStays[0]).toMatchObject({ roomNo: '', roomTypeDescription: '', roomLocationName: '' })
  })

  it('a reservation without rooms or activities has empty lists', async () => {
    const hotel = await openHotel()
    const inquiry = { bookingParameters: { reservationStatusID: 1 }, roomsBooked: [] }
    const { token } = await issueLink(hotel, await book(hotel.call, inquiry))
    const { overview, ...lists } = await contentOf(token)
    expect(overview.reservationStatus).toBe('Inquiry')
    expect(lists).toEqual({ roomStays: [], scheduleItems: [] })
  })

  it("arrivalTime and departureTime are the booking's own where it has them [LINK-2]", async () => {
    const { token } = await stayWithLink()
    await rows("UPDATE reservation SET arrival_time = '21:45', departure_time = '06:15'")
    expect((await contentOf(token)).overview).toMatchObject({ arrivalTime: '21:45', departureTime: '06:15' })
  })

  it.each([
    [1, 'Individual'],
    [2, 'Group'],
    [3, 'Owner'],
    [4, 'Complimentary'],
  ])('reservationType %i is %s [BOOKING-14]', async (reservationTypeID, name) => {
    const hotel = await openHotel()
    const reservationId = await book(hotel.call, { bookingParameters: { reservationTypeID } })
    expect((await contentOf((await issueLink(hotel, reservationId)).token)).overview.reservationType).toBe(name)
  })

  it('shows the booking and the names of the setup as they are at the time of reading [LINK-3]', async () => {
    const { token, hotel, reservationId } = await stayWithLink()
    await expectStatus(200, admin('PUT', '/customers/1/setup', { locations: [{ locationId: 3, name: 'Boat house' }] }))
    const employees = [
      { employeeId: 1, firstName: 'Inês', lastName: 'Moura' },
      { employeeId: 2, firstName: 'Other', lastName: 'Name' },
    ]
    await expectStatus(200, admin('PUT', '/customers/1/setup', { employees }))
    await expectStatus(
      200,
      hotel.call('POST', '/Booking/PostBooking', { bookingID: reservationId, roomsBooked: [stay.roomsBooked[0]] }),
    )
    const { roomStays, scheduleItems } = await contentOf(token)
    expect(roomStays.map(({ roomName }: { roomName: string }) => roomName)).toEqual(['Fig'])
    // The second host's name is from the booking. The name of the setup is used only if the booking sends an id alone.
    expect(scheduleItems.at(-1)).toMatchObject({
      hostNames: 'Inês Moura, Thomas Baker',
      locationName: 'Boat house, Praia, north end',
    })
  })

  it('a cancelled booking opens and says Cancelled [LINK-6]', async () => {
    const { token, hotel, reservationId } = await stayWithLink()
    await expectStatus(200, hotel.call('POST', '/Booking/PostBooking', { bookingID: reservationId, action: 'cancel' }))
    const { overview, roomStays } = await contentOf(token)
    expect(overview.reservationStatus).toBe('Cancelled')
    expect(roomStays).toHaveLength(2)
  })

  it("is only of the token's customer: the same ids of another customer are another stay", async () => {
    const one = await stayWithLink(1)
    const other = await openHotel(2)
    const named = { primaryGuestDetails: { firstName: 'Otto', lastName: 'Weiss' } }
    const { token } = await issueLink(other, await book(other.call, named))
    const { overview, roomStays, scheduleItems } = await contentOf(token)
    expect(overview).toMatchObject({ clientId: 2, reservationId: 1, guestLastName: 'Weiss' })
    expect(roomStays.map(({ roomName }: { roomName: string }) => roomName)).toEqual(['Gull'])
    expect(scheduleItems).toEqual([])
    expect((await contentOf(one.token)).overview).toMatchObject({ clientId: 1, guestLastName: 'Lindqvist' })
  })
})
