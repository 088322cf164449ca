import { beforeEach, describe, expect, it } from 'vitest'
import { seaHotel } from '../../fixtures/sea-hotel'
import { book, post } from '../../support/booking'
import { admin, expectRefusal, expectStatus, hotelBeforeEach, rows } from '../../support/service'

/* What stays of a room and of a guest that a change sends in part. */

const { call } = hotelBeforeEach()
let bookingID: number

const change = (fields: object) => post(call, { bookingID, action: 'modify', ...fields })
const rates = (unitCost: number) => [{ rateID: 1, unitCost }]

/** The room, the guests, the notes and the prices of each stay. */
const stays = async () => {
  const { json } = await expectStatus(200, call('POST', '/Reservation/GetReservations', {}))
  // biome-ignore lint/suspicious/noExplicitAny: a room of GetReservations
  return json.content[0].rooms.map(({ roomId, guestsInRoom, notes, rates }: any) => [
    roomId,
    guestsInRoom,
    notes.join(),
    ...rates.map(({ unitCost }: { unitCost: number }) => unitCost),
  ])
}

describe('a room of a change keeps what is not sent', () => {
  const two = [
    { roomID: 101, guestsInRoom: 2, roomNotes: ['quiet'], rates: rates(100) },
    { roomID: 201, guestsInRoom: 1, roomNotes: ['late'], rates: rates(200) },
  ]
  const GULL = [101, 2, 'quiet', 100]
  const FIG = [201, 1, 'late', 200]

  it.each<[what: string, roomsBooked: object[], after: unknown[]]>([
    ['of the same room', [{ roomID: 101 }, { roomID: 201 }], [GULL, FIG]],
    ['in another order', [{ roomID: 201 }, { roomID: 101 }], [FIG, GULL]],
    ['of the room that its guests leave', [{ roomID: 102 }, { roomID: 201 }], [[102, 2, 'quiet', 100], FIG]],
    [
      'of both rooms that their guests leave, in order',
      [{ roomID: 103 }, { roomID: 102 }],
      [
        [103, 2, 'quiet', 100],
        [102, 1, 'late', 200],
      ],
    ],
    ['of a room that is left', [{ roomID: 201 }], [FIG]],
    [
      'of rooms that stay beside a new one',
      [{ roomID: 102 }, { roomID: 201 }, { roomID: 101 }],
      [[102, 1, ''], FIG, GULL],
    ],
    ['not of rooms that are fewer, and others', [{ roomID: 102 }], [[102, 1, '']]],
    [
      'but the empty lists',
      [
        { roomID: 101, rates: [], roomNotes: [] },
        { roomID: 201, roomNotes: [] },
      ],
      [
        [101, 2, ''],
        [201, 1, '', 200],
      ],
    ],
    [
      'but what is sent',
      [
        { roomID: 101, guestsInRoom: 1 },
        { roomID: 103, rates: rates(5) },
      ],
      [
        [101, 1, 'quiet', 100],
        [103, 1, 'late', 5],
      ],
    ],
    [
      'with null and 0 as not sent',
      [{ roomID: 101, guestsInRoom: 0, rates: null, roomNotes: null }, { roomID: 201 }],
      [GULL, FIG],
    ],
  ])('%s [BOOKING-53]', async (_, roomsBooked, after) => {
    bookingID = await book(call, { roomsBooked: two })
    await expectStatus(200, change({ roomsBooked }))
    expect(await stays()).toEqual(after)
  })

  it('of the stay with equal dates, where a room has two [BOOKING-53]', async () => {
    const [first, second] = [{ departureDate: '2027-05-11' }, { arrivalDate: '2027-05-11' }]
    const roomsBooked = [
      { roomID: 101, ...first, rates: rates(100) },
      { roomID: 101, ...second, rates: rates(200) },
    ]
    bookingID = await book(call, { roomsBooked })
    await expectStatus(
      200,
      change({
        roomsBooked: [
          { roomID: 101, ...second },
          { roomID: 101, ...first },
        ],
      }),
    )
    expect(await stays()).toEqual([
      [101, 1, '', 200],
      [101, 1, '', 100],
    ])
  })

  it('and is refused if it does not take the guests that stay in it [BOOKING-53]', async () => {
    bookingID = await book(call, { roomsBooked: [{ roomID: 201, guestsInRoom: 4 }] })
    const fault = 'roomsBooked[0].guestsInRoom: expected at most 2'
    await expectRefusal(change({ roomsBooked: [{ roomID: 101 }] }), 422, 'INVALID_FIELD', fault)
  })
})

describe('a guest of a change keeps what is not sent', () => {
  const anna = { firstName: 'Anna', lastName: 'Lindqvist', email: 'anna@guest.test', phone: '+46 70', city: 'Lund' }
  beforeEach(async () => {
    bookingID = await book(call, { primaryGuestDetails: anna })
  })

  const guest = async () => (await rows('SELECT first_name, last_name, email, phone, city FROM guest'))[0]
  const ANNA = { first_name: 'Anna', last_name: 'Lindqvist', email: 'anna@guest.test', phone: '+46 70', city: 'Lund' }

  it.each<[what: string, primaryGuestDetails: object, after: object]>([
    ['other fields', { phone: '+46 71' }, { ...ANNA, phone: '+46 71' }],
    ['first name', { lastName: 'Berg' }, { ...ANNA, last_name: 'Berg' }],
    ['but an empty field', { phone: '', city: '' }, { ...ANNA, phone: '', city: '' }],
    ['but an empty first name', { firstName: '' }, { ...ANNA, first_name: '' }],
    ['and null is not sent', { phone: null, email: 'a@guest.test' }, { ...ANNA, email: 'a@guest.test' }],
    ['and a guest without any text is none', { firstName: '', lastName: '', phone: '' }, ANNA],
  ])('%s [BOOKING-54]', async (_, primaryGuestDetails, after) => {
    await expectStatus(200, change({ primaryGuestDetails }))
    expect(await guest()).toEqual(after)
  })

  it.each([{ lastName: '' }, { lastName: ' ' }, { lastName: '', phone: '1' }])(
    '%j has no last name [BOOKING-54]',
    async fields => {
      const fault = 'primaryGuestDetails.lastName: expected some text'
      await expectRefusal(change({ primaryGuestDetails: fields }), 422, 'INVALID_FIELD', fault)
      expect(await guest()).toEqual(ANNA)
    },
  )
})

describe('the guests of the only room', () => {
  const [double] = seaHotel.setup.roomTypes
  const inRoom = async () => (await rows('SELECT guests_in_room FROM room_stay')).map(row => row.guests_in_room)
  const booked = async (roomID: number, guests?: object, room: object = {}) => {
    bookingID = await book(call, { guests, roomsBooked: [{ roomID, ...room }] })
  }
  const tooMany = (most: number) => `guests.guestCount: expected at most ${most}`

  it.each<[what: string, room: number, before: object | undefined, fields: object, after: number]>([
    ['follow the number of guests', 201, { guestCount: 4 }, { guests: { guestCount: 2 } }, 2],
    ['follow the ages', 201, { guestCount: 4 }, { guests: { adultCount: 2, childCount: 3 } }, 5],
    ['are one without a number of guests, and follow it', 101, undefined, { guests: { guestCount: 2 } }, 2],
    [
      'follow into another room',
      101,
      { guestCount: 2 },
      { guests: { guestCount: 5 }, roomsBooked: [{ roomID: 201 }] },
      5,
    ],
    ['follow with the dates', 201, { guestCount: 4 }, { guests: { guestCount: 3 }, departureDate: '2027-05-14' }, 3],
    [
      'are those that are sent',
      201,
      { guestCount: 4 },
      { guests: { guestCount: 2 }, roomsBooked: [{ roomID: 201, guestsInRoom: 3 }] },
      3,
    ],
    [
      'may be more than the maximum by the infants',
      101,
      { guestCount: 2 },
      { guests: { adultCount: 2, infantCount: 2 } },
      4,
    ],
  ])('%s [BOOKING-55]', async (_, room, before, fields, after) => {
    await booked(room, before)
    await expectStatus(200, change(fields))
    expect(await inRoom()).toEqual([after])
  })

  it('do not follow if they were another number, or if there are two rooms [BOOKING-55]', async () => {
    await booked(201, { guestCount: 4 }, { guestsInRoom: 3 })
    await expectStatus(200, change({ guests: { guestCount: 2 } }))
    expect(await inRoom()).toEqual([3])
    await expectStatus(200, change({ guests: { guestCount: 3 }, roomsBooked: [{ roomID: 201 }, { roomID: 101 }] }))
    await expectStatus(200, change({ guests: { guestCount: 4 } }))
    expect(await inRoom()).toEqual([3, 1])
  })

  it('more than the maximum and than before are refused, infants aside [BOOKING-55]', async () => {
    await booked(101, { guestCount: 3, adultCount: 2, infantCount: 1 })
    expect(await inRoom()).toEqual([3])
    await expectRefusal(change({ guests: { guestCount: 3 } }), 422, 'INVALID_FIELD', tooMany(2))
    await expectRefusal(change({ guests: { adultCount: 3, infantCount: 1 } }), 422, 'INVALID_FIELD', tooMany(3))
    await expectStatus(200, admin('PUT', '/customers/1/setup', { roomTypes: [{ ...double, maxOccupancy: 1 }] }))
    await expectStatus(200, change({ guests: { guestCount: 2 } }))
    await expectRefusal(change({ guests: { guestCount: 3 } }), 422, 'INVALID_FIELD', tooMany(2))
    await expectStatus(200, change({ guests: { guestCount: 1 } }))
    await expectRefusal(change({ guests: { guestCount: 2 } }), 422, 'INVALID_FIELD', tooMany(1))
  })

  it('are shown to the guest as they are now [BOOKING-55]', async () => {
    await booked(201, { guestCount: 4 })
    await expectStatus(200, change({ guests: { guestCount: 2 } }))
    const { json } = await expectStatus(200, call('POST', '/PartnerItinerary/IssueLink', { reservationId: bookingID }))
    const details = await call('GET', `/public/PartnerItinerary/details/${json.content.token}`)
    expect(details.json.content.roomStays[0].occupants).toBe(2)
  })

  // The second request of an isolate is written without reading first.
  it.each(['read', 'not read'])(
    'hold the infants of a new booking whose records are %s [BOOKING-55]',
    async reading => {
      if (reading === 'not read') await book(call, { arrivalDate: '2027-05-01', departureDate: '2027-05-02' })
      const infants = { adultCount: 2, infantCount: 1 }
      const [before] = await rows('SELECT count(*) AS stays FROM room_stay')
      for (const [roomID, guestsInRoom] of [
        [101, undefined],
        [102, 3],
      ]) {
        await book(call, { guests: infants, roomsBooked: [{ roomID, guestsInRoom }] })
      }
      expect((await inRoom()).slice(Number(before?.stays))).toEqual([3, 3])
      const over = post(call, { ...stay, guests: infants, roomsBooked: [{ roomID: 103, guestsInRoom: 4 }] })
      await expectRefusal(over, 422, 'INVALID_FIELD', 'roomsBooked[0].guestsInRoom: expected at most 3')
      const rooms = [{ roomID: 103, guestsInRoom: 3 }, { roomID: 201 }]
      const two = post(call, { ...stay, guests: infants, roomsBooked: rooms })
      await expectRefusal(two, 422, 'INVALID_FIELD', 'roomsBooked[0].guestsInRoom: expected at most 2')
    },
  )
  const stay = { arrivalDate: '2027-05-10', departureDate: '2027-05-12', primaryGuestDetails: { lastName: 'Berg' } }
})
