import { beforeEach, describe, expect, it } from 'vitest'
import { aBooking, book, post, takenNights } from '../../support/booking'
import { days, plans, price, rate, rooms, span, updateSuccessfully } from '../../support/channel-message'
import { violatedInvariants } from '../../support/check-invariants'
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
const booked = (...roomsBooked: object[]) =>
  book(hotel.call, { ...stay(101, '10', '14'), roomID: undefined, roomsBooked })
const reserve = async (from: string, to: string): Promise<{ reservationId: number; roomId: number }> => {
  const { roomID: _, ...dates } = stay(0, from, to)
  const guest = { primaryGuestDetails: { lastName: 'Okabe' } }
  const fields = { identity: crypto.randomUUID(), ...dates, roomTypeID: 10, ...guest }
  return (await expectStatus(200, hotel.call('POST', '/OnlineBooking/postreservation', fields))).json.content
}

describe('after a new number of rooms to sell', () => {
  it('a change with the same rooms takes nothing again, however often it is made [ONLINE-17]', async () => {
    const bookingID = await book(hotel.call)
    await push('A', 2, '10', '14')
    for (const guestsInRoom of [1, 2, 1]) {
      await modify(bookingID, { roomsBooked: [{ roomID: 101, guestsInRoom }] })
      expect(await left()).toEqual([2, 2, 2, 2, 2])
    }
    await cancel(bookingID)
    expect(await left()).toEqual([2, 2, 2, 2, 2])
  })

  it('dates that move by a day take the night that is new, and nothing else [ONLINE-17]', async () => {
    const bookingID = await book(hotel.call)
    await push('A', 2, '10', '14')
    await modify(bookingID, { arrivalDate: '2027-05-11', departureDate: '2027-05-13' })
    expect(await left()).toEqual([2, 2, 1, 2, 2])
    await modify(bookingID, { arrivalDate: '2027-05-10', departureDate: '2027-05-12' })
    expect(await left()).toEqual([1, 2, 2, 2, 2])
    await cancel(bookingID)
    expect(await left()).toEqual([2, 2, 2, 2, 2])
  })

  it('a change of the status, to InHouse, and of the rooms with it takes nothing again [ONLINE-17]', async () => {
    const bookingID = await book(hotel.call, { bookingParameters: { reservationStatusID: 2 } })
    await push('A', 2, '10', '14')
    await modify(bookingID, { bookingParameters: { reservationStatusID: 3 }, roomsBooked: [{ roomID: 101 }] })
    await modify(bookingID, { bookingParameters: { reservationStatusID: 4 } })
    expect(await left()).toEqual([2, 2, 2, 2, 2])
    await modify(bookingID, { bookingParameters: { reservationStatusID: 5 } })
    expect(await left()).toEqual([2, 2, 2, 2, 2])
  })

  it('rooms in another order, with other stay numbers, take nothing again [ONLINE-17]', async () => {
    const bookingID = await booked(stay(101, '10', '12'), stay(102, '11', '13'))
    await push('A', 2, '10', '14')
    await modify(bookingID, { roomsBooked: [stay(102, '11', '13'), stay(101, '10', '12')] })
    expect(await left()).toEqual([2, 2, 2, 2, 2])
    expect(await violatedInvariants()).toEqual({})
  })

  it('a stay that is divided, joined or exchanged with its neighbour takes nothing again [ONLINE-17]', async () => {
    const bookingID = await booked(stay(101, '10', '14'))
    await push('A', 2, '10', '14')
    const division = [stay(101, '10', '12'), stay(101, '12', '14')]
    for (const roomsBooked of [
      division,
      division.toReversed(),
      [stay(101, '11', '14'), stay(101, '10', '11')],
      [stay(101, '10', '14')],
    ]) {
      await modify(bookingID, { roomsBooked })
      expect(await left()).toEqual([2, 2, 2, 2, 2])
      expect(await takenNights()).toHaveLength(4)
      expect(await violatedInvariants()).toEqual({})
    }
  })

  it('rooms that change places take nothing, and then only nights that none of them held [ONLINE-17]', async () => {
    const bookingID = await booked(stay(101, '10', '12'), stay(102, '12', '14'))
    await push('A', 2, '10', '14')
    await modify(bookingID, { roomsBooked: [stay(102, '10', '12'), stay(101, '12', '14')] })
    expect(await left()).toEqual([2, 2, 2, 2, 2])
    await modify(bookingID, { roomsBooked: [stay(101, '10', '14'), stay(102, '10', '14')] })
    expect(await left()).toEqual([1, 1, 1, 1, 2])
    await cancel(bookingID)
    expect(await left()).toEqual([2, 2, 2, 2, 2])
  })

  it('rooms that others sold meanwhile stay theirs, and an added night uses what is left [ONLINE-17]', async () => {
    const bookingID = await book(hotel.call)
    await push('A', 1, '10', '14')
    const online = await reserve('10', '12')
    expect(await left()).toEqual([0, 0, 1, 1, 1])
    await modify(bookingID, { departureDate: '2027-05-13' })
    expect(await left()).toEqual([0, 0, 0, 1, 1])
    await cancel(online.reservationId)
    expect(await left()).toEqual([1, 1, 0, 1, 1])
  })
})

describe('a guest who is moved to another room of the type', () => {
  it('after a push takes nothing and gives nothing back, whatever room it is [ONLINE-17]', async () => {
    const bookingID = await book(hotel.call)
    await push('A', 2, '10', '14')
    for (const roomID of [102, 103, 101]) {
      await modify(bookingID, { roomsBooked: [{ roomID }] })
      expect(await left()).toEqual([2, 2, 2, 2, 2])
      expect(await takenNights()).toEqual([`${roomID} 2027-05-10`, `${roomID} 2027-05-11`])
      expect(await violatedInvariants()).toEqual({})
    }
    await cancel(bookingID)
    expect(await left()).toEqual([2, 2, 2, 2, 2])
  })

  it('with other dates takes the nights that are new, and gives back those that end [ONLINE-17]', async () => {
    const bookingID = await book(hotel.call)
    await push('A', 2, '11')
    await modify(bookingID, { ...stay(0, '11', '13'), roomID: undefined, roomsBooked: [{ roomID: 102 }] })
    expect(await left()).toEqual([3, 2, 2, 3, 3])
    await cancel(bookingID)
    expect(await left()).toEqual([3, 2, 3, 3, 3])
  })

  it('stays with the channel room from which it was taken, where another has more left [ONLINE-17]', async () => {
    const bookingID = await book(hotel.call)
    await sell('B', 9)
    await modify(bookingID, { roomsBooked: [{ roomID: 102 }] })
    expect([await left('A'), await left('B')]).toEqual([
      [2, 2, 3, 3, 3],
      [9, 9, 9, 9, 9],
    ])
    await cancel(bookingID)
    expect([await left('A'), await left('B')]).toEqual([
      [3, 3, 3, 3, 3],
      [9, 9, 9, 9, 9],
    ])
  })

  it('with a room that is added, takes for the added one alone, though it was the last [ONLINE-17]', async () => {
    await push('A', 1, '10', '14')
    const bookingID = await book(hotel.call)
    expect(await left()).toEqual([0, 0, 1, 1, 1])
    await modify(bookingID, { roomsBooked: [{ roomID: 103 }, { roomID: 102 }] })
    expect(await left()).toEqual([0, 0, 1, 1, 1])
    await push('A', 1, '10', '14')
    await modify(bookingID, { roomsBooked: [{ roomID: 101 }, { roomID: 102 }, { roomID: 103 }] })
    expect(await left()).toEqual([0, 0, 1, 1, 1])
    expect(await violatedInvariants()).toEqual({})
  })

  it('a room that another booking has is refused, and nothing changes [ROOM_NOT_AVAILABLE] [BOOKING-27]', async () => {
    const bookingID = await book(hotel.call)
    await book(hotel.call, { roomsBooked: [{ roomID: 102 }], arrivalDate: '2027-05-11' })
    const before = await rows('SELECT * FROM room_night')
    const refused = await post(hotel.call, { bookingID, roomsBooked: [{ roomID: 102 }] })
    expect([refused.status, refused.json.errors[0].description]).toEqual([
      409,
      'roomsBooked[0].roomID: room 102 is taken on the night of 2027-05-11',
    ])
    expect(await rows('SELECT * FROM room_night')).toEqual(before)
  })
})

describe('a night that was never counted', () => {
  it('is not counted by a change that keeps it [ONLINE-17]', async () => {
    await push('A', 0, '10', '14')
    const bookingID = await book(hotel.call)
    await push('A', 2, '10', '14')
    await modify(bookingID, { roomsBooked: [{ roomID: 101 }] })
    expect(await left()).toEqual([2, 2, 2, 2, 2])
  })

  it('is counted when the booking begins to hold it, and returned when it ends', async () => {
    const bookingID = await book(hotel.call, { bookingParameters: { reservationStatusID: 1 } })
    expect(await left()).toEqual([3, 3, 3, 3, 3])
    await modify(bookingID, { bookingParameters: { reservationStatusID: 3 } })
    expect(await left()).toEqual([2, 2, 3, 3, 3])
    await modify(bookingID, { bookingParameters: { reservationStatusID: 6 } })
    expect(await left()).toEqual([3, 3, 3, 3, 3])
  })
})

describe('a room of another type', () => {
  it('takes from its own channel room, and gives nothing to the previous one after a new number [ONLINE-17]', async () => {
    await sell('S', 3, 20)
    const bookingID = await book(hotel.call)
    await push('A', 2, '10')
    await modify(bookingID, { roomsBooked: [{ roomID: 201 }] })
    expect([await left('A'), await left('S')]).toEqual([
      [2, 3, 3, 3, 3],
      [2, 2, 3, 3, 3],
    ])
  })

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
