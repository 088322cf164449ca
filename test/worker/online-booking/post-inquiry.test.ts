import { describe, expect, it } from 'vitest'
import { todayIn } from '../../../schema/stay-dates'
import { post, queueMessages, readBookingTables, takenNights } from '../../support/booking'
import { stopClock } from '../../support/clock'
import { expectRefusal, expectStatus, hotelBeforeEach, rows } from '../../support/service'

const hotel = hotelBeforeEach()
const aQuestion = (changes: Record<string, unknown> = {}) => ({
  arrivalDate: '2027-05-10',
  departureDate: '2027-05-12',
  primaryGuestDetails: { lastName: 'Okabe' },
  message: 'Do you take dogs?',
  ...changes,
})

const ask = (changes: Record<string, unknown> = {}) =>
  hotel.call('POST', '/OnlineBooking/postinquiry', aQuestion(changes))

describe('postinquiry', () => {
  it('makes a reservation with status Inquiry that holds no room [ONLINE-12]', async () => {
    const { json } = await expectStatus(200, ask({ guests: { guestCount: 2 } }))
    expect(json.content).toEqual({ reservationId: 1, reservationNumber: '10000001' })
    expect(await rows('SELECT status_id, arrival_date, guest_count, summary_note FROM reservation')).toEqual([
      { status_id: 1, arrival_date: '2027-05-10', guest_count: 2, summary_note: 'Do you take dogs?' },
    ])
    expect([await takenNights(), await queueMessages()]).toEqual([[], []])
  })

  it('may become a booking', async () => {
    await ask()
    const confirmed = { bookingID: 1, bookingParameters: { reservationStatusID: 3 }, roomsBooked: [{ roomID: 101 }] }
    expect((await post(hotel.call, confirmed)).status).toBe(200)
    expect(await takenNights()).toHaveLength(2)
  })

  it('names the room type in its note', async () => {
    await ask({ roomTypeID: 20 })
    expect(await rows('SELECT summary_note FROM reservation')).toEqual([
      { summary_note: 'Do you take dogs?\nRoom type: Family suite' },
    ])
  })

  it('without dates gets the day of its arrival, and is marked as without dates', async () => {
    const today = todayIn('Europe/Lisbon', stopClock())
    await ask({ arrivalDate: undefined, departureDate: '' })
    const [kept] = await rows('SELECT arrival_date, departure_date, summary_note FROM reservation')
    expect(kept).toMatchObject({ arrival_date: today, summary_note: 'Do you take dogs?\nNo dates were given.' })
  })

  it('with one date lasts one night', async () => {
    await ask({ arrivalDate: undefined })
    await ask({ departureDate: undefined })
    expect(await rows('SELECT arrival_date, departure_date FROM reservation ORDER BY reservation_id')).toEqual([
      { arrival_date: '2027-05-11', departure_date: '2027-05-12' },
      { arrival_date: '2027-05-10', departure_date: '2027-05-11' },
    ])
  })

  it('is harmless to repeat with an identity, and 409 with another body [ONLINE-13]', async () => {
    const first = await ask({ identity: 'q-1' })
    const before = await readBookingTables()
    expect((await ask({ identity: 'q-1' })).text).toBe(first.text)
    expect(await readBookingTables()).toEqual(before)
    expect((await ask({ identity: 'q-1', message: 'And cats?' })).json.errors[0].code).toBe('IDENTITY_CONFLICT')
  })

  it.each([
    ['no message', { message: ' ' }, 'INVALID_FIELD', 'message: expected some text'],
    ['no name', { primaryGuestDetails: {} }, 'INVALID_FIELD', 'primaryGuestDetails.lastName: required'],
    ['an unknown type', { roomTypeID: 99 }, 'UNKNOWN_REFERENCE', 'roomTypeID: there is no room type 99'],
  ])('is refused for %s, and changes nothing [ONLINE-14]', async (_, changes, code, description) => {
    const before = await readBookingTables()
    await expectRefusal(ask(changes), 422, code, description)
    expect(await readBookingTables()).toEqual(before)
  })
})
