import { describe, expect, it } from 'vitest'
import { book, post, queueMessages } from '../../support/booking'
import { expectStatus, hotelBeforeEach, rows } from '../../support/service'

const { call } = hotelBeforeEach()

/** The shortest way from a new booking to a status. */
const WAYS: Record<number, number[]> = { 1: [1], 2: [2], 3: [3], 4: [4] }
const DATES = '2027-05-10 2027-05-12'

/** Creates a booking of rooms 101 and 102 with a status; returns the messages about a change of it. */
async function toldOf(status: number, change: Record<string, unknown>): Promise<string[]> {
  const [reservationStatusID] = WAYS[status] as number[]
  const bookingID = await book(call, {
    bookingParameters: { reservationStatusID },
    roomsBooked: [{ roomID: 101 }, { roomID: 102 }],
  })
  const before = await queueMessages()
  await expectStatus(200, post(call, { bookingID, ...change }))
  return (await queueMessages()).slice(before.length).map(message => message.replace(` ${DATES}`, ''))
}

const to = (reservationStatusID: number, roomsBooked?: { roomID: number; departureDate?: string }[]) => ({
  bookingParameters: { reservationStatusID },
  ...(roomsBooked && { roomsBooked }),
})

/** Room 102 stays, under another number; 101 is left out; 103 comes. */
const OTHER_ROOMS = [{ roomID: 103 }, { roomID: 102 }]

describe('a change of status that also sends rooms', () => {
  it.each([
    [2, 6, ['Cancelled 101', 'Cancelled 102']],
    [3, 6, ['Cancelled 101', 'Cancelled 102']],
    [3, 7, ['Cancelled 101', 'StatusChanged 102']],
    [4, 5, ['Cancelled 101', 'StatusChanged 102']],
    [1, 6, []],
    [1, 1, []],
    [1, 2, ['New 103', 'New 102']],
    [1, 3, ['New 103', 'New 102']],
    [2, 3, ['Cancelled 101', 'New 103', 'Modified 102']],
    [3, 3, ['Cancelled 101', 'New 103', 'Modified 102']],
    [4, 4, ['Cancelled 101', 'New 103', 'Modified 102']],
    [3, 4, ['Cancelled 101', 'New 103', 'StatusChanged 102']],
  ])('%i → %i tells of each stay that ends, and of none that never was held [QUEUE-5]', async (from, status, told) => {
    expect(await toldOf(from, to(status, OTHER_ROOMS))).toEqual(told)
  })

  it.each([
    [3, 6, ['Cancelled 101', 'Cancelled 102']],
    [3, 7, ['StatusChanged 101', 'StatusChanged 102']],
    [4, 5, ['StatusChanged 101', 'StatusChanged 102']],
    [3, 4, ['StatusChanged 101', 'StatusChanged 102']],
    [2, 3, ['Modified 101', 'Modified 102']],
    [1, 3, ['New 101', 'New 102']],
  ])('%i → %i without rooms tells of every stay once', async (from, status, told) => {
    expect(await toldOf(from, to(status))).toEqual(told)
  })

  it('tells of the cancelled stay on the dates on which it was held [QUEUE-5]', async () => {
    expect(await toldOf(3, { ...to(6), arrivalDate: '2027-05-08', departureDate: '2027-05-09' })).toEqual([
      'Cancelled 101',
      'Cancelled 102',
    ])
  })

  it('tells of the stay that is left out where the same room occurs twice [QUEUE-5]', async () => {
    const [early, late] = [
      { roomID: 101, departureDate: '2027-05-11' },
      { roomID: 101, arrivalDate: '2027-05-11' },
    ]
    const bookingID = await book(call, { roomsBooked: [early, late] })
    await expectStatus(200, post(call, { bookingID, roomsBooked: [late] }))
    expect((await queueMessages()).slice(2)).toEqual([
      'Cancelled 101 2027-05-10 2027-05-11',
      'Modified 101 2027-05-11 2027-05-12',
    ])
  })

  it('tells of the guest as of that moment, also with the change that cancels', async () => {
    await toldOf(3, { ...to(6, OTHER_ROOMS), primaryGuestDetails: { lastName: 'Berg' } })
    const told = await rows("SELECT last_name, room_id FROM fetch_message WHERE status_type = 'Cancelled'")
    expect(told).toEqual([
      { last_name: 'Berg', room_id: 101 },
      { last_name: 'Berg', room_id: 102 },
    ])
  })
})
