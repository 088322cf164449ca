import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '../../worker/endpoints'
import { fieldNamesOf, type Operation, operations } from '../support/operations'
import { bearerHeader } from '../support/probe'
import { samples } from '../support/sample-requests'
import { admin, expectStatus, integrator, openHotel, resetBeforeEach, send } from '../support/service'

resetBeforeEach()

let all: Operation[]
beforeAll(async () => {
  all = await operations()
})
let token: string
beforeEach(async () => {
  ;({ token } = await openHotel())
})

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
  /** Endpoints of customers with such a field, in the body or in the query. */
  const CUSTOMER_FIELDS = endpoints.flatMap(({ contract }) =>
    (contract.auth.includes(':') ? fieldNamesOf(contract) : [])
      .filter(field => field.toLowerCase() === 'clientid')
      .map(field => [`${contract.method} ${contract.path}`, field] as const),
  )

  it('is in twelve endpoints at least', () => expect(CUSTOMER_FIELDS.length).toBeGreaterThanOrEqual(12))

  const sent = async (name: string, field: string, value: number) => {
    const operation = all.find(each => each.name === name) as Operation
    if (operation.body) {
      const others = Object.entries(operation.body).filter(([other]) => other.toLowerCase() !== 'clientid')
      return ask({ ...operation, body: Object.fromEntries(others) }, bearerHeader(token), { [field]: value })
    }
    const address = `${operation.address}${operation.address.includes('?') ? '&' : '?'}${field}=${value}`
    return ask({ ...operation, address }, bearerHeader(token))
  }

  it.each(CUSTOMER_FIELDS)(
    '%s: %s of another customer is 403 CUSTOMER_MISMATCH, with a challenge [API-13] [CUSTOMER_MISMATCH]',
    async (name, field) => {
      const { status, json, headers } = await sent(name, field, 2)
      expect([status, json.errors]).toEqual([
        403,
        [{ code: 'CUSTOMER_MISMATCH', description: `${field}: not the customer of this credential` }],
      ])
      expect(headers.get('www-authenticate')).toMatch(/^Bearer realm="innlet", error="insufficient_scope"/)
    },
  )

  it.each(CUSTOMER_FIELDS)(
    "%s: %s of 0 and the credential's own customer are let through [ACCESS-10]",
    async (name, field) => {
      for (const value of [0, 1]) expect((await sent(name, field, value)).status).not.toBe(403)
    },
  )

  it.each(CUSTOMER_FIELDS)('%s: %s is the same in any letter case [ACCESS-11]', async (name, field) => {
    for (const other of [field === 'clientID' ? 'clientId' : 'clientID', 'CLIENTID']) {
      const { status, json } = await sent(name, other, 2)
      expect([status, json.errors[0].description]).toEqual([403, `${field}: not the customer of this credential`])
    }
  })
})
