import { describe, expect, it } from 'vitest'
import { book, post } from '../../support/booking'
import { days, plans, price, rate, rooms, span, updateSuccessfully } from '../../support/channel-message'
import { hotelBeforeEach, rows } from '../../support/service'

const hotel = hotelBeforeEach()
const STAY = { arrivalDate: '2027-05-10', departureDate: '2027-05-11' }

/** A message of a channel manager about the night of the stay, for its own room. */
const night = (roomid: string, fields: object) => days([{ ...span('10'), ...fields }], {}, roomid)
const room = (roomid: string, roomTypeId: number) => rooms([{ roomid }], { roomTypeId })

/** Ties a channel's room to the doubles, and sells it at a price under one plan. */
const sell = (roomid: string, roomstosell: number, unit: number) =>
  say({
    ...room(roomid, 10),
    ...plans([{ rateplanid: 'P' }], { rateID: 1 }),
    ...night(roomid, { roomstosell, ...rate('P'), ...price({ 1: String(unit) }) }),
  })

const say = (message: object) => updateSuccessfully(hotel.call, message)

const reserve = () =>
  hotel.call('POST', '/OnlineBooking/postreservation', {
    identity: crypto.randomUUID(),
    ...STAY,
    roomTypeID: 10,
    primaryGuestDetails: { lastName: 'Okabe' },
  })

const left = async () =>
  Object.fromEntries(
    (await rows('SELECT channel_room_id, rooms_to_sell FROM room_day')).map(row => [
      row.channel_room_id,
      row.rooms_to_sell,
    ]),
  )

describe('two channel rooms of one type', () => {
  it('are told apart in what a channel manager reads of its reservations', async () => {
    await sell('A', 5, 200)
    await sell('B', 1, 100)
    const { json } = await reserve()
    const bookingID = String(json.content.reservationId)
    const read = () => hotel.call('POST', '/CMConnect/GetReservation', { bookingID })
    expect((await read()).json.content[0].roomInfo[0].roomid).toBe('B')
    await post(hotel.call, { bookingID: json.content.reservationId, departureDate: '2027-05-12' })
    expect((await read()).json.content[0].roomInfo[0].roomid).toBe('B')
  })
})

describe('what the channel manager says last', () => {
  it('of something else does not make a booking forget what it took', async () => {
    await sell('A', 2, 200)
    const bookingID = await book(hotel.call, STAY)
    await say(night('A', { closed: '1' }))
    await post(hotel.call, { bookingID, action: 'cancel' })
    expect(await left()).toEqual({ A: 2 })
  })

  it('of the type that a room is tied to gives nothing to a room that gave nothing', async () => {
    await sell('A', 2, 200)
    await say({ ...room('C', 20), ...night('C', { roomstosell: 1 }) })
    const bookingID = await book(hotel.call, STAY)
    await say(room('C', 10))
    await post(hotel.call, { bookingID, action: 'cancel' })
    expect(await left()).toEqual({ A: 2, C: 1 })
  })
})

describe('a channel room that is tied to another type', () => {
  it('gets nothing back of what it sold as the type before, and keeps what it sold as the type now [ONLINE-9]', async () => {
    await sell('A', 2, 200)
    const double = await book(hotel.call, STAY)
    expect(await left()).toEqual({ A: 1 })
    await say(room('A', 20))
    const suite = await book(hotel.call, { ...STAY, roomsBooked: [{ roomID: 201 }] })
    expect(await left()).toEqual({ A: 0 })
    await post(hotel.call, { bookingID: double, action: 'cancel' })
    expect(await left()).toEqual({ A: 0 })
    await say(room('A', 20))
    await post(hotel.call, { bookingID: suite, action: 'cancel' })
    expect(await left()).toEqual({ A: 1 })
  })
})
