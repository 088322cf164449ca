import { createExecutionContext, createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { runCleanUp } from '../../../worker/clean-up'
import worker from '../../../worker/index'
import type { Env } from '../../../worker/settings'
import { brokenDatabase, withBindings } from '../../support/bindings'
import { book } from '../../support/booking'
import { moveUntilState } from '../../support/move'
import {
  admin,
  databases,
  expectStatus,
  newRequest,
  openHotel,
  resetBeforeEach,
  rows,
  rowsIn,
  send,
} from '../../support/service'

resetBeforeEach()

const [FIRST, SECOND] = databases as [D1Database, D1Database]
const fields = { name: 'Aurora', currency: 'EUR', timeZone: 'Europe/Rome' }
const authorization = `Bearer ${env.ADMIN_TOKEN}`
const put = (changes: Partial<Env> = {}) =>
  withBindings(changes)('PUT', '/admin/customers/7', fields, { authorization })
const knownIn = async (database: D1Database) => (await rowsIn(database, 'SELECT 1 FROM customer')).length

describe('a new customer', () => {
  it('is created in the database of the setting, and stays there when the setting changes [SHARD-1] [DATABASES] [NEW_CUSTOMERS]', async () => {
    await expectStatus(200, put())
    expect(await rows('SELECT customer_id, shard, other_shard FROM customer_directory')).toEqual([
      { customer_id: 7, shard: 1, other_shard: null },
    ])
    await expectStatus(200, put({ NEW_CUSTOMERS: '0' }))
    expect([await knownIn(FIRST), await knownIn(SECOND)]).toEqual([0, 1])
  })

  it('whose creation was interrupted affects no other, and is completed by the same request [SHARD-1]', async () => {
    expect((await put({ DB: brokenDatabase })).status).toBe(503)
    expect([await rows('SELECT shard FROM customer_directory'), await knownIn(SECOND)]).toEqual([[{ shard: 1 }], 0])
    const location = { locations: [{ locationId: 1, name: 'Sea wing' }] }
    expect((await admin('PUT', '/customers/7/setup', location)).status).toBe(503)
    expect((await admin('POST', '/customers/7/move', { to: 0 })).json.errors[0]).toMatchObject({
      code: 'INVALID_TRANSITION',
    })
    await expectStatus(200, put({ NEW_CUSTOMERS: '0' }))
    await expectStatus(200, admin('PUT', '/customers/7/setup', location))
    expect([await knownIn(FIRST), await knownIn(SECOND)]).toEqual([0, 1])
  })

  it('writes the audit in the database of the change', async () => {
    await expectStatus(200, put())
    const acts = (database: D1Database) => rowsIn(database, 'SELECT act FROM audit')
    expect([await acts(FIRST), await acts(SECOND)]).toEqual([[], [{ act: 'customer.put' }]])
  })
})

describe('the setting DATABASES', () => {
  it.each([
    ['a name that nothing is bound to', { DATABASES: 'CONTROL DB2' }, 'DATABASES'],
    ['the name of something else', { DATABASES: 'CONTROL LINKS' }, 'DATABASES'],
    ['a name twice', { DATABASES: 'DB DB' }, 'DATABASES'],
    ['no name', { DATABASES: ' ' }, 'DATABASES'],
    ['a home for new customers that there is not', { NEW_CUSTOMERS: '2' }, 'NEW_CUSTOMERS'],
  ])('%s stops the service, by name [SHARD-11]', async (_, changes, name) => {
    const ask = async () =>
      worker.fetch?.(
        newRequest('GET', '/api/Fetch/health') as never,
        { ...env, ...changes } as never,
        createExecutionContext(),
      )
    const outcome = await Promise.resolve(ask()).then(
      answer => String(answer?.status),
      error => (error as Error).name,
    )
    expect(outcome).toMatch(new RegExp(`500|Misconfigured ${name}`))
  })
})

describe('every database', () => {
  it('is asked by healthdb [SHARD-12]', async () => {
    expect((await send('GET', '/api/Fetch/healthdb')).status).toBe(200)
    for (const name of ['DB', 'CONTROL']) {
      expect((await withBindings({ [name]: brokenDatabase })('GET', '/api/Fetch/healthdb')).status).toBe(503)
    }
  })

  describe('is cleaned up by the hour', () => {
    beforeEach(async () => {
      const { call } = await openHotel()
      await book(call, { identity: 'old' })
      await rowsIn(SECOND, 'UPDATE idempotency SET created_at = 0')
    })
    const remembered = async () => (await rowsIn(SECOND, 'SELECT 1 FROM idempotency')).length
    const run = () => runCleanUp(createScheduledController({ scheduledTime: Date.now() }), env)

    it('a customer who is being moved is left out [SHARD-12]', async () => {
      await moveUntilState(1, 0, 'comparing')
      await run()
      expect([await remembered(), (await rowsIn(FIRST, 'SELECT 1 FROM idempotency')).length]).toEqual([1, 1])
    })

    it('the second database is cleaned up as the first is [SHARD-12]', async () => {
      await run()
      expect(await remembered()).toBe(0)
    })
  })
})
