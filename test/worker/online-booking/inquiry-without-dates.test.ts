import { beforeEach, describe, expect, it } from 'vitest'
import { post, takenNights } from '../../support/booking'
import { expectRefusal, expectStatus, hotelBeforeEach } from '../../support/service'

const { call } = hotelBeforeEach()
let bookingID: number
beforeEach(async () => {
  const asked = { primaryGuestDetails: { lastName: 'Brennan' }, message: 'Do you take dogs?' }
  const made = await expectStatus(
    200,
    call('POST', '/OnlineBooking/postinquiry', { ...asked, arrivalDate: '', departureDate: null }),
  )
  bookingID = made.json.content.reservationId
})

const GET = '/Reservation/GetReservations'
const list = async (filter: object = {}) => (await expectStatus(200, call('POST', GET, filter))).json.content
const PARTNER = '/Reservation/GetReservationsForPartner'
const stay = { arrivalDate: '2027-05-10', departureDate: '2027-05-12' }
const issue = () => call('POST', '/PartnerItinerary/IssueLink', { reservationId: bookingID })

describe('an inquiry without dates', () => {
  it('has null for its dates in lists [ONLINE-13] [INPUT-14]', async () => {
    expect(await list()).toMatchObject([{ reservationStatus: 'Inquiry', arrivalDate: null, departureDate: null }])
    const { json } = await expectStatus(200, call('GET', PARTNER))
    expect(json.content).toMatchObject([{ arrivalDate: null, departureDate: null }])
  })

  it('is found by no date filter [INPUT-14]', async () => {
    const always = { startDate: '1900-01-01', endDate: '2999-12-31' }
    for (const filter of [
      { arrivalDate: always },
      { departureDate: always },
      { arrivalDate: { endDate: '2999-12-31' } },
    ]) {
      expect(await list(filter)).toEqual({})
      expect(await list({ ...filter, reservationID: bookingID })).toEqual({})
    }
    for (const query of ['arrivalFrom=1900-01-01', 'arrivalTo=2999-12-31', 'arrivalTo=2999-12-31&status=Inquiry']) {
      expect((await expectStatus(200, call('GET', `${PARTNER}?${query}`))).json.content).toEqual({})
    }
  })

  it('has no itinerary until it has dates: IssueLink is 409 INVALID_TRANSITION [INPUT-14]', async () => {
    await expectRefusal(issue(), 409, 'INVALID_TRANSITION')
    await expectStatus(200, post(call, { bookingID, ...stay }))
    expect(await list()).toMatchObject([{ arrivalDate: '2027-05-10T00:00:00', departureDate: '2027-05-12T00:00:00' }])
    expect(await list({ arrivalDate: { startDate: '2027-05-10' } })).toHaveLength(1)
    await expectStatus(200, issue())
  })

  it('takes a note, or ends, without dates', async () => {
    await expectStatus(200, post(call, { bookingID, reservationSummaryNote: 'Called back' }))
    await expectStatus(200, post(call, { bookingID, action: 'cancel' }))
    expect(await list()).toMatchObject([{ reservationStatus: 'Cancelled', arrivalDate: null, notes: 'Called back' }])
  })

  it.each<[string, object, string[]]>([
    ['one date alone', { arrivalDate: '2027-05-10' }, ['departureDate']],
    ['rooms', { roomsBooked: [{ roomID: 101, ...stay }] }, ['arrivalDate', 'departureDate']],
    [
      'a status that holds rooms',
      {
        bookingParameters: { reservationStatusID: 3 },
        activitiesBooked: [{ activityID: 1, activityDate: '2027-05-11' }],
      },
      ['arrivalDate', 'departureDate'],
    ],
  ])('needs both dates with %s', async (_, change, fields) => {
    const { json } = await expectStatus(422, post(call, { bookingID, ...change }))
    expect(json.errors.map(({ description }: { description: string }) => description)).toEqual(
      fields.map(field => `${field}: expected YYYY-MM-DD: the inquiry has no dates yet`),
    )
  })

  it('becomes a booking with dates and a room', async () => {
    await expectStatus(
      200,
      post(call, { bookingID, ...stay, bookingParameters: { reservationStatusID: 3 }, roomsBooked: [{ roomID: 101 }] }),
    )
    expect(await takenNights()).toEqual(['101 2027-05-10', '101 2027-05-11'])
  })
})
