import { describe, expect, it } from 'vitest'
import { book } from '../../support/booking'
import { expectStatus, hotelBeforeEach, openHotel } from '../../support/service'

const hotel = hotelBeforeEach()

type Ask = (fields?: Record<string, unknown>, call?: typeof hotel.call) => ReturnType<typeof hotel.call>

const query = (fields: Record<string, unknown>) =>
  new URLSearchParams(Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]))

const GET_RESERVATIONS = '/Reservation/GetReservations'
const FOR_PARTNER = '/Reservation/GetReservationsForPartner'
const FOR_CHANNEL = '/CMConnect/GetReservation'

const whole: Ask = (fields = {}, call = hotel.call) => call('POST', GET_RESERVATIONS, fields)
const partner: Ask = (fields = {}, call = hotel.call) => call('GET', `${FOR_PARTNER}?${query(fields)}`)
const channel: Ask = (fields = {}, call = hotel.call) => call('POST', FOR_CHANNEL, fields)

const lists: [string, Ask][] = [
  ['GetReservations', whole],
  ['GetReservationsForPartner', partner],
  ['CMConnect/GetReservation', channel],
]

/** Inquiries, which any number of can be made for one room. */
async function bookMany(count: number, call = hotel.call) {
  for (let i = 0; i < count; i++) await book(call, { bookingParameters: { reservationStatusID: 1 } })
}

const standing = ({ headers }: { headers: Headers }) =>
  ['x-page', 'x-page-size', 'x-has-more'].map(name => headers.get(name))
const cursorOf = ({ headers }: { headers: Headers }) => headers.get('x-next-cursor')
const idsOf = ({ json }: { json: { content: { reservationId: number }[] } }) =>
  json.content.map(({ reservationId }) => reservationId)

describe.each(lists)('%s', (_, ask) => {
  it('is an empty object with a message if nothing matches [API-6]', async () => {
    const { json, headers } = await expectStatus(200, ask())
    expect(json).toEqual({ content: {}, errors: [], message: 'No data found!', success: true })
    expect(standing({ headers })).toEqual(['1', '50', 'false'])
    expect(headers.get('x-next-cursor')).toBeNull()
  })

  it('comes in pages of 50, by number from 1 [LIST-1]', async () => {
    await bookMany(51)
    const first = await expectStatus(200, ask())
    expect(idsOf(first)).toHaveLength(50)
    expect(standing(first)).toEqual(['1', '50', 'true'])
    expect(idsOf(await expectStatus(200, ask({ pageNo: 1 })))).toEqual(idsOf(first))
    const second = await expectStatus(200, ask({ pageNo: 2 }))
    expect(idsOf(second)).toEqual([51])
    expect(standing(second)).toEqual(['2', '50', 'false'])
    expect(standing(await expectStatus(200, ask({ pageNo: 3 })))).toEqual(['3', '50', 'false'])
  })

  it('comes in pages of another size, up to 200 [LIST-2] [PAGE_SIZE] [LARGEST_PAGE_SIZE]', async () => {
    await bookMany(3)
    expect(idsOf(await expectStatus(200, ask({ pageSize: 2, pageNo: 2 })))).toEqual([3])
    expect(standing(await expectStatus(200, ask({ pageSize: 200 })))).toEqual(['1', '200', 'false'])
    const { json } = await expectStatus(422, ask({ pageSize: 201 }))
    expect(json.errors).toEqual([{ code: 'INVALID_FIELD', description: 'pageSize: expected at most 200' }])
  })

  it('continues after a cursor [LIST-3]', async () => {
    await bookMany(5)
    const first = await expectStatus(200, ask({ pageSize: 2 }))
    const second = await expectStatus(200, ask({ pageSize: 2, cursor: cursorOf(first) }))
    expect([idsOf(second), standing(second)]).toEqual([
      [3, 4],
      ['2', '2', 'true'],
    ])
    const third = await expectStatus(200, ask({ pageSize: 2, cursor: cursorOf(second) }))
    expect([idsOf(third), standing(third)]).toEqual([[5], ['3', '2', 'false']])
  })

  it('takes no cursor that it did not make [LIST-5]', async () => {
    await bookMany(2)
    const cursor = cursorOf(await expectStatus(200, ask({ pageSize: 1 }))) as string
    const others = await Promise.all(
      lists.filter(([, other]) => other !== ask).map(([, other]) => other({ pageSize: 1 })),
    )
    const stranger = await openHotel(2)
    for (const [sent, call] of [
      ['AAAA', hotel.call],
      [`${cursor}0`, hotel.call],
      [cursor.replace(/^./, first => (first === 'W' ? 'X' : 'W')), hotel.call],
      ...others.map(other => [cursorOf(other), hotel.call] as const),
      [cursor, stranger.call],
    ] as [string, typeof hotel.call][]) {
      const { json } = await expectStatus(422, ask({ cursor: sent }, call))
      expect(json.errors).toEqual([{ code: 'INVALID_FIELD', description: 'cursor: expected one that we made' }])
    }
  })

  it("has only the customer's own [ACCESS-12]", async () => {
    const other = await openHotel(2)
    await bookMany(1)
    await book(other.call, { identity: 'theirs', primaryGuestDetails: { lastName: 'Weiss' } })
    await bookMany(1, other.call)
    const own = await expectStatus(200, ask())
    expect(idsOf(own)).toEqual([1])
    expect(own.text).not.toContain('Weiss')
    expect(idsOf(await expectStatus(200, ask({}, other.call)))).toEqual([1, 2])
  })
})

describe('the last page', () => {
  it.each([
    ['GetReservations', whole],
    ['CMConnect/GetReservation', channel],
  ])('of %s has no cursor [LIST-4] [RESERVATION-7]', async (_, ask) => {
    await bookMany(2)
    expect(cursorOf(await expectStatus(200, ask({ pageSize: 1 })))).not.toBeNull()
    expect(cursorOf(await expectStatus(200, ask({ pageSize: 1, pageNo: 2 })))).toBeNull()
    expect(cursorOf(await expectStatus(200, ask()))).toBeNull()
  })

  it('of GetReservationsForPartner has one, to go on from tomorrow [RESERVATION-13]', async () => {
    await bookMany(2)
    const cursor = cursorOf(await expectStatus(200, partner()))
    const nothing = await expectStatus(200, partner({ cursor }))
    expect([nothing.json.content, cursorOf(nothing)]).toEqual([{}, null])
    await bookMany(1)
    expect(idsOf(await expectStatus(200, partner({ cursor })))).toEqual([3])
  })
})

describe('a request is refused [RESERVATION-6] [RESERVATION-8]', () => {
  const STATUSES = 'expected Inquiry, Tentative, Confirmed, InHouse, CheckedOut, Cancelled or NoShow'
  const A_MOMENT = 'expected an ISO 8601 date-time with a zone'
  const backwards = { startDate: '2027-05-02', endDate: '2027-05-01' }
  const noNight = { arrivalDate: '2027-05-02', departureDate: '2027-05-02' }

  /** For each list: fields, and what is wrong with them. */
  const FAULTS: Record<string, [fields: Record<string, unknown>, ...descriptions: string[]][]> = {
    GetReservations: [
      [{ reservationID: '7', pageNo: -1 }, 'reservationID: expected an integer', 'pageNo: expected at least 0'],
      [{ reservationNumber: 10000001 }, 'reservationNumber: expected a string'],
      [{ reservationNumber: 'A-7' }, 'reservationNumber: expected digits'],
      [{ reservationStatus: 'Confirmed, Gone' }, `reservationStatus: ${STATUSES}`],
      [{ arrivalDate: { startDate: '2027-02-30' } }, 'arrivalDate.startDate: expected YYYY-MM-DD'],
      [{ departureDate: { endDate: 'soon' } }, 'departureDate.endDate: expected YYYY-MM-DD'],
      [{ departureDate: backwards }, 'departureDate.endDate: expected a date not before startDate'],
      [{ arrivalDate: '2027-05-01' }, 'arrivalDate: expected an object'],
    ],
    GetReservationsForPartner: [
      [{ modifiedSince: '2027-05-01T00:00:00' }, `modifiedSince: ${A_MOMENT}`],
      [{ modifiedSince: '2027-05-01' }, `modifiedSince: ${A_MOMENT}`],
      [{ arrivalFrom: '1 May', pageNo: 'x' }, 'arrivalFrom: expected YYYY-MM-DD', 'pageNo: expected an integer'],
      [{ arrivalFrom: '2027-05-02', arrivalTo: '2027-05-01' }, 'arrivalTo: expected a date not before arrivalFrom'],
      [{ status: 'x' }, `status: ${STATUSES}`],
    ],
    'CMConnect/GetReservation': [
      [{ reservationCMStatusTypeID: 4 }, 'reservationCMStatusTypeID: expected at most 3'],
      [{ bookingID: 7 }, 'bookingID: expected a string'],
      [
        { roomInfo: [{}, { roomTypeID: 'x', arrivalDate: '2027-05-40' }] },
        'roomInfo[1].roomTypeID: expected an integer',
        'roomInfo[1].arrivalDate: expected YYYY-MM-DD',
      ],
      [{ roomInfo: [noNight] }, 'roomInfo[0].departureDate: expected a date after arrivalDate'],
      [{ roomInfo: Array(51).fill({}) }, 'roomInfo: expected at most 50 entries'],
    ],
  }

  it.each(
    lists.flatMap(([name, ask]) =>
      (FAULTS[name] ?? []).map(([fields, ...descriptions]) => ({ name, ask, fields, descriptions })),
    ),
  )('by $name: $fields', async ({ ask, fields, descriptions }) => {
    const { json } = await expectStatus(422, ask(fields))
    expect(json.errors).toEqual(descriptions.map(description => ({ code: 'INVALID_FIELD', description })))
  })
})
