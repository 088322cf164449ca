import { beforeAll, describe, expect, it } from 'vitest'
import { consoleCalls, endpoints } from '../../../worker/endpoints'
import { Browser, joined, named, OWNER, openedDesk, roleAt } from '../../support/console'
import { type Operation, operations } from '../../support/operations'
import { admin, expectStatus, openHotel } from '../../support/service'

/*
 * A matrix derived from the contracts: each operation with the token of each role. A refusal comes before the body is read, so that no
 * request needs to be one that succeeds.
 */

/** What the token of each role opens, by the `auth` of contracts. */
const OPENS: Record<string, (auth: string) => boolean> = {
  owner: auth => auth.includes(':') || auth === 'admin' || auth === 'customer',
  'owner without a customer': auth => auth === 'admin' || auth === 'customer',
  manager: auth => auth.includes(':') || auth === 'customer',
  'manager of another customer': auth => auth.includes(':') || auth === 'customer',
  frontdesk: auth => /^(reservations|inventory):|^(rates|events):read$/.test(auth),
  'a manager at a desk': auth => /^(reservations|inventory):|^(rates|events):read$/.test(auth),
  desk: auth => /^(reservations|inventory):|^(rates|events):read$/.test(auth),
  nobody: () => false,
}

const tokens: Record<string, string> = { nobody: '' }
let sent: Map<string, Operation>

beforeAll(async () => {
  await openHotel()
  await expectStatus(200, admin('PUT', '/customers/7', { name: 'B', currency: 'EUR', timeZone: 'Europe/Rome' }))
  const owner = await joined(OWNER)
  tokens.owner = (await owner.browser.token({ customerId: 1 })).accessToken
  tokens['owner without a customer'] = (await owner.browser.token()).accessToken
  tokens.manager = (await (await joined(roleAt(1, 'manager'))).browser.token()).accessToken
  tokens['manager of another customer'] = (await (await joined(roleAt(7, 'manager'))).browser.token()).accessToken
  tokens.frontdesk = (await (await joined(roleAt(1, 'frontdesk'))).browser.token()).accessToken
  tokens.desk = (await (await openedDesk(1)).browser.token()).accessToken
  const desk = await openedDesk(1)
  await expectStatus(204, desk.browser.post('unlock', await named(roleAt(1, 'manager'))))
  tokens['a manager at a desk'] = (await desk.browser.token()).accessToken
  sent = new Map((await operations()).map(operation => [operation.name, operation]))
})

const guarded = endpoints.filter(({ contract }) => contract.auth !== 'public')

describe.each(Object.keys(OPENS))('the token of %s', role => {
  it('opens the contracts of its permissions and no other [PEOPLE-32]', async () => {
    const browser = new Browser()
    const wrong: string[] = []
    for (const { contract } of guarded) {
      const name = `${contract.method} ${contract.path}`
      const { address, takesBody } = sent.get(name) as Operation
      // An empty list is no body of any operation: what is let in is 422, and changes nothing. Without a body nothing is there.
      const path = takesBody ? address : contract.path.replace(/\{\w+\}/g, '999999')
      const token = tokens[role] as string
      const { status, json } = await browser.request(contract.method, path, token, takesBody ? [] : undefined)
      const isOpen = ![401, 403].includes(status)
      if (isOpen !== OPENS[role]?.(contract.auth)) wrong.push(`${name}: ${status} ${json?.errors?.[0]?.code}`)
    }
    expect(wrong).toEqual([])
  })

  it('is no cookie: the calls of the console need a session [PEOPLE-32]', async () => {
    const browser = new Browser()
    const headers = { authorization: `Bearer ${tokens[role]}` }
    const { status } = await browser.post('token', {}, headers)
    expect(status).toBe(401)
  })
})

it('the matrix has every contract of the service [PEOPLE-32]', () => {
  const kinds = new Set(endpoints.map(({ contract }) => contract.auth.replace(/.*:/, '')))
  expect([...kinds].sort()).toEqual(['admin', 'customer', 'public', 'read', 'write'])
  expect(new Set(consoleCalls.map(({ contract }) => contract.auth))).toEqual(new Set(['console']))
})
