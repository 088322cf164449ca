import { beforeEach, describe, expect, it } from 'vitest'
import { book, readBookingTables } from '../../support/booking'
import { expectRefusal, expectStatus, hotelBeforeEach, openHotel, rows } from '../../support/service'

const hotel = hotelBeforeEach()
beforeEach(() => book(hotel.call, { roomsBooked: [{ roomID: 101 }, { roomID: 102 }] }))

const update = (body: unknown, call = hotel.call) => call('POST', '/Fetch/UpdateFetchQueueMessage', body)
const kept = async () =>
  (await rows('SELECT message_id, message_status, message_notes FROM fetch_message ORDER BY message_id')).map(
    Object.values,
  )

describe('an update', () => {
  it('is answered 200 without a body [API-5]', async () => {
    const { text } = await expectStatus(200, update({ fetchQueueMessageId: 1, status: 'Processed' }))
    expect(text).toBe('')
  })

  it.each([
    ['status', { status: 'Processed' }, ['Processed', 'was here']],
    ['status in any letter case', { status: 'fAILED' }, ['Failed', 'was here']],
    ['notes', { notes: 'Sent by SMS' }, ['Pending', 'Sent by SMS']],
    ['both', { status: 'Failed', notes: 'No such number' }, ['Failed', 'No such number']],
    ['notes that are taken away', { notes: ' ' }, ['Pending', '']],
    ['a status beside notes that say nothing', { status: 'Processed', notes: '' }, ['Processed', 'was here']],
    ['a status that is empty, beside notes', { status: '', notes: 'x' }, ['Pending', 'x']],
  ])('sets %s and leaves the other messages [QUEUE-11]', async (_, changes, expected) => {
    await update({ fetchQueueMessageId: 1, notes: 'was here' })
    await expectStatus(200, update({ fetchQueueMessageId: 1, ...changes }))
    expect(await kept()).toEqual([
      [1, ...expected],
      [2, 'Pending', ''],
    ])
  })

  it('again is harmless, and writes nothing [QUEUE-13]', async () => {
    const body = { fetchQueueMessageId: 1, status: 'Processed', notes: 'Sent' }
    await expectStatus(200, update(body))
    const before = await readBookingTables()
    await expectStatus(200, update(body))
    await expectStatus(200, update({ fetchQueueMessageId: 1, status: 'Processed' }))
    expect(await readBookingTables()).toEqual(before)
  })

  it('may put a message back into the queue', async () => {
    await update({ fetchQueueMessageId: 1, status: 'Processed' })
    await expectStatus(200, update({ fetchQueueMessageId: 1, status: 'Pending' }))
    expect(await kept()).toContainEqual([1, 'Pending', ''])
  })

  it('takes the message as it was fetched, and changes none of its other fields [QUEUE-11]', async () => {
    const { json } = await hotel.call('GET', '/Fetch/GetFetchQueueMessage')
    const [message] = json.content
    await expectStatus(
      200,
      update({ ...message, status: 'Processed', lastName: 'Changed', roomID: '999', reservationID: 7 }),
    )
    const after = await hotel.call('GET', '/Fetch/GetFetchQueueMessage?status=Processed')
    expect(after.json.content).toEqual([{ ...message, status: 'Processed' }])
  })
})

describe('a message that is not there is 404 [NOT_FOUND] [QUEUE-13]', () => {
  it.each([
    ['unknown', () => update({ fetchQueueMessageId: 99, status: 'Processed' })],
    [
      "another customer's",
      async () => update({ fetchQueueMessageId: 1, status: 'Processed' }, (await openHotel(2)).call),
    ],
  ])('%s', async (_, asked) => {
    const { json } = await expectStatus(404, asked())
    expect(json.content).toEqual({})
    expect(json.errors).toEqual([{ code: 'NOT_FOUND', description: 'fetchQueueMessageId: there is no such message' }])
    expect(await kept()).toEqual([
      [1, 'Pending', ''],
      [2, 'Pending', ''],
    ])
  })
})

const INTS = ['clientID', 'reservationID', 'guestID', 'currentPage', 'fetchQueueMessageId']
const STRINGS =
  'instance reservationNumber firstName lastName bookingDate arrivalDate departureDate statusType status reservationType email phoneNumber countryCode countryPhoneCode notes hotelID hotelKey roomID roomName roomNo floorNo roomLocationName'.split(
    ' ',
  )

const INVALID: [object, string][] = [
  ...INTS.flatMap((field): [object, string][] => [
    [{ [field]: '1' }, `${field}: expected an integer`],
    [{ [field]: 1.5 }, `${field}: expected an integer`],
  ]),
  ...STRINGS.map((field): [object, string] => [{ [field]: 5 }, `${field}: expected a string`]),
  [{ fetchQueueMessageId: 0 }, 'fetchQueueMessageId: expected at least 1'],
  [{ fetchQueueMessageId: undefined }, 'fetchQueueMessageId: required'],
  [{ status: 'Done' }, 'status: expected Pending, Processed or Failed'],
  [{ status: undefined }, 'status: expected a status, or notes'],
  [{ status: undefined, notes: '' }, 'status: expected a status, or notes'],
  [{ notes: 'x'.repeat(20_001) }, 'notes: expected at most 20000 characters'],
]

describe('a request that is refused changes nothing [API-9] [QUEUE-12]', () => {
  it.each(INVALID)('%j: 422 %s', async (changes, description) => {
    const before = await readBookingTables()
    const refused = await update({ fetchQueueMessageId: 1, status: 'Processed', ...changes })
    await expectRefusal(refused, 422, 'INVALID_FIELD', description)
    expect(await readBookingTables()).toEqual(before)
  })
})
