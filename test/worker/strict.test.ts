import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { withBindings } from '../support/bindings'
import { aBooking, post, readBookingTables } from '../support/booking'
import { type Operation, operations } from '../support/operations'
import { bearerHeader } from '../support/probe'
import { type Answer, admin, expectRefusal, expectStatus, hotelBeforeEach, send } from '../support/service'
import { withUnknownNames } from '../support/unknown-names'

/* `Prefer: handling=strict`: names that the contract does not know are refused. */

const hotel = hotelBeforeEach()
const { call } = hotel
const STRICT = { prefer: 'handling=strict' }

let all: Operation[]
beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  all = await operations()
})

const descriptions = ({ json }: Answer): string[] =>
  json.errors.map(({ description }: { description: string }) => description)

const unknownPaths = (answer: Answer) =>
  descriptions(answer).flatMap(each => /^(.*): there is no such field$/.exec(each)?.[1] ?? [])

describe('a strict request with a misspelt name is 422, and changes nothing [API-45]', () => {
  it.each([
    ['rate for rates', { rate: [{ unitCost: 100 }] }, 'roomsBooked[].rate'],
    ['startDate for arrivalDate in a room', { startDate: '2027-05-11' }, 'roomsBooked[].startDate'],
  ])('%s', async (_, room, path) => {
    const before = await readBookingTables()
    const body = aBooking({ roomsBooked: [{ roomID: 101, ...room }] })
    const refused = await post(call, body, STRICT)
    await expectRefusal(refused, 422, 'INVALID_FIELD', `${path}: there is no such field`)
    expect(refused.headers.get('preference-applied')).toBe('handling=strict')
    expect(refused.headers.get('x-ignored-fields')).toBe(path)
    expect(await readBookingTables()).toEqual(before)
  })

  it('and with known names it is served as any other', async () => {
    const { headers } = await expectStatus(200, post(call, aBooking(), STRICT))
    expect(headers.get('preference-applied')).toBe('handling=strict')
  })

  it('with its other faults it has all errors at once', async () => {
    const body = aBooking({
      arrivalDate: 'x',
      rooms: 1,
      roomsBooked: [
        { roomID: '1', x: 1 },
        { roomID: 102, x: 2 },
      ],
    })
    expect(
      descriptions(await expectStatus(422, call('POST', '/Booking/PostBooking?page=1', body, STRICT))).sort(),
    ).toEqual([
      'arrivalDate: expected YYYY-MM-DD',
      'page: there is no such field',
      'rooms: there is no such field',
      'roomsBooked[0].roomID: expected an integer',
      'roomsBooked[].x: there is no such field',
    ])
  })

  it('has at most 1,000 errors', async () => {
    const body = Object.fromEntries(Array.from({ length: 1_200 }, (_, i) => [`n${i}`, 1]))
    const refused = await expectStatus(422, call('POST', '/Sale/PostSale', body, STRICT))
    expect(unknownPaths(refused)).toHaveLength(1_000)
  })
})

describe('on every operation of the API and of the administration', () => {
  const tells = ({ path }: Operation) => /^\/(api|admin)\//.test(path) && !path.startsWith('/api/public/')
  const headersFor = ({ auth }: Operation) => ({
    ...bearerHeader(auth === 'admin' ? env.ADMIN_TOKEN : hotel.token),
    ...STRICT,
  })

  it('a misspelt name at each depth of the body is an error [API-45]', async () => {
    for (const operation of all.filter(each => tells(each) && each.takesBody)) {
      const { name, method, address, schema } = operation
      const { body, paths } = withUnknownNames(schema)
      const refused = await send(method, address, body, headersFor(operation))
      expect([name, refused.status, unknownPaths(refused).sort()]).toEqual([name, 422, paths])
    }
  })

  it('a misspelt name of the query is an error [API-45]', async () => {
    for (const operation of all.filter(tells)) {
      const { name, method, address, body } = operation
      const path = `${address}${address.includes('?') ? '&' : '?'}xUnknown=1`
      const refused = await send(method, path, body, headersFor(operation))
      expect([name, refused.status, unknownPaths(refused)]).toEqual([name, 422, ['xUnknown']])
    }
  })

  it('every answer has Preference-Applied: with and without a credential, and of another method [API-45]', async () => {
    for (const operation of all.filter(tells)) {
      const { name, method, address, body } = operation
      const answers = [
        await send(method, address, body, headersFor(operation)),
        await send(method, address, body, STRICT),
        await send('PROPFIND', address, undefined, STRICT),
      ]
      for (const { headers, status } of answers) {
        expect([name, status, headers.get('preference-applied')]).toEqual([name, status, 'handling=strict'])
      }
    }
  })
})

it('Preference-Applied is on a 404, a 413 and a fault of the service too [API-45]', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const broken = withBindings({ AUDIENCE: '' })
  const answers = [
    await send('GET', '/api/nothing', undefined, STRICT),
    await send('GET', '/admin/nothing', undefined, STRICT),
    await call('POST', '/Sale/PostSale', { x: 'x'.repeat(1024 * 1024) }, STRICT),
    await broken('GET', '/api/Fetch/health', undefined, STRICT),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 413, 500])
  expect(answers.map(({ headers }) => headers.get('preference-applied'))).toEqual(answers.map(() => 'handling=strict'))
})

describe('the header Prefer is read as in RFC 7240 [API-45]', () => {
  const isStrict = async (prefer: string) => {
    const { status, headers } = await call('GET', '/Fetch/health?x=1', undefined, { prefer })
    expect(headers.has('preference-applied')).toBe(status === 422)
    expect(headers.get('x-ignored-fields')).toBe('x')
    return status === 422
  }

  it.each([
    'handling=strict',
    'Handling = STRICT',
    'handling="strict"',
    'respond-async, wait=100, handling=strict',
    'handling=strict; because="of, this"; x',
    'foo="a, \\"b", handling=strict',
    'handling=strict, handling=lenient',
    `${'"'.repeat(2_001)}, handling=lenient`.replace(/^"/, 'handling=strict, "'),
  ])('strict: %s', async prefer => expect(await isStrict(prefer)).toBe(true))

  it.each([
    'handling=lenient',
    'handling=lenient, handling=strict',
    'handling',
    'handling=""',
    'handling=stricter',
    'strict',
    'x-handling=strict',
    'foo="a, handling=strict"',
    'foo; handling=strict',
    '',
  ])('not strict: %s', async prefer => expect(await isStrict(prefer)).toBe(false))

  it('in several headers', async () => {
    const several = new Headers(bearerHeader(hotel.token))
    several.append('prefer', 'respond-async')
    several.append('prefer', 'handling=strict')
    const { status } = await call('GET', '/Fetch/health?x=1', undefined, Object.fromEntries(several))
    expect(status).toBe(422)
  })
})

it('a strict request of the administrator is refused as any other [API-45]', async () => {
  const unknown = { name: 'Aurora', currency: 'EUR', timeZone: 'Europe/Lisbon', logo: 'x' }
  const headers = { ...bearerHeader(env.ADMIN_TOKEN), ...STRICT }
  const refused = await send('PUT', '/admin/customers/5', unknown, headers)
  await expectRefusal(refused, 422, 'INVALID_FIELD', 'logo: there is no such field')
  expect((await admin('GET', '/customers')).json.customers).toHaveLength(1)
})
