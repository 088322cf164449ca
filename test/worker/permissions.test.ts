import { beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../worker/endpoints'
import { type Operation, operations } from '../support/operations'
import { bearerHeader } from '../support/probe'
import { someOf } from '../support/repetitions'
import { samples } from '../support/sample-requests'
import { type Answer, admin, expectStatus, hotelBeforeAll, integrator, send } from '../support/service'

let all: Operation[]
beforeAll(async () => {
  all = await operations()
})
const hotel = hotelBeforeAll()

const isCustomers = ({ auth }: Operation) => auth.includes(':')

const ask = ({ method, address, body }: Operation, headers: Record<string, string>, also: object = {}) =>
  send(method, address, body && { ...body, ...also }, headers)

it('every endpoint is served by its method at its path, and needs the permission that it is said to need [ACCESS-1]', () => {
  const described = Object.fromEntries(all.map(({ name, auth }) => [name, auth]))
  expect(described).toEqual(Object.fromEntries(Object.entries(samples).map(([name, { needs }]) => [name, needs])))
})

describe('each endpoint takes', () => {
  const isLetIn = async (headersFor: (permission: string) => Promise<Record<string, string>>) => {
    for (const operation of all.filter(isCustomers)) {
      const { status } = await ask(operation, await headersFor(operation.auth))
      expect([401, 403], operation.name).not.toContain(status)
    }
  }

  it('a bearer token with no permission but the one that it needs [ACCESS-2]', () =>
    isLetIn(async permission => bearerHeader((await integrator(1, [permission])).token)))

  it('an API key with no permission but the one that it needs [ACCESS-2]', () =>
    isLetIn(async permission => {
      const key = { customerId: 1, name: 'till', permissions: [permission] }
      return { 'x-api-key': (await expectStatus(201, admin('POST', '/api-keys', key))).json.apiKey }
    }))

  it('write where it needs to read: write includes read [ACCESS-3]', () =>
    isLetIn(async permission => bearerHeader((await integrator(1, [permission.replace(':read', ':write')])).token)))
})

describe('the field that names the customer', () => {
  /** Every place in which an endpoint of customers is sent the field, whether its contract has it or not. */
  const PLACES = endpoints
    .filter(({ contract }) => contract.auth.includes(':'))
    .flatMap(({ contract: { method, path, body } }) =>
      (body ? ['query', 'body'] : ['query']).map(place => [place, `${method} ${path}`] as const),
    )
    .map((each, at) => [...each, at] as const)

  it('is in every query and every body', () => {
    expect(PLACES.length).toBe(
      all.filter(isCustomers).length + all.filter(each => isCustomers(each) && each.takesBody).length,
    )
  })

  const sent = (place: string, name: string, field: string, value: unknown, also: object = {}) => {
    const operation = all.find(each => each.name === name) as Operation
    if (place === 'query') {
      const address = `${operation.address}${operation.address.includes('?') ? '&' : '?'}${field}=${value}`
      return ask({ ...operation, address }, bearerHeader(hotel.token), also)
    }
    const others = Object.entries(operation.body ?? {}).filter(([other]) => other.toLowerCase() !== 'clientid')
    return ask({ ...operation, body: Object.fromEntries(others) }, bearerHeader(hotel.token), {
      [field]: value,
      ...also,
    })
  }

  const errorsOf = ({ status, json }: Answer) => [status, json?.errors]

  it.each(PLACES)(
    'in the %s of %s: another customer is 403 CUSTOMER_MISMATCH, in any spelling, as number or digits [API-13] [ACCESS-11] [ACCESS-13] [CUSTOMER_MISMATCH]',
    async (place, name) => {
      for (const [at, field] of ['clientID', 'clientId', 'ClientId', 'CLIENTID', 'clientid'].entries()) {
        const values = place === 'body' ? [2, '2', '0002', -1, 2 ** 40] : ['2', '0002', 2 ** 40]
        for (const value of someOf(values, 1, at)) {
          const answer = await sent(place, name, field, value)
          const description = expect.stringMatching(/^clientI[dD]: not the customer of this credential$/)
          expect(errorsOf(answer), `${field} ${value}`).toEqual([403, [{ code: 'CUSTOMER_MISMATCH', description }]])
          expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm="innlet", error="insufficient_scope"/)
        }
      }
    },
  )

  it.each(PLACES)(
    'in the %s of %s: a value that is no integer is 422 [ACCESS-13] [INVALID_FIELD]',
    async (place, name, at) => {
      const inBody = ['x', '1.5', ' 1', '-1', '1', 1.5, true, [], {}]
      for (const value of someOf(place === 'body' ? inBody : ['x', '1.5', '-1', '1e0'], 2, at)) {
        const description = expect.stringMatching(/^clientI[dD]: expected an integer$/)
        expect(errorsOf(await sent(place, name, 'clientID', value)), String(value)).toEqual([
          422,
          [{ code: 'INVALID_FIELD', description }],
        ])
      }
    },
  )

  it.each(PLACES)(
    "in the %s of %s: 0, an empty text, null and the credential's own customer are let through [ACCESS-10]",
    async (place, name, at) => {
      const { status } = await sent(place, name, 'clientID', place === 'body' ? null : '')
      for (const value of someOf(place === 'body' ? [0, '', 1] : ['0', '00', '1', '001'], 2, at)) {
        const answer = await sent(place, name, 'clientID', value)
        expect(JSON.stringify(errorsOf(answer)), String(value)).not.toMatch(/clientI[dD]/)
        if (value !== 1) expect(answer.status).toBe(status)
      }
    },
  )

  it('is checked after the other fields, whose errors come first [API-10]', async () => {
    const wrong = { roomsBooked: 1 }
    for (const place of ['query', 'body']) {
      const both = await sent(place, 'POST /api/Booking/PostBooking', 'clientID', 2, wrong)
      expect(errorsOf(both)).toEqual([422, [{ code: 'INVALID_FIELD', description: 'roomsBooked: expected an array' }]])
      const three = await sent(place, 'POST /api/Booking/PostBooking', 'clientID', 'x', wrong)
      expect(three.json.errors).toHaveLength(2)
    }
  })

  it('is in the spelling of the interface in an error', async () => {
    for (const [name, field] of [
      ['POST /api/Booking/PostBooking', 'clientID'],
      ['POST /api/Reservation/GetReservations', 'clientId'],
      ['POST /api/PartnerItinerary/IssueLink', 'clientID'],
    ] as const) {
      const { json } = await sent('body', name, 'CLIENTID', 2)
      expect(json.errors[0].description).toBe(`${field}: not the customer of this credential`)
    }
  })

  it('and its 403 are in the reference of every endpoint of customers', () => {
    for (const { name, statuses, responses } of all.filter(isCustomers)) {
      expect(statuses, name).toContain('403')
      expect(JSON.stringify(responses['403']), name).toContain('CUSTOMER_MISMATCH')
    }
  })

  it('is not read where no credential is needed', async () => {
    expect((await send('GET', '/api/Fetch/health?clientID=2')).status).toBe(200)
  })
})
