import { beforeAll, describe, expect, it } from 'vitest'
import {
  days,
  declareChannel,
  plans,
  price,
  property,
  rate,
  readChannelTables,
  rooms,
  span,
  update,
  updateSuccessfully,
} from '../../support/channel-message'
import { expectRefusal, expectStatus, hotelBeforeAll } from '../../support/service'

const hotel = hotelBeforeAll()
beforeAll(() => declareChannel(hotel.call))

const cell = (fields: object) => days([{ ...span('01'), ...fields }])
const priced = (value: unknown, numberOfGuests: unknown = '2') =>
  cell({ ...rate('BAR'), price: [{ numberOfGuests, value }] })
const NO_ROOM_A = 'there is no room A in H1'
const TWENTY = 'expected at most 20 characters'
const info = 'property[0].data[0].hotelDescriptiveContents.hotelDescriptiveContent'
const product = 'rooms[0].data[0].sellableProducts.sellableProduct[0]'
const plan = 'ratePlan[0].data[0].ratePlans.ratePlan[0]'
const date = 'rateAvailability[0].data[0].room[0].date[0]'

const INVALID: [string, unknown, string][] = [
  ['an array', [], 'body: expected an object'],
  ['a group that is no list [CHANNEL-16]', { rooms: {} }, 'rooms: expected an array'],
  ['an entry without data', { rooms: [{}] }, 'rooms[0].data: required'],
  [
    'a number that lost its digits',
    { rateAvailability: [{ data: [{ hotelid: 'H1', room: [{ roomid: 1e19, date: [] }] }] }] },
    'rateAvailability[0].data[0].room[0].roomid: expected a string: the number has too many digits',
  ],
  [
    'a number beyond writing',
    { rateAvailability: [{ data: [{ hotelid: 'H1', room: [{ roomid: 1e30, date: [] }] }] }] },
    'rateAvailability[0].data[0].room[0].roomid: expected a string: the number has too many digits',
  ],
  ['control as text', { rooms: [{ action: '1', data: [] }] }, 'rooms[0].action: expected an integer'],
  ['an unknown action', { rooms: [{ action: 4, data: [] }] }, 'rooms[0].action: expected at most 3'],
  ['an unknown syncType', { rooms: [{ syncType: 3, data: [] }] }, 'rooms[0].syncType: expected at most 2'],
  ['no hotelid', { property: [{ data: [{}] }] }, 'property[0].data[0].hotelid: required'],
  ['two hotelids', property({ hotelid: 'H2' }), `${info}.hotelid: expected H1, the hotelid beside it`],
  ['a long hotelid [CHANNEL-4]', property({}, {}, 'x'.repeat(21)), `property[0].data[0].hotelid: ${TWENTY}`],
  ['a truth as text', property({ hotelName: true }), `${info}.hotelName: expected a string or a number`],
  [
    'a language [CHANNEL-3]',
    property({ languageCode: 'English!' }),
    `${info}.languageCode: expected a language of ISO 639`,
  ],
  [
    'a currency [CHANNEL-3]',
    property({ currencyCode: 'EURO' }),
    `${info}.currencyCode: expected a currency of ISO 4217`,
  ],
  [
    "a currency that is not the house's",
    property({ currencyCode: 'USD' }),
    `${info}.currencyCode: expected EUR, in which the hotel's amounts are kept`,
  ],
  [
    'a word [CHANNEL-3]',
    property({ hotelDescriptiveContentNotifType: 'Newer' }),
    `${info}.hotelDescriptiveContentNotifType: expected "New" or "Overlay"`,
  ],
  [
    'a phone of an unknown kind [CHANNEL-3]',
    property({ contactInfos: { contactInfo: [{ phones: { phone: [{ phoneTechType: '2' }] } }] } }),
    `${info}.contactInfos.contactInfo[0].phones.phone[0].phoneTechType: expected "1" or "3" or "5"`,
  ],
  [
    'a long name with control characters',
    property({ hotelName: `\u0000${'x'.repeat(201)}` }),
    `${info}.hotelName: expected at most 200 characters`,
  ],
  ['a long hotelid of nothing but spaces', property({}, {}, ' '.repeat(21)), `property[0].data[0].hotelid: ${TWENTY}`],
  [
    'a place in words',
    property({ hotelInfo: { position: { latitude: 'north' } } }),
    `${info}.hotelInfo.position.latitude: expected degrees`,
  ],
  [
    'a place off the map',
    property({ hotelInfo: { position: { latitude: '91' } } }),
    `${info}.hotelInfo.position.latitude: expected -90 to 90`,
  ],
  ['a room without an id', rooms([{}]), `${product}.roomid: required`],
  [
    'a status [CHANNEL-3]',
    rooms([{ roomid: 'A', invStatusType: 'Open' }]),
    `${product}.invStatusType: expected "Initial" or "Active" or "Modify" or "Deactivated" or "Delete"`,
  ],
  [
    'occupancy in words',
    rooms([{ roomid: 'A', guestRoom: { occupancy: { maxOccupancy: 'two' } } }]),
    `${product}.guestRoom.occupancy.maxOccupancy: expected a whole number`,
  ],
  [
    'a room rate with too many decimals',
    rooms([{ roomid: 'A', guestRoom: { room: { roomRate: '9.999' } } }]),
    `${product}.guestRoom.room.roomRate: expected at most 2 decimals (EUR)`,
  ],
  [
    'creating and deleting',
    rooms([{ roomid: 'A', invStatusType: 'Delete' }], { action: 1 }),
    `${product}.invStatusType: expected another than Delete with action 1, create`,
  ],
  ['a plan without an id', plans([{}]), `${plan}.rateplanid: required`],
  ['a long rateplanid [CHANNEL-4]', plans([{ rateplanid: 'x'.repeat(21) }]), `${plan}.rateplanid: ${TWENTY}`],
  [
    'a plan word [CHANNEL-3]',
    plans([{ rateplanid: 'A', ratePlanNotifType: 'Gone' }]),
    `${plan}.ratePlanNotifType: expected "New" or "Overlay" or "Remove" or "Activate"`,
  ],
  ['a day that is none', days([{ from: '2027-02-30', to: '2027-03-01' }]), `${date}.from: expected YYYY-MM-DD`],
  ['no last day', days([{ from: '2027-05-01' }]), `${date}.to: expected a day`],
  ['no first day', days([{ to: '2027-05-01', value: '' }]), `${date}.from: expected a day`],
  ['no day', days([{ roomstosell: '1' }]), `${date}.from: expected a day, or value for one day`],
  ['a value that is no day', days([{ value: '2027-02-30' }]), `${date}.value: expected YYYY-MM-DD`],
  ['a value that is no day beside days', cell({ value: 'x' }), `${date}.value: expected YYYY-MM-DD`],
  [
    'one day beside from and to [CHANNEL-38]',
    cell({ value: '2027-05-01', roomstosell: '1' }),
    `${date}.value: expected either value, or from and to`,
  ],
  [
    'one day beside from [CHANNEL-38]',
    days([{ value: '2027-05-01', from: '2027-05-01', roomstosell: '1' }]),
    `${date}.value: expected either value, or from and to`,
  ],
  ['days backwards', days([span('02', '01')]), `${date}.to: expected a date not before from`],
  ['rooms below zero [CHANNEL-17]', cell({ roomstosell: '-1' }), `${date}.roomstosell: expected a whole number`],
  ['a minimum stay below zero', cell({ minimumstay: '-1' }), `${date}.minimumstay: expected a whole number`],
  ['a minimum stay beyond all', cell({ minimumstay: 1000 }), `${date}.minimumstay: expected at most 999`],
  ['a maximum stay in words', cell({ maximumstay: 'week' }), `${date}.maximumstay: expected a whole number`],
  ['half a night', cell({ maximumstay: 1.5 }), `${date}.maximumstay: expected a whole number`],
  ['closed on arrival in words', cell({ closedonarrival: 'true' }), `${date}.closedonarrival: expected "0" or "1"`],
  ['closed on departure twice', cell({ closedondeparture: 2 }), `${date}.closedondeparture: expected "0" or "1"`],
  ['half a room', cell({ roomstosell: 1.5 }), `${date}.roomstosell: expected a whole number`],
  ['closed in words [CHANNEL-3]', cell({ closed: 'yes' }), `${date}.closed: expected "0" or "1"`],
  ['a price of no plan', cell(price({ 2: '100' })), `${date}.rate: expected the plan that the price is of`],
  ['a price in words', priced('cheap'), `${date}.price[0].value: expected an amount`],
  ['a price below zero', priced('-1'), `${date}.price[0].value: expected an amount`],
  ['a price beyond all', priced('1000000000.01'), `${date}.price[0].value: expected at most 1000000000`],
  ['a price with too many decimals', priced('100.005'), `${date}.price[0].value: expected at most 2 decimals (EUR)`],
  ['nobody', priced('100', '0'), `${date}.price[0].numberOfGuests: expected at least 1`],
  ['no number of guests [CHANNEL-17]', priced('100', ''), `${date}.price[0].numberOfGuests: expected a whole number`],
  [
    'a reach of 731 days',
    days([{ from: '2027-01-01', to: '2029-01-01', roomstosell: '1' }]),
    `${date}.to: expected at most 730 days after 2027-01-01, the message's first`,
  ],
  [
    'one day beyond the reach',
    days([
      { value: '2027-01-01', roomstosell: '1' },
      { value: '2029-01-01', roomstosell: '1' },
    ]),
    "rateAvailability[0].data[0].room[0].date[1].value: expected at most 730 days after 2027-01-01, the message's first",
  ],
  [
    'another type than that of the room',
    days([], { roomId: 101, roomTypeId: 20 }),
    'rateAvailability[0].roomId: expected a room of type 20',
  ],
]

const UNKNOWN: [string, unknown, string][] = [
  ['hotel to update', property({}, { action: 2 }, 'H9'), 'property[0].data[0].hotelid: there is no property H9'],
  ['hotel to delete', property({}, { action: 3 }, 'H9'), 'property[0].data[0].hotelid: there is no property H9'],
  [
    'hotel of a room',
    rooms([{ roomid: 'A' }], {}, 'H9'),
    'rooms[0].data[0].sellableProducts.hotelid: there is no property H9',
  ],
  [
    'hotel of a plan',
    plans([{ rateplanid: 'A' }], {}, 'H9'),
    'ratePlan[0].data[0].ratePlans.hotelid: there is no property H9',
  ],
  [
    'hotel of a calendar [CHANNEL-7]',
    days([], {}, 'DBL', 'H9'),
    'rateAvailability[0].data[0].hotelid: there is no property H9',
  ],
  ['room to update [CHANNEL-12]', rooms([{ roomid: 'A' }], { action: 2 }), `${product}.roomid: ${NO_ROOM_A}`],
  [
    'room to deactivate [CHANNEL-14]',
    rooms([{ roomid: 'A', invStatusType: 'Deactivated' }]),
    `${product}.roomid: ${NO_ROOM_A}`,
  ],
  ['room with Delete', rooms([{ roomid: 'A', invStatusType: 'Delete' }]), `${product}.roomid: ${NO_ROOM_A}`],
  [
    'plan to remove [CHANNEL-14]',
    plans([{ rateplanid: 'A', ratePlanNotifType: 'Remove' }]),
    `${plan}.rateplanid: there is no plan A in H1`,
  ],
  ['room to delete', rooms([{ roomid: 'A' }], { action: 3 }), `${product}.roomid: ${NO_ROOM_A}`],
  ['plan to update', plans([{ rateplanid: 'A' }], { action: 2 }), `${plan}.rateplanid: there is no plan A in H1`],
  ['plan to delete', plans([{ rateplanid: 'A' }], { action: 3 }), `${plan}.rateplanid: there is no plan A in H1`],
  [
    'room of a calendar [CHANNEL-7]',
    days([{ ...span('01'), roomstosell: '1' }], {}, 'A'),
    'rateAvailability[0].data[0].room[0].roomid: there is no room A in H1',
  ],
  [
    'plan of a price [CHANNEL-7]',
    cell({ ...rate('BAR', 'A'), closed: '1' }),
    `${date}.rate[1].rateplanid: there is no plan A in H1`,
  ],
  ['room type', rooms([], { roomTypeId: 99 }), 'rooms[0].roomTypeId: there is no room type 99'],
  [
    'room type of a plan',
    { ratePlan: [{ roomTypeID: 99, data: [] }] },
    'ratePlan[0].roomTypeID: there is no room type 99',
  ],
  ['rate', plans([], { rateID: 99 }), 'ratePlan[0].rateID: there is no rate 99'],
  ['room of ours', days([], { roomId: 999 }), 'rateAvailability[0].roomId: there is no room 999'],
  [
    'room that the message deletes',
    { ...rooms([{ roomid: 'DBL' }], { action: 3 }), ...cell({ roomstosell: '1' }) },
    'rateAvailability[0].data[0].room[0].roomid: there is no room DBL in H1',
  ],
]

describe('a message that is refused changes nothing at all [API-9] [CHANNEL-20]', () => {
  it.each([
    ...INVALID.map(each => ['INVALID_FIELD', ...each] as const),
    ...UNKNOWN.map(each => ['UNKNOWN_REFERENCE', ...each] as const),
  ])('%s: %s', async (code, _, message, description) => {
    const good = { rateAvailabilityUpdate: days([{ ...span('01'), roomstosell: '7' }], {}, 'FAM').rateAvailability }
    const before = await readChannelTables()
    const { status, json } = await update(
      hotel.call,
      Array.isArray(message) ? message : { ...good, ...(message as object) },
    )
    expect(status).toBe(422)
    expect(json).toMatchObject({ content: {}, success: false })
    expect(json.errors, 'one fault is one entry').toEqual([{ code, description }])
    expect(await readChannelTables()).toEqual(before)
  })

  it.each([
    ['no field at all', {}],
    ['no field that is known', { ratesAvailability: [], hotelid: 'H1' }],
    [
      'null in each',
      { property: null, rooms: null, ratePlan: null, rateAvailability: null, rateAvailabilityUpdate: null },
    ],
  ])('a message with none of the five groups is 422 and names them: %s [CHANNEL-16]', async (_, message) => {
    const refused = await update(hotel.call, message)
    const groups = 'property, rooms, ratePlan, rateAvailability, rateAvailabilityUpdate'
    await expectRefusal(refused, 422, 'INVALID_FIELD', `body: expected at least one of ${groups}`)
  })

  it('an entry with invalid fields is also checked by the rules between its fields [CHANNEL-17]', async () => {
    const { json } = await update(hotel.call, days([{ ...span('02', '01'), roomstosell: '-1', ...price({ 2: '1' }) }]))
    expect(json.errors.map(({ description }: { description: string }) => description)).toEqual([
      `${date}.roomstosell: expected a whole number`,
      `${date}.to: expected a date not before from`,
      `${date}.rate: expected the plan that the price is of`,
    ])
  })

  it('all faults of the fields come at once, all faults of names and amounts too [API-7] [CHANNEL-20]', async () => {
    const fields = {
      ...rooms([{}]),
      ...days([
        { ...span('01'), closed: '2' },
        { from: 'x', to: 'y' },
      ]),
    }
    expect((await update(hotel.call, fields)).json.errors).toHaveLength(4)
    const names = {
      ...rooms([{ roomid: 'X' }], { action: 2, roomTypeId: 99 }),
      ...days([{ ...span('01'), ...rate('NO'), ...price({ 1: '1.001', 2: '2.002' }) }], { rateID: 98 }, 'NONE'),
    }
    const { json } = await update(hotel.call, names)
    expect(json.errors.map(({ description }: { description: string }) => description)).toEqual([
      'rooms[0].roomTypeId: there is no room type 99',
      `${product}.roomid: there is no room X in H1`,
      'rateAvailability[0].rateID: there is no rate 98',
      'rateAvailability[0].data[0].room[0].roomid: there is no room NONE in H1',
      `${date}.rate[0].rateplanid: there is no plan NO in H1`,
      `${date}.price[0].value: expected at most 2 decimals (EUR)`,
      `${date}.price[1].value: expected at most 2 decimals (EUR)`,
    ])
  })

  it('a room type, a rate and a room of another hotel are not there', async () => {
    await updateSuccessfully(hotel.call, { ...property({}, {}, 'H2'), ...rooms([{ roomid: 'A' }], {}, 'H2') })
    const { json } = await update(hotel.call, {
      ...rooms([], { roomTypeId: 10 }, 'H2'),
      ...plans([], { rateID: 1 }, 'H2'),
      ...days([], { roomId: 101 }, 'A', 'H2'),
    })
    expect(json.errors.map(({ description }: { description: string }) => description)).toEqual([
      'rooms[0].roomTypeId: there is no room type 10 in H2',
      'ratePlan[0].rateID: there is no rate 1 in H2',
      'rateAvailability[0].roomId: there is no room type 10 in H2',
    ])
  })
})

describe('clientId', () => {
  it('of another customer in any entry is 403 CUSTOMER_MISMATCH, after faults of the fields, and says which [CUSTOMER_MISMATCH]', async () => {
    const message = { rooms: [{ clientId: 1, data: [] }, { data: [] }, { clientId: 2, data: [] }] }
    const before = await readChannelTables()
    const refused = await update(hotel.call, { ...message, ...cell({ roomstosell: '1' }) })
    await expectRefusal(refused, 403, 'CUSTOMER_MISMATCH', 'rooms[2].clientId: not the customer of this credential')
    expect(await readChannelTables()).toEqual(before)
    expect((await update(hotel.call, { ...message, property: 1 })).status).toBe(422)
  })

  it.each([
    ['ClientID', '2', 403, 'clientId: not the customer of this credential'],
    ['CLIENTID', -1, 403, 'clientId: not the customer of this credential'],
    ['clientId', 'x', 422, 'clientId: expected an integer'],
    ['clientID', '1', 422, 'clientId: expected an integer'],
    ['clientID', 1.5, 422, 'clientId: expected an integer'],
  ])('as %s: %o in any group is %i [ACCESS-13]', async (field, value, status, expected) => {
    for (const group of ['property', 'rooms', 'ratePlan', 'rateAvailability', 'rateAvailabilityUpdate']) {
      const answer = await update(hotel.call, { [group]: [{ [field]: value, data: [] }] })
      expect(answer.status).toBe(status)
      expect(answer.json.errors[0].description).toEqual(`${group}[0].${expected}`)
    }
  })

  it('0, an empty text, null and the own customer are fine', async () => {
    const values = [0, '', null, 1]
    await updateSuccessfully(hotel.call, { rooms: values.map(clientId => ({ clientId, data: [] })) })
  })
})

describe('a hostile message', () => {
  const list = (entry: string, times: number) => `[${Array.from({ length: times }, () => entry).join(',')}]`

  it.each([
    ['entries without number', `{"rooms":${list('{}', 399_000)}}`, 'rooms: expected at most 5000 entries'],
    [
      'empty dates without number',
      `{"rateAvailability":[{"data":[{"hotelid":"H1","room":[{"roomid":"DBL","date":${list('{}', 399_000)}}]}]}]}`,
      'rateAvailability[0].data[0].room[0].date: expected at most 100000 entries',
    ],
  ])('%s is refused without being read', async (_, body, description) => {
    await expectRefusal(update(hotel.call, body), 422, 'INVALID_FIELD', description)
  })

  it('of nothing but faults is answered with the first 1,000, and that there are more', async () => {
    const dates = `{"hotelid":"H1","room":[{"roomid":"DBL","date":${list('{}', 99_999)}}]}`
    const { json } = await expectStatus(422, update(hotel.call, `{"rateAvailability":[{"data":${list(dates, 3)}}]}`))
    expect(json.errors.length).toBe(1_001)
    expect(json.errors[1_000].description).toBe('body: there are more faults than these 1000')
  })

  it.each([
    ['deep nesting', `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`, 'body: expected at most 64 levels'],
    ['very many objects', `{"rooms":${list('{}', 1_700_000)}}`, 'body: expected at most 400000 objects and lists'],
    [
      'very many fields',
      `{${Array.from({ length: 100_000 }, (_, i) => `"field \\" ${i}":0`).join(',')}}`,
      'body: expected at most 1000 fields in an object',
    ],
  ])('of more than 1 MiB with %s is refused unparsed', async (_, body, description) => {
    await expectRefusal(update(hotel.call, body), 422, 'INVALID_FIELD', description)
  })

  it('that names rooms without number is refused before they are looked up', async () => {
    const named = (from: number) =>
      Array.from({ length: 900 }, (_, i) => ({ roomid: `R${from + i}`, invStatusType: 'Active' }))
    await expectRefusal(
      update(hotel.call, {
        rooms: [0, 900, 1_800].map(from => rooms(named(from)).rooms[0]),
      }),
      422,
      'INVALID_FIELD',
      'body: expected at most 2000 rooms',
    )
  })

  it('that sets days without number is refused', async () => {
    const ids = Array.from({ length: 300 }, (_, i) => `P${i}`)
    await updateSuccessfully(hotel.call, plans(ids.map(rateplanid => ({ rateplanid }))))
    await expectRefusal(
      update(hotel.call, days([{ from: '2027-01-01', to: '2028-12-31', closed: '0', ...rate(...ids) }])),
      422,
      'INVALID_FIELD',
      'rateAvailability: expected at most 200000 days of rooms and plans in one message; send it in parts',
    )
  })

  it('over 5 MiB is 413 [BODY_TOO_LARGE] [CHANNEL_BODY_BYTES]', async () => {
    const body = `{"rooms":[],"padding":"${'x'.repeat(5 * 1024 * 1024)}"}`
    expect((await update(hotel.call, body)).status).toBe(413)
    expect((await update(hotel.call, `{"rooms":[],"padding":"${'x'.repeat(5 * 1024 * 1024 - 40)}"}`)).status).toBe(200)
  })
})
