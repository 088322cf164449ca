import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { withBindings } from '../../support/bindings'
import { aBooking, post, readBookingTables, takenNights } from '../../support/booking'
import { allotmentByDay, changePlanDays, insertChannel } from '../../support/channel'
import { expectRefusal, expectStatus, hotelBeforeEach, rows, send } from '../../support/service'

const hotel = hotelBeforeEach()
beforeEach(() => insertChannel())

let counter = 0
const aStay = (changes: Record<string, unknown> = {}) => ({
  identity: `web-${++counter}`,
  arrivalDate: '2027-05-10',
  departureDate: '2027-05-12',
  roomTypeID: 10,
  guests: { guestCount: 2 },
  primaryGuestDetails: { firstName: 'Mina', lastName: 'Okabe' },
  ...changes,
})

const reserve = (changes: Record<string, unknown> = {}) =>
  hotel.call('POST', '/OnlineBooking/postreservation', aStay(changes))

const exec = (sql: string) => env.DB.exec(sql)

describe('postreservation', () => {
  it('books a free room of the type at the price of each night, and returns the booking [ONLINE-1]', async () => {
    const { json } = await expectStatus(200, reserve({ arrivalTime: '22:30', notes: 'A late ferry' }))
    expect(json).toMatchObject({
      success: true,
      content: {
        reservationId: 1,
        reservationNumber: '10000001',
        reservationStatus: 'Confirmed',
        total: 240,
        currency: 'EUR',
      },
    })
    expect([101, 102, 103]).toContain(json.content.roomId)
    expect(await takenNights()).toEqual([`${json.content.roomId} 2027-05-10`, `${json.content.roomId} 2027-05-11`])
    expect(await rows('SELECT rate_id, unit_cost, nights FROM room_rate')).toEqual([
      { rate_id: 1, unit_cost: 12_000, nights: 2 },
    ])
    expect(await rows('SELECT arrival_time, summary_note, guest_count FROM reservation')).toEqual([
      { arrival_time: '22:30', summary_note: 'A late ferry', guest_count: 2 },
    ])
  })

  it('issues a link that opens [ONLINE-1]', async () => {
    const { json } = await reserve()
    const token = json.content.itineraryUrl.split('/').at(-1)
    const opened = await send('GET', `/api/public/PartnerItinerary/details/${token}`)
    expect(opened.json.content.overview).toMatchObject({ guestLastName: 'Okabe', reservationStatus: 'Confirmed' })
  })

  it('adds a message to the queue, like any new booking [QUEUE-3]', async () => {
    await reserve()
    expect(await rows('SELECT status_type, last_name FROM fetch_message')).toEqual([
      { status_type: 'New', last_name: 'Okabe' },
    ])
  })

  it.each([
    ['one guest', 1, 200],
    ['two guests', 2, 240],
  ])('takes the price listed for %s [ONLINE-2]', async (_, guestCount, total) => {
    expect((await reserve({ guests: { guestCount } })).json.content.total).toBe(total)
  })

  it('counts the guests by the sum of their ages where there is no count, else one', async () => {
    expect((await reserve({ guests: { adultCount: 1, childCount: 1 } })).json.content.total).toBe(240)
    expect((await reserve({ guests: undefined })).json.content.total).toBe(200)
  })

  it('takes the plan that rateID names [ONLINE-3]', async () => {
    expect((await reserve({ rateID: 2 })).json.content.total).toBe(300)
  })

  it('without rateID takes the cheapest plan open on every night [ONLINE-3]', async () => {
    await changePlanDays({ closed: 1 }, { plan: 'BAR', day: '2027-05-11' })
    expect((await reserve()).json.content.total).toBe(300)
  })

  it('adds up each night at its own price, one line for each run of nights [ONLINE-2]', async () => {
    await changePlanDays({ prices: '{"2": 20000}' }, { day: '2027-05-11' })
    expect((await reserve({ departureDate: '2027-05-14' })).json.content.total).toBe(560)
    expect(await rows('SELECT unit_cost, nights, from_date, to_date FROM room_rate')).toEqual([
      { unit_cost: 12_000, nights: 1, from_date: '2027-05-10', to_date: '2027-05-11' },
      { unit_cost: 20_000, nights: 1, from_date: '2027-05-11', to_date: '2027-05-12' },
      { unit_cost: 12_000, nights: 2, from_date: '2027-05-12', to_date: '2027-05-14' },
    ])
  })

  it('reduces the rooms to sell of each night [ONLINE-7]', async () => {
    await reserve()
    expect(await allotmentByDay('2027-05-09', '2027-05-13')).toEqual([3, 2, 2, 3])
  })
})

describe('a stay that is not for sale', () => {
  const roomDay = (set: string) => exec(`UPDATE room_day SET ${set} WHERE day = '2027-05-11'`)
  const planDay = (change: Parameters<typeof changePlanDays>[0]) => changePlanDays(change, { day: '2027-05-11' })
  it.each([
    ['the room is closed', 'closed', () => roomDay('room_closed = 1')],
    ['the room is closed and sold out', 'closed', () => roomDay('room_closed = 1, rooms_to_sell = 0')],
    ['there are no rooms to sell', 'no rooms to sell', () => roomDay('rooms_to_sell = 0')],
    ['nobody said how many there are to sell', 'no rooms to sell', () => roomDay('rooms_to_sell = NULL')],
    [
      'the channel said nothing of the room',
      'no rooms to sell',
      () => exec("DELETE FROM room_day WHERE day = '2027-05-11'"),
    ],
    ['every plan is closed', 'rate plan closed', () => planDay({ closed: 1 })],
    ['there is no price', 'no price', () => planDay({ prices: null, closed: 0 })],
    [
      'one plan is closed, and the other has no price',
      'no price',
      async () => {
        await planDay({ closed: 1 })
        await changePlanDays({ prices: null, closed: 0 }, { plan: 'BAR', day: '2027-05-11' })
      },
    ],
    ['the channel said nothing of the plans', 'no price', () => planDay(null)],
  ])('is 409 NOT_FOR_SALE with the first night and its rule: %s [NOT_FOR_SALE] [ONLINE-4]', async (_, rule, change) => {
    await change()
    const before = await readBookingTables()
    await expectRefusal(reserve(), 409, 'NOT_FOR_SALE', `roomTypeID: ${rule} on the night of 2027-05-11`)
    expect(await readBookingTables()).toEqual(before)
  })

  it('has the rule of the plan that rateID names [ONLINE-4]', async () => {
    await changePlanDays({ prices: null, closed: 0 }, { plan: 'BAR', day: '2027-05-10' })
    await changePlanDays({ closed: 1 }, { plan: 'HB', day: '2027-05-11' })
    const refused = (rateID: number) => reserve({ rateID }).then(({ json }) => json.errors[0].description)
    expect(await refused(1)).toBe('roomTypeID: no price on the night of 2027-05-10')
    expect(await refused(2)).toBe('roomTypeID: rate plan closed on the night of 2027-05-11')
  })

  it('has the night and the rule of the plan that is sold longest, when no one plan is sold on every night [ONLINE-4]', async () => {
    await changePlanDays({ closed: 1 }, { plan: 'BAR', day: '2027-05-11' })
    await changePlanDays({ prices: null, closed: 0 }, { plan: 'HB', day: '2027-05-10' })
    const description = 'roomTypeID: no plan is sold on every night; BAR: rate plan closed on the night of 2027-05-11'
    await expectRefusal(reserve(), 409, 'NOT_FOR_SALE', description)
  })

  it('is 409 ROOM_NOT_AVAILABLE when no room is free [ROOM_NOT_AVAILABLE] [ONLINE-4]', async () => {
    const rooms = [101, 102, 103].map(roomID => ({ roomID }))
    await post(hotel.call, aBooking({ roomsBooked: rooms, departureDate: '2027-05-11' }))
    await expectRefusal(reserve(), 409, 'ROOM_NOT_AVAILABLE')
  })
})

describe('a replay by identity', () => {
  it('answers as the first time, byte for byte, and issues no new link [ONLINE-10]', async () => {
    const body = aStay({ identity: 'once' })
    const first = await hotel.call('POST', '/OnlineBooking/postreservation', body)
    const links = await rows('SELECT * FROM itinerary_link')
    await exec("UPDATE customer SET itinerary_url_template = 'https://hotel.test/?i={token}'")
    const again = await hotel.call('POST', '/OnlineBooking/postreservation', { ...body, clientID: 1 })
    expect(again.status).toBe(200)
    expect(again.text).toEqual(first.text)
    expect(await rows('SELECT * FROM itinerary_link')).toEqual(links)
  })

  it('can be in the header Idempotency-Key [ONLINE-11]', async () => {
    const path = '/OnlineBooking/postreservation'
    const body = aStay({ identity: undefined })
    const [first, again] = [1, 2].map(() => hotel.call('POST', path, body, { 'idempotency-key': 'once' }))
    expect([(await first)?.status, (await again)?.text]).toEqual([200, (await first)?.text])
    expect(await rows('SELECT * FROM reservation')).toHaveLength(1)
  })

  it('holds when the link keys were rotated since', async () => {
    const body = aStay({ identity: 'once' })
    const first = await hotel.call('POST', '/OnlineBooking/postreservation', body)
    const { keys } = JSON.parse(env.LINK_KEYS as string)
    const fresh = { ...keys[0], kid: 'fresh', k: 'b'.repeat(43) }
    const there = withBindings({ LINK_KEYS: JSON.stringify({ keys: [fresh, ...keys] }) })
    const headers = { authorization: `Bearer ${hotel.token}` }
    const again = await there('POST', '/api/OnlineBooking/postreservation', body, headers)
    expect(again.text).toBe(first.text)
  })

  it('with another body is 409 IDENTITY_CONFLICT, also of a booking of the other door [IDENTITY_CONFLICT]', async () => {
    await reserve({ identity: 'once' })
    expect((await reserve({ identity: 'once', notes: 'else' })).json.errors[0].code).toBe('IDENTITY_CONFLICT')
    expect((await post(hotel.call, aBooking({ identity: 'once' }))).json.errors[0].code).toBe('IDENTITY_CONFLICT')
  })
})

describe('a request that is refused', () => {
  it.each([
    ['no identity', { identity: undefined }, 'INVALID_FIELD', 'identity: required'],
    ['no dates', { arrivalDate: undefined }, 'INVALID_FIELD', 'arrivalDate: required'],
    ['no night', { departureDate: '2027-05-10' }, 'INVALID_FIELD', 'departureDate: expected a date after arrivalDate'],
    ['no name', { primaryGuestDetails: {} }, 'INVALID_FIELD', 'primaryGuestDetails.lastName: required'],
    ['too many', { guests: { guestCount: 3 } }, 'INVALID_FIELD', 'guests.guestCount: expected at most 2'],
    ['an unknown type', { roomTypeID: 99 }, 'UNKNOWN_REFERENCE', 'roomTypeID: there is no room type 99'],
    ['an unknown rate', { rateID: 99 }, 'UNKNOWN_REFERENCE', 'rateID: there is no rate 99'],
    ['an unknown hotel', { hotelid: 'H9' }, 'UNKNOWN_REFERENCE', 'hotelid: there is no property H9'],
  ])('for %s changes nothing [API-9] [ONLINE-14]', async (_, changes, code, description) => {
    const before = await readBookingTables()
    await expectRefusal(reserve(changes), 422, code, description)
    expect(await readBookingTables()).toEqual(before)
  })
})
