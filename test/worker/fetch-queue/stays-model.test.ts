import fc from 'fast-check'
import { beforeEach, expect, it } from 'vitest'
import { aBooking, post } from '../../support/booking'
import { violatedInvariants } from '../../support/check-invariants'
import { remembered, reproducible } from '../../support/reproduction'
import { admin, expectStatus, hotelBeforeEach } from '../../support/service'

const call = remembered(hotelBeforeEach().call)
const MORE_ROOMS = [104, 105, 106]

beforeEach(async () => {
  const more = MORE_ROOMS.map(roomId => ({ roomId, roomTypeId: 10, roomName: `Double ${roomId}` }))
  await expectStatus(200, admin('PUT', '/customers/1/setup', { rooms: more }))
})

interface Message {
  fetchQueueMessageId: number
  statusType: string
  reservationID: number
  roomID: string
}

interface Shown {
  reservationId: number
  reservationStatus: string
  rooms: { roomId: number }[]
}

const HELD = ['Tentative', 'Confirmed', 'InHouse']

/** A list that matches nothing has an empty object as its content. */
const listOf = <T>({ json }: { json: { content: T[] | object } }): T[] =>
  Array.isArray(json.content) ? json.content : []

const shown = async () =>
  listOf<Shown>(await expectStatus(200, call('POST', '/Reservation/GetReservations', { pageSize: 200 })))

const keyOf = (reservation: number, room: number | string) => `${reservation} in ${room}`

/** Reads the whole queue and keeps, by reservation and room, how many stays are held. It trusts nothing but the messages. */
class Consumer {
  readonly held = new Map<string, number>()

  async poll() {
    const isOver = new Map((await shown()).map(each => [each.reservationId, !HELD.includes(each.reservationStatus)]))
    const messages = await expectStatus(200, call('GET', '/Fetch/GetFetchQueueMessage?pageSize=200'))
    for (const message of listOf<Message>(messages)) {
      this.#apply(message, isOver.get(message.reservationID) ?? false)
      const { fetchQueueMessageId } = message
      await expectStatus(
        200,
        call('POST', '/Fetch/UpdateFetchQueueMessage', { fetchQueueMessageId, status: 'Processed' }),
      )
    }
  }

  #apply({ statusType, reservationID, roomID }: Message, isOver: boolean) {
    const key = keyOf(reservationID, roomID)
    const stays = this.held.get(key) ?? 0
    if (statusType !== 'New' && stays === 0) throw new Error(`${statusType} of ${key}, which is not held`)
    // The status is read from the reservation: a guest who has left or is a no-show holds no room.
    const ends = statusType === 'Cancelled' || (statusType === 'StatusChanged' && isOver)
    const change = statusType === 'New' ? 1 : ends ? -1 : 0
    if (stays + change) this.held.set(key, stays + change)
    else this.held.delete(key)
  }
}

const ROOMS = [101, 102, 103, 201, ...MORE_ROOMS]
const DAYS = ['2027-05-10', '2027-05-11', '2027-05-12']

/** Rooms of a booking: each for the whole of it, or one night; a room may occur on both nights as two stays. */
const someRooms = fc.uniqueArray(
  fc.record({ roomID: fc.constantFrom(...ROOMS), night: fc.constantFrom(undefined, 0, 1) }),
  { minLength: 1, maxLength: 3, selector: ({ roomID, night }) => `${roomID} ${night}` },
)

type Room = { roomID: number; night: number | undefined }
const booked = (rooms: Room[]) =>
  rooms
    .filter(
      ({ roomID, night }) => night === undefined || !rooms.some(r => r.roomID === roomID && r.night === undefined),
    )
    .map(({ roomID, night }) =>
      night === undefined ? { roomID } : { roomID, arrivalDate: DAYS[night], departureDate: DAYS[night + 1] },
    )

const someStep = fc.record({
  /** 0 is a new booking; else one of those that are there. */
  which: fc.constantFrom(0, 1, 1, 2, 2, 3, 3, 4),
  status: fc.constantFrom(undefined, undefined, 1, 2, 3, 3, 3, 4, 4, 4, 5, 5, 6, 6, 6, 7),
  rooms: fc.option(someRooms, { nil: undefined, freq: 2 }),
  cancel: fc.integer({ min: 0, max: 9 }).map(n => n === 0),
})

it('a consumer that applies every message has the rooms held that GetReservations shows, whatever changed [QUEUE-6]', () =>
  reproducible(async () => {
    const consumer = new Consumer()
    const counts = new Map<string, number>()
    const steps = fc.sample(someStep, { numRuns: 160, seed: 4 })
    const moved = new Set<string>()
    const statuses = new Map<number, string>()
    let made = 0
    for (const { which, status, rooms, cancel } of steps) {
      const changes = {
        ...(status && { bookingParameters: { reservationStatusID: status } }),
        ...(rooms && { roomsBooked: booked(rooms) }),
      }
      const isNew = which === 0 || made === 0
      const bookingID = Math.max(made - which + 1, 1)
      const answer = await post(
        call,
        isNew ? aBooking(changes) : { bookingID, ...(cancel ? { action: 'cancel' } : changes) },
      )
      expect([200, 409]).toContain(answer.status)
      if (isNew && answer.status === 200) made++
      const kind = `${isNew ? 'new' : rooms ? 'rooms' : 'no rooms'} ${status ?? ''} ${answer.status}`
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
      if (answer.status === 200 && !isNew && !cancel) moved.add(`${statuses.get(bookingID)} to ${status}`)

      await consumer.poll()
      const held = new Map<string, number>()
      for (const { reservationId, reservationStatus, rooms } of await shown()) {
        statuses.set(reservationId, reservationStatus)
        if (!HELD.includes(reservationStatus)) continue
        for (const { roomId } of rooms) {
          const key = keyOf(reservationId, roomId)
          held.set(key, (held.get(key) ?? 0) + 1)
        }
      }
      expect(consumer.held).toEqual(held)
    }
    // The run is useful only if it had changes that take a status back, and changes that end a booking and send rooms.
    const back = ['InHouse to 3', 'CheckedOut to 4', 'Cancelled to 2', 'Cancelled to 3', 'NoShow to 3']
    expect(back.filter(move => !moved.has(move))).toEqual([])
    expect(['rooms 5 200', 'rooms 6 200', 'rooms 7 200', 'no rooms 6 200'].filter(kind => !counts.has(kind))).toEqual(
      [],
    )
    expect(await violatedInvariants()).toEqual({})
  }))
