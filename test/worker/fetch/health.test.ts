import { expect, it } from 'vitest'
import { version } from '../../../package.json'
import { brokenDatabase, elsewhere, untouchedDatabase } from '../../support/elsewhere'
import { freshEachTime, send } from '../../support/house'
import { asDatabase } from '../../support/sessions'

freshEachTime()

const healthy = { content: { status: 'Healthy', version }, errors: [], message: '', success: true }

it('health is 200 without touching data, whoever asks', async () => {
  const { status, json, headers } = await elsewhere({ DB: untouchedDatabase })('GET', '/api/Fetch/health')
  expect([status, json, headers.get('cache-control')]).toEqual([200, healthy, 'no-store'])
})

it('healthdb is 200 when D1 answers, whoever asks', async () => {
  const { status, json } = await send('GET', '/api/Fetch/healthdb')
  expect([status, json]).toEqual([200, healthy])
})

const withoutTables = asDatabase({
  prepare: () => ({ bind: () => ({}) }),
  batch: () => Promise.reject(new Error('D1_ERROR: no such table: customer: SQLITE_ERROR')),
})

it.each([
  ['does not answer', brokenDatabase],
  ['has no tables', withoutTables],
])('healthdb is 503 when D1 %s', async (_, DB) => {
  const { status, json } = await elsewhere({ DB })('GET', '/api/Fetch/healthdb')
  expect([status, json.success, json.errors[0].code]).toEqual([503, false, 'DATABASE_UNAVAILABLE'])
})
