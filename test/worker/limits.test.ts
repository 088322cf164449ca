import { describe, expect, it, vi } from 'vitest'
import { LIMITS, type LimitName } from '../../schema/wire/limits'
import { RETENTION, type RetentionName } from '../../worker/retention'
import { withBindings } from '../support/bindings'
import { aBooking, book, readBookingTables } from '../support/booking'
import { days, declareChannel, price, rate, readChannelTables, span } from '../support/channel-message'
import { dereferenced } from '../support/dereferenced'
import { expectRefusal, hotelBeforeEach } from '../support/service'

const hotel = hotelBeforeEach()

/** A call of the hotel's integrator to a service with one limit set. */
const with_ = (name: LimitName, value: number | string) => {
  const there = withBindings({ [name]: String(value) })
  return (method: string, path: string, body?: unknown) =>
    there(method, `/api${path}`, body, { authorization: `Bearer ${hotel.token}` })
}

const activity = { activityID: 2, activityDate: '2027-05-10', activityStartTime: '08:00', participants: 1 }
const line = { unitCost: 10, quantity: 1, nights: 1 }
const room = (roomID: number, more: object = {}) => ({ roomID, guestsInRoom: 1, ...more })
const item = { inventoryId: 1, inventoryLocationId: 1, quantity: 1 }
const may = (from: string, to: string) => days([{ ...span(from, to), ...rate('BAR'), ...price({ 2: '90' }) }])

/** What keeps to a limit of 2, what goes beyond it, and how that is refused. */
const CASES: [LimitName, path: string, good: object, beyond: object, refusal: string][] = [
  [
    'CHANNEL_DAYS_AHEAD',
    '/CMConnect/UpdateCMConnect',
    may('01', '03'),
    may('01', '04'),
    "rateAvailability[0].data[0].room[0].date[0].to: expected at most 2 days after 2027-05-01, the message's first",
  ],
  [
    'LARGEST_PAGE_SIZE',
    '/Reservation/GetReservations',
    { pageSize: 2 },
    { pageSize: 3 },
    'pageSize: expected at most 2',
  ],
]

const times = <T>(count: number, entry: T) => Array.from({ length: count }, () => entry)

/** What is beyond a limit that is not a setting, and how it is refused. */
const BEYOND: [limit: string, path: string, body: object, refusal: string][] = [
  [
    '100 rooms',
    '/Booking/PostBooking',
    aBooking({ roomsBooked: times(101, room(101)) }),
    'roomsBooked: expected at most 100 entries',
  ],
  [
    '500 activities',
    '/Booking/PostBooking',
    aBooking({ activitiesBooked: times(501, activity) }),
    'activitiesBooked: expected at most 500 entries',
  ],
  [
    '5,000 rate lines',
    '/Booking/PostBooking',
    aBooking({
      roomsBooked: [101, 102, 201].map(id => room(id, { rates: times(1_000, line) })),
      activitiesBooked: [1_000, 1_000, 1].map(lines => ({
        ...activity,
        rates: times(lines, { unitCost: 10, quantity: 1 }),
      })),
    }),
    'roomsBooked: expected at most 5000 rate lines in all',
  ],
  [
    '1,000 nights',
    '/Booking/PostBooking',
    aBooking({ departureDate: '2030-02-04' }),
    'departureDate: expected at most 1000 nights after arrivalDate',
  ],
  [
    '500 lines',
    '/Sale/PostSale',
    { identity: 'beyond', items: times(501, item) },
    'items: expected at most 500 entries',
  ],
]

describe('a limit that an operator sets is kept, its refusal names the field and changes nothing', () => {
  it.each(CASES)('[%s] on %s', async (name, path, good, beyond, refusal) => {
    await declareChannel(hotel.call)
    const call = name === 'LARGEST_PAGE_SIZE' ? smallPages : with_(name, 2)
    const before = await readChannelTables()
    await expectRefusal(call('POST', path, beyond), 422, 'INVALID_FIELD', refusal)
    expect(await readChannelTables()).toEqual(before)
    expect((await call('POST', path, good)).status).toBe(200)
    // The other installation has its own limit.
    expect((await hotel.call('POST', path, beyond)).status).toBe(200)
  })

  const smallPages = (method: string, path: string, body?: unknown) =>
    withBindings({ PAGE_SIZE: '2', LARGEST_PAGE_SIZE: '2' })(method, `/api${path}`, body, {
      authorization: `Bearer ${hotel.token}`,
    })

  it.each([
    ['BODY_BYTES', '/Booking/PostBooking', aBooking()],
    ['CHANNEL_BODY_BYTES', '/CMConnect/UpdateCMConnect', { property: [] }],
  ] as const)('%s on %s', async (name, path, body) => {
    const call = with_(name, 1024)
    const text = JSON.stringify({ ...body, padding: '' })
    const sized = (bytes: number) => text.replace('"padding":""', `"padding":"${'x'.repeat(bytes - text.length)}"`)
    const before = await readBookingTables()
    const { status, json } = await call('POST', path, sized(1025))
    const description = 'the body may have 1024 bytes'
    await expectRefusal({ status, json }, 413, 'BODY_TOO_LARGE', description)
    expect(await readBookingTables()).toEqual(before)
    expect((await call('POST', path, sized(1024))).status).toBe(200)
  })

  it('PAGE_SIZE: the default number of records of a page [PAGE_SIZE]', async () => {
    for (const roomID of [101, 102]) await book(hotel.call, { roomsBooked: [room(roomID)] })
    const { json, headers } = await with_('PAGE_SIZE', 1)('POST', '/Reservation/GetReservations', {})
    expect([json.content.length, headers.get('x-page-size'), headers.get('x-has-more')]).toEqual([1, '1', 'true'])
  })

  it('CHANNEL_WINDOW_DAYS: an answer spans so many [CHANNEL_WINDOW_DAYS]', async () => {
    await declareChannel(hotel.call)
    const call = with_('CHANNEL_WINDOW_DAYS', 2)
    const window = (to: string) => call('GET', `/CMConnect/GetCMConnect?hotelid=H1&from=2027-05-01&to=2027-05-${to}`)
    expect((await window('02')).status).toBe(200)
    await expectRefusal(window('03'), 422, 'INVALID_FIELD', 'to: expected at most 2 days from from')
  })
})

describe('a limit that is no setting is kept, its refusal names the field and changes nothing', () => {
  it.each(BEYOND)('%s on %s [LIMIT-7]', async (_, path, body, refusal) => {
    const before = await readBookingTables()
    await expectRefusal(hotel.call('POST', path, body), 422, 'INVALID_FIELD', refusal)
    expect(await readBookingTables()).toEqual(before)
  })

  it('1,000 nights, if the change has no arrival [LIMIT-7]', async () => {
    const bookingID = await book(hotel.call)
    const change = (departureDate: string) => hotel.call('POST', '/Booking/PostBooking', { bookingID, departureDate })
    const refused = await change('2030-02-04')
    await expectRefusal(refused, 422, 'INVALID_FIELD', 'departureDate: expected a booking of at most 1000 nights')
    expect((await change('2030-02-03')).status).toBe(200)
  })
})

/** `/openapi.json` of a service with these settings. */
const described = async (settings: Partial<Record<LimitName, string>>) =>
  dereferenced((await withBindings(settings)('GET', '/openapi.json')).json)

describe('what is documented is what is served', () => {
  it('the document has the limits of this installation', async () => {
    const { paths, info } = await described({
      BODY_BYTES: '7001',
      CHANNEL_BODY_BYTES: '7002',
      PAGE_SIZE: '31',
      LARGEST_PAGE_SIZE: '32',
      CHANNEL_DAYS_AHEAD: '36',
      CHANNEL_WINDOW_DAYS: '38',
    })
    expect(info.description).toContain('pages of 31 (`pageSize` up to 32)')
    const bodyOf = (path: string) => paths[path].post.requestBody
    const fieldsOf = (path: string) => bodyOf(path).content['application/json'].schema.properties
    expect(bodyOf('/api/Booking/PostBooking').description).toMatch(/^At most 7,001 bytes\. /)
    expect(bodyOf('/api/CMConnect/UpdateCMConnect').description).toMatch(/^At most 7,002 bytes\. /)
    expect(fieldsOf('/api/Booking/PostBooking').roomsBooked.maxItems).toBe(100)
    expect(fieldsOf('/api/Booking/PostBooking').activitiesBooked.maxItems).toBe(500)
    expect(fieldsOf('/api/Sale/PostSale').items.maxItems).toBe(500)
    expect(fieldsOf('/api/Reservation/GetReservations').pageSize).toMatchObject({ maximum: 32, default: 31 })
    const { parameters } = paths['/api/Reservation/GetReservationsForPartner'].get
    const pageSize = parameters.find(({ name }: { name: string }) => name === 'pageSize')
    expect(pageSize.schema).toMatchObject({ maximum: 32, default: 31 })
    expect(paths['/api/CMConnect/UpdateCMConnect'].post.description).toMatch(
      /36 days after.* at most 200000 days of rooms/s,
    )
    expect(paths['/api/CMConnect/GetCMConnect'].get.description).toContain('at most 38 days')
  })

  it('and leaves none of them untold', async () => {
    expect(JSON.stringify(await described({}))).not.toMatch(/\{[A-Z]+_[A-Z_]+\}/)
  })
})

describe('a limit that makes no sense stops the service by name', () => {
  const refused = async (settings: Partial<Record<LimitName | RetentionName, string>>) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { status } = await withBindings(settings)('GET', '/api/Fetch/health')
    const lines = logged.mock.calls.flat().join('\n')
    logged.mockRestore()
    return [status, /Misconfigured ([\w, ]+)/.exec(lines)?.[1]]
  }

  it.each(Object.entries({ ...LIMITS, ...RETENTION }))('[%s]', async (name, [, least, most]) => {
    for (const value of ['', 'many', '-1', '1.5', String(least - 1), String(most + 1)]) {
      expect(await refused({ [name]: value }), `${name}=${value}`).toEqual([500, name])
    }
  })

  it('and a usual page that is larger than the largest', async () => {
    expect(await refused({ PAGE_SIZE: '60', LARGEST_PAGE_SIZE: '59' })).toEqual([500, 'PAGE_SIZE'])
  })
})
