import { describe, expect, it, vi } from 'vitest'
import { DAY_MS } from '../../../schema/wire/dates'
import {
  admin,
  expectStatus,
  integrator,
  openHotel,
  requestToken,
  resetBeforeEach,
  rows,
  send,
} from '../../support/service'

resetBeforeEach()

const LIST = '/api/Inventory/GetInventoryItem'

/** A credential: how it is used, and how `/admin` shows it. */
const CREDENTIALS = {
  application: async () => {
    const { clientId, clientSecret } = await integrator((await openHotel()).customer)
    return {
      table: 'application',
      use: () => expectStatus(200, requestToken({ client_id: clientId, client_secret: clientSecret })),
      misuse: () => expectStatus(401, requestToken({ client_id: clientId, client_secret: 'cs_other' })),
      read: async () => (await admin('GET', `/applications/${clientId}`)).json,
    }
  },
  'API key': async () => {
    const { customer } = await openHotel()
    const permissions = ['inventory:read']
    const { json } = await expectStatus(
      201,
      admin('POST', '/api-keys', { customerId: customer, name: 'Till', permissions }),
    )
    return {
      table: 'api_key',
      use: () => expectStatus(200, send('GET', LIST, undefined, { 'x-api-key': json.apiKey })),
      misuse: () => expectStatus(401, send('GET', LIST, undefined, { 'x-api-key': `${json.apiKey}x` })),
      read: async () => (await admin('GET', '/api-keys')).json.apiKeys.find(({ id }: { id: string }) => id === json.id),
    }
  },
}

describe.each(Object.entries(CREDENTIALS))('lastUsedAt of an %s [ADMIN-67]', (_, create) => {
  it('is null before its first use, and the first use of the latest day afterwards', async () => {
    const { table, use, misuse, read } = await create()
    const setLastUse = (at: number | null) => rows(`UPDATE ${table} SET last_used_at = ${at}`)
    const lastUse = async () => Date.parse((await read()).lastUsedAt)
    await setLastUse(null)
    await misuse()
    expect((await read()).lastUsedAt).toBeNull()

    const began = Date.now()
    await use()
    await vi.waitFor(async () => expect(await lastUse()).toBeGreaterThanOrEqual(began - 1000))

    // A later use of the same day writes nothing.
    const first = await lastUse()
    const midnight = began - (began % DAY_MS)
    await setLastUse(midnight)
    await use()
    expect(await lastUse()).toBe(midnight)

    await setLastUse(midnight - 1)
    await use()
    await vi.waitFor(async () => expect(await lastUse()).toBeGreaterThanOrEqual(first - 1000))
  })
})
