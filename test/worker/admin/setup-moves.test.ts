import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { seaHotel } from '../../fixtures/sea-hotel'
import { withBindings } from '../../support/bindings'
import { book, post, queueMessages } from '../../support/booking'
import {
  callWithDatabase,
  days,
  declareChannel,
  plans,
  price,
  rate,
  readChannelTables,
  rooms,
  span,
  update,
  updateSuccessfully,
} from '../../support/channel-message'
import { admin, expectRefusal, expectStatus, hotelBeforeEach, openHotel, rows } from '../../support/service'
import { databaseFromStub } from '../../support/sessions'

const hotel = hotelBeforeEach()
const [double, suite] = seaHotel.setup.roomTypes
const [gull] = seaHotel.setup.rooms
const [best] = seaHotel.setup.ratePlans
const hill = { hotelid: 'H2', name: 'Casa da Serra', fetchHotelKey: 'KEY-H2' }
const cottage = { roomTypeId: 30, hotelid: 'H2', name: 'Cottage', maxOccupancy: 4 }
const STAY = { arrivalDate: '2027-05-10', departureDate: '2027-05-11' }

const put = (document: unknown) => admin('PUT', '/customers/1/setup', document)

beforeEach(() => expectStatus(200, put({ properties: [hill], roomTypes: [cottage] })))

/** The records that could move, and what the administrator did. */
const records = async () => ({
  types: await rows('SELECT * FROM room_type'),
  rooms: await rows('SELECT * FROM room'),
  plans: await rows('SELECT * FROM rate_plan'),
  resources: await rows('SELECT * FROM resource'),
  audit: await rows('SELECT * FROM audit'),
})

/** The document is refused with these errors and changes nothing. */
async function expectRefused(document: object, ...descriptions: string[]) {
  const before = await records()
  const { json } = await expectStatus(409, put({ resources: [{ resourceId: 9, name: 'Kayak' }], ...document }))
  expect(json.errors).toEqual(descriptions.map(description => ({ code: 'INVALID_TRANSITION', description })))
  expect(await records()).toEqual(before)
}

const typeMoves = { roomTypes: [{ ...double, hotelid: 'H2' }] }
const openDoubles = () =>
  updateSuccessfully(hotel.call, {
    ...rooms([{ roomid: 'DBL' }], { roomTypeId: 10 }),
    ...plans([{ rateplanid: 'BAR' }], { rateID: 1 }),
    ...days([{ ...span('01', '30'), roomstosell: '2', ...rate('BAR'), ...price({ 1: '100' }) }]),
  })
const reserve = () =>
  hotel.call('POST', '/OnlineBooking/postreservation', {
    identity: crypto.randomUUID(),
    ...STAY,
    roomTypeID: 10,
    primaryGuestDetails: { lastName: 'Okabe' },
  })
const left = async () => (await rows("SELECT rooms_to_sell FROM room_day WHERE day = '2027-05-10'"))[0]?.rooms_to_sell

describe('a room type that moves to another hotel', () => {
  it('is refused while channel rooms are tied to it, and goes on being sold [ADMIN-11]', async () => {
    await openDoubles()
    await expectRefused(
      typeMoves,
      'roomTypes[0].hotelid: room type 10 cannot leave H1, because channel room DBL is tied to it',
    )
    const { json } = await expectStatus(200, reserve())
    expect(await left()).toBe(1)
    await expectStatus(200, post(hotel.call, { bookingID: json.content.reservationId, action: 'cancel' }))
    expect(await left()).toBe(2)
  })

  it.each([1, 2, 3, 4])('is refused while a reservation of it in %i is open [ADMIN-11]', async reservationStatusID => {
    await book(hotel.call, { bookingParameters: { reservationStatusID } })
    await expectRefused(
      typeMoves,
      'roomTypes[0].hotelid: room type 10 cannot leave H1, because reservation 1 is open there',
    )
  })

  it.each([
    ['cancelled', [6]],
    ['of a guest who has left', [4, 5]],
    ['of a guest who never came', [7]],
  ])('is taken when its reservations are %s, and the next one is told of the new hotel', async (_, statuses) => {
    const bookingID = await book(hotel.call)
    for (const reservationStatusID of statuses) {
      await expectStatus(200, post(hotel.call, { bookingID, bookingParameters: { reservationStatusID } }))
    }
    await expectStatus(200, put(typeMoves))
    await book(hotel.call, { arrivalDate: '2027-06-01', departureDate: '2027-06-02' })
    expect((await rows('SELECT hotel_key FROM fetch_message')).at(-1)).toEqual({ hotel_key: 'KEY-H2' })
  })

  it('names everything that is in the way, with the path of each [ADMIN-11]', async () => {
    await declareChannel(hotel.call)
    await book(hotel.call, { roomsBooked: [{ roomID: 101 }, { roomID: 103 }] })
    await book(hotel.call, { roomsBooked: [{ roomID: 201 }] })
    await expectRefused(
      { roomTypes: [cottage, { ...suite, hotelid: 'H2' }, { ...double, hotelid: 'H2' }] },
      'roomTypes[1].hotelid: room type 20 cannot leave H1, because channel room FAM is tied to it',
      'roomTypes[2].hotelid: room type 10 cannot leave H1, because channel room DBL is tied to it',
      'roomTypes[1].hotelid: room type 20 cannot leave H1, because reservation 2 is open there',
      'roomTypes[2].hotelid: room type 10 cannot leave H1, because reservation 1 is open there',
    )
  })

  it('leaves behind the rooms that the same document gives another type of the hotel', async () => {
    await book(hotel.call)
    const doubles = seaHotel.setup.rooms.filter(({ roomTypeId }) => roomTypeId === 10)
    const stay = { roomTypeId: 40, hotelid: 'H1', name: 'Old double', maxOccupancy: 2 }
    await expectStatus(
      200,
      put({
        roomTypes: [stay, { ...double, hotelid: 'H2' }],
        rooms: doubles.map(room => ({ ...room, roomTypeId: 40 })),
      }),
    )
    await expectStatus(200, post(hotel.call, { bookingID: 1, action: 'cancel' }))
    expect((await rows('SELECT hotel_key FROM fetch_message')).at(-1)).toEqual({ hotel_key: 'KEY-H1' })
  })

  it('has nothing to do with what another customer has', async () => {
    const other = await openHotel(2)
    await declareChannel(other.call)
    await book(other.call)
    await expectStatus(200, put(typeMoves))
  })

  it('is taken again and again in the same document, when it has moved', async () => {
    await expectStatus(200, put(typeMoves))
    await updateSuccessfully(hotel.call, rooms([{ roomid: 'SERRA' }], { roomTypeId: 10 }, 'H2'))
    await book(hotel.call)
    await expectStatus(200, put(typeMoves))
  })
})

describe('a room that gets a type of another hotel', () => {
  it('is refused while a reservation of it is open, and the reservation ends in the hotel that it began in [ADMIN-11]', async () => {
    await book(hotel.call)
    await expectRefused(
      { rooms: [{ ...gull, roomTypeId: 30 }] },
      'rooms[0].roomTypeId: room 101 cannot leave H1, because reservation 1 is open there',
    )
    await expectStatus(200, put({ rooms: [{ ...seaHotel.setup.rooms[1], roomTypeId: 30 }] }))
    await expectStatus(200, post(hotel.call, { bookingID: 1, action: 'cancel' }))
    expect((await queueMessages()).length).toBe(2)
    expect(await rows('SELECT DISTINCT hotel_key FROM fetch_message')).toEqual([{ hotel_key: 'KEY-H1' }])
  })

  it('is refused too where the type is declared, or moved, in the same document', async () => {
    await book(hotel.call)
    const because = 'rooms[0].roomTypeId: room 101 cannot leave H1, because reservation 1 is open there'
    const hut = { roomTypeId: 50, hotelid: 'H2', name: 'Hut', maxOccupancy: 2 }
    await expectRefused({ roomTypes: [hut], rooms: [{ ...gull, roomTypeId: 50 }] }, because)
    await expectRefused({ roomTypes: [{ ...suite, hotelid: 'H2' }], rooms: [{ ...gull, roomTypeId: 20 }] }, because)
    // The room type moves to the room's hotel.
    await expectStatus(200, put({ roomTypes: [{ ...cottage, hotelid: 'H1' }], rooms: [{ ...gull, roomTypeId: 30 }] }))
  })
})

describe('a room that gets another type of its hotel', () => {
  it('gives nothing back to the type that it was sold as [ONLINE-9]', async () => {
    await openDoubles()
    await updateSuccessfully(hotel.call, {
      ...rooms([{ roomid: 'FAM' }], { roomTypeId: 20 }),
      ...days([{ ...span('10'), roomstosell: '1' }], {}, 'FAM'),
    })
    const bookingID = await book(hotel.call, STAY)
    await expectStatus(200, put({ rooms: [{ ...gull, roomTypeId: 20 }] }))
    await expectStatus(200, post(hotel.call, { bookingID, action: 'cancel' }))
    const sold = "SELECT channel_room_id, rooms_to_sell FROM room_day WHERE day = '2027-05-10' ORDER BY 1"
    expect(await rows(sold)).toEqual([
      { channel_room_id: 'DBL', rooms_to_sell: 1 },
      { channel_room_id: 'FAM', rooms_to_sell: 1 },
    ])
  })

  it('and the same type again gives back what it took', async () => {
    await openDoubles()
    const bookingID = await book(hotel.call, STAY)
    await expectStatus(200, put({ rooms: [{ ...gull, roomName: 'Puffin' }] }))
    await expectStatus(200, post(hotel.call, { bookingID, action: 'cancel' }))
    expect(await left()).toBe(2)
  })
})

describe('a rate plan that moves to another hotel', () => {
  const moves = { ratePlans: [{ ...best, hotelid: 'H2' }] }

  it('is refused while plans of the channel are tied to it [ADMIN-11]', async () => {
    await declareChannel(hotel.call)
    await expectRefused(
      moves,
      'ratePlans[0].hotelid: rate plan 1 cannot leave H1, because channel rate plan BAR is tied to it',
    )
  })

  it('is taken when none is, whatever was sold at it', async () => {
    await book(hotel.call, { roomsBooked: [{ roomID: 101, rates: [{ rateID: 1, unitCost: 90 }] }] })
    await expectStatus(200, put(moves))
  })
})

describe('a move and what would tie the record, at the same time', () => {
  /** A database in which something happens between the reading and the writing of one request. */
  const between = (happens: () => Promise<unknown>) => {
    let trips = 0
    return databaseFromStub({
      prepare: (text: string) => env.DB.prepare(text),
      batch: async (statements: D1PreparedStatement[]) => {
        if (++trips === 2) await happens()
        return env.DB.batch(statements)
      },
    })
  }
  const putAt = (database: D1Database, document: unknown) =>
    withBindings({ DB: database })('PUT', '/admin/customers/1/setup', document, {
      authorization: `Bearer ${env.ADMIN_TOKEN}`,
    })

  it.each([
    ['a reservation', () => book(hotel.call), 'reservation 1 is open there'],
    ['a channel room', () => declareChannel(hotel.call), 'channel room DBL is tied to it'],
  ])('%s that comes first refuses the move [ADMIN-11]', async (_, tie, because) => {
    const refused = await putAt(between(tie), typeMoves)
    await expectRefusal(
      refused,
      409,
      'INVALID_TRANSITION',
      `roomTypes[0].hotelid: room type 10 cannot leave H1, because ${because}`,
    )
    expect(await rows('SELECT hotel_id FROM room_type WHERE room_type_id = 10')).toEqual([{ hotel_id: 'H1' }])
  })

  it.each([
    [
      'room type',
      typeMoves,
      rooms([{ roomid: 'DBL' }], { roomTypeId: 10 }),
      'rooms[0].roomTypeId: there is no room type 10',
    ],
    [
      'rate plan',
      { ratePlans: [{ ...best, hotelid: 'H2' }] },
      plans([{ rateplanid: 'BAR' }], { rateID: 1 }),
      'ratePlan[0].rateID: there is no rate 1',
    ],
  ])(
    'a %s that moves first cannot be tied to a channel room or plan of the hotel that it left [ADMIN-11]',
    async (_, moves, message, fault) => {
      const before = await readChannelTables()
      const call = callWithDatabase(
        between(() => expectStatus(200, put(moves))),
        hotel,
      )
      await expectRefusal(update(call, message), 422, 'UNKNOWN_REFERENCE', `${fault} in H1`)
      expect(await readChannelTables()).toEqual(before)
    },
  )
})

it('a room type that release 1.0.0 moved away from its channel rooms is 409 NOT_FOR_SALE at once', async () => {
  await openDoubles()
  await env.DB.prepare("UPDATE room_type SET hotel_id = 'H2' WHERE room_type_id = 10").run()
  await expectRefusal(reserve(), 409, 'NOT_FOR_SALE')
  // The solution: the room type moves back to the hotel of its channel rooms.
  await expectStatus(200, put({ roomTypes: [double] }))
  await expectStatus(200, reserve())
})
