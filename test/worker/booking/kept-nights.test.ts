import { beforeEach, describe, expect, it } from 'vitest'
import { aBooking, book, post } from '../../support/booking'
import { days, plans, price, rate, rooms, span, updateSuccessfully } from '../../support/channel-message'
import { admin, expectStatus, hotelBeforeEach, rows } from '../../support/service'

/* What a change of a booking does to the rooms to sell: only nights that begin or end change them. */

const hotel = hotelBeforeEach()
beforeEach(() => sell('A', 3))

const push = (roomid: string, roomstosell: number, ...night: [string, string?]) =>
  updateSuccessfully(hotel.call, days([{ ...span(...night), roomstosell }], {}, roomid))

/** Ties a channel's room to the doubles, and sells it from 10 to 14 May. */
async function sell(roomid: string, roomstosell: number, roomTypeId = 10) {
  await updateSuccessfully(hotel.call, {
    ...rooms([{ roomid }], { roomTypeId }),
    ...plans([{ rateplanid: 'P' }], { rateID: 1 }),
    ...days([{ ...span('10', '14'), ...rate('P'), ...price({ 1: '100' }) }], {}, roomid),
  })
  await push(roomid, roomstosell, '10', '14')
}

const left = async (roomid = 'A') =>
  (await rows('SELECT rooms_to_sell FROM room_day WHERE channel_room_id = ? ORDER BY day', roomid)).map(
    row => row.rooms_to_sell,
  )

const modify = (bookingID: number, changes: object) => expectStatus(200, post(hotel.call, { bookingID, ...changes }))
const cancel = (bookingID: number) => modify(bookingID, { action: 'cancel' })

const stay = (roomID: number, from: string, to: string) => ({
  roomID,
  arrivalDate: `2027-05-${from}`,
  departureDate: `2027-05-${to}`,
})
/** From 10 to 14 May. */
const _booked = (...roomsBooked: object[]) =>
  book(hotel.call, { ...stay(101, '10', '14'), roomID: undefined, roomsBooked })
const reserve = async (from: string, to: string): Promise<{ reservationId: number; roomId: number }> => {
  const { roomID: _, ...dates } = stay(0, from, to)
  const guest = { primaryGuestDetails: { lastName: 'Okabe' } }
  const fields = { identity: crypto.randomUUID(), ...dates, roomTypeID: 10, ...guest }
  return (await expectStatus(200, hotel.call('POST', '/OnlineBooking/postreservation', fields))).json.content
}

describe('after a new number of rooms to sell', () => {
  it('a change of the status, to InHouse, and of the rooms with it takes nothing again [ONLINE-17]', async () => {
    const bookingID = await book(hotel.call, { bookingParameters: { reservationStatusID: 2 } })
    await push('A', 2, '10', '14')
    await modify(bookingID, { bookingParameters: { reservationStatusID: 3 }, roomsBooked: [{ roomID: 101 }] })
    await modify(bookingID, { bookingParameters: { reservationStatusID: 4 } })
    expect(await left()).toEqual([2, 2, 2, 2, 2])
    await modify(bookingID, { bookingParameters: { reservationStatusID: 5 } })
    expect(await left()).toEqual([2, 2, 2, 2, 2])
  })
})

describe('a room of another type', () => {
  it('takes nothing for nights that it had before its type changed [ONLINE-17]', async () => {
    await sell('S', 3, 20)
    const bookingID = await book(hotel.call)
    const room = { roomId: 101, roomTypeId: 20, roomName: '101' }
    await expectStatus(200, admin('PUT', '/customers/1/setup', { rooms: [room] }))
    await modify(bookingID, { roomsBooked: [{ roomID: 101 }], departureDate: '2027-05-13' })
    expect([await left('A'), await left('S')]).toEqual([
      [2, 2, 3, 3, 3],
      [3, 3, 2, 3, 3],
    ])
  })

  it('takes nothing for nights of a channel room that was removed and made again [ONLINE-17]', async () => {
    const bookingID = await book(hotel.call)
    await updateSuccessfully(hotel.call, rooms([{ roomid: 'A' }], { roomTypeId: 10, action: 3 }))
    await sell('A', 2)
    await modify(bookingID, { roomsBooked: [{ roomID: 101, guestsInRoom: 1 }] })
    expect(await left()).toEqual([2, 2, 2, 2, 2])
  })
})

describe('a stay that the channel sold', () => {
  it('takes nothing again when it is divided, and its nights return to its channel room [ONLINE-17]', async () => {
    await sell('B', 9)
    const { reservationId, roomId } = await reserve('10', '12')
    const sold = (await left('A'))[0] === 2 ? 'A' : 'B'
    const before = [await left('A'), await left('B')]
    await modify(reservationId, { roomsBooked: [stay(roomId, '10', '11'), stay(roomId, '11', '12')] })
    expect([await left('A'), await left('B')]).toEqual(before)
    await push(sold, 1, '10', '14')
    await modify(reservationId, { roomsBooked: [{ roomID: roomId, guestsInRoom: 2 }] })
    await cancel(reservationId)
    expect(await left(sold)).toEqual([1, 1, 1, 1, 1])
  })

  it('takes nights that it is extended over from its channel room, also those of its neighbour in the room', async () => {
    await push('A', 1, '10', '14')
    const { reservationId, roomId } = await reserve('10', '12')
    await sell('B', 9)
    const nextStay = { departureDate: '2027-05-14', roomsBooked: [stay(roomId, '10', '12'), stay(roomId, '12', '14')] }
    await modify(reservationId, nextStay)
    expect([await left('A'), await left('B')]).toEqual([
      [0, 0, 1, 1, 1],
      [9, 9, 8, 8, 9],
    ])
    await modify(reservationId, { roomsBooked: [stay(roomId, '10', '14')] })
    expect([await left('A'), await left('B')]).toEqual([
      [0, 0, 0, 0, 1],
      [9, 9, 9, 9, 9],
    ])
  })
})

it('a change leaves others as many rooms as the channel manager sent [ONLINE-17]', async () => {
  const bookingID = await book(hotel.call)
  await push('A', 2, '10', '14')
  await modify(bookingID, { roomsBooked: [{ roomID: 101 }] })
  await push('A', 2, '10', '14')
  await modify(bookingID, { roomsBooked: [{ roomID: 101 }] })
  await reserve('10', '12')
  await reserve('10', '12')
  expect(await left()).toEqual([0, 0, 2, 2, 2])
})

it('rows of nights that stay are kept: a change of the rooms writes none of them', async () => {
  const bookingID = await book(hotel.call)
  const before = await rows('SELECT * FROM room_night')
  await modify(bookingID, { roomsBooked: [{ roomID: 101, guestsInRoom: 1 }] })
  expect(await rows('SELECT * FROM room_night')).toEqual(before)
  expect((await post(hotel.call, aBooking())).status).toBe(409)
})
