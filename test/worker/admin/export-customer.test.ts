import { beforeEach, expect, it } from 'vitest'
import { movedTables } from '../../../worker/store/move/move-tables'
import { book, post } from '../../support/booking'
import { insertChannel } from '../../support/channel'
import { adminWith, exportAll, partsOf, rowsByTable, setState } from '../../support/customer-data'
import { readCustomerRows } from '../../support/move'
import { CANARY, createOtherCustomer, OTHER_CUSTOMER_ID } from '../../support/other-customer'
import { admin, databases, expectRefusal, expectStatus, hotelBeforeEach, rows, rowsIn } from '../../support/service'

const hotel = hotelBeforeEach()
const SHARD = databases.length - 1
beforeEach(async () => {
  await insertChannel()
  await book(hotel.call, { identity: 'first' })
})

it('an export has every row of every table, and nothing of another customer [CUSTOMER-16]', async () => {
  await createOtherCustomer()
  await setState(1, 'readOnly')
  const stored = await readCustomerRows(1, SHARD)
  const { file } = await exportAll('1')
  const [header] = file.split('\n')
  const { rows: counts, ...first } = JSON.parse(header as string)
  expect(first).toEqual({
    innlet: 'customer',
    version: 1,
    release: expect.stringMatching(/^\d+\.\d+\.\d+/),
    migration: expect.stringMatching(/^\d{4}_.*\.sql$/),
    customer: 1,
    exportedAt: expect.stringMatching(/^\d{4}-.*Z$/),
  })
  const tables = movedTables().map(({ name }) => name)
  expect(Object.keys(counts)).toEqual([...tables, 'application', 'api_key'])
  const { application, api_key, ...data } = rowsByTable(file)
  const whole = Object.entries(data).map(([table, list]) => [table, list.map(row => ({ customer_id: 1, ...row }))])
  expect(Object.fromEntries(whole)).toEqual(stored)
  expect(application).toEqual([expect.objectContaining({ client_id: hotel.clientId })])
  // A part of an instant or of a random id may have the same digits.
  const other = new RegExp(`\\b${OTHER_CUSTOMER_ID}\\b`)
  expect([file.includes(CANARY), other.test(file), file.includes('secret')]).toEqual([false, false, false])
  const total = Object.values(counts as Record<string, number>).reduce((sum, count) => sum + count, 0)
  const { end } = JSON.parse(file.trimEnd().split('\n').at(-1) as string)
  expect(end).toEqual({ rows: total, checksum: partsOf(file).at(-1)?.after })
  expect(await rows("SELECT subject FROM audit WHERE act = 'customer.export'")).toEqual([{ subject: '1' }])
})

it('is read in parts of PAGE_BYTES, which together are the same [CUSTOMER-16]', async () => {
  const guests = `WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 2600)
    INSERT INTO guest (customer_id, guest_id, last_name, company) SELECT 1, i, 'Guest ' || i, hex(randomblob(40)) FROM n`
  await rowsIn(databases[SHARD] as D1Database, guests)
  await setState(1, 'closed')
  const whole = await exportAll('1')
  const small = await exportAll('1', adminWith({ PAGE_BYTES: '65536' }))
  expect(whole.parts).toBe(1)
  expect(small.parts).toBeGreaterThan(4)
  const withoutHeader = (file: string) => file.split('\n').filter(line => line.includes('"row"'))
  expect(withoutHeader(small.file)).toEqual(withoutHeader(whole.file))
})

it('keeps integers beyond the range of JavaScript, every kind of text, and empty values [CUSTOMER-16]', async () => {
  const notes = ['', '"', "'", '\\', '\n', '[1]', 'null', '٣ नमस्ते 🌊', '1e3', ' ', '",["', '\\"', '{"a":[1,2]}']
  const database = databases[SHARD] as D1Database
  for (const [i, note] of notes.entries())
    await rowsIn(database, 'INSERT INTO guest (customer_id, guest_id, last_name) VALUES (1, ?, ?)', 100 + i, note)
  await rowsIn(database, 'UPDATE reservation SET cancellation_fee = 9007199254740993')
  await setState(1, 'closed')
  const { file } = await exportAll('1')
  expect(
    rowsByTable(file)
      .guest?.slice(-notes.length)
      .map(row => row.last_name),
  ).toEqual(notes)
  expect(file).toContain('"cancellation_fee":9007199254740993,')
})

it('an open customer is refused, and an export whose customer was opened meanwhile [CUSTOMER-17]', async () => {
  const open = await expectStatus(409, admin('GET', '/customers/1/export'))
  expect(open.json.errors[0].description).toBe('clientId: the customer is open; make it read-only or close it first')
  await rowsIn(
    databases[SHARD] as D1Database,
    `WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
    INSERT INTO guest (customer_id, guest_id, last_name) SELECT 1, i, hex(randomblob(40)) FROM n`,
  )
  await setState(1, 'readOnly')
  const small = adminWith({ PAGE_BYTES: '65536' })
  const between = async () => {
    await setState(1, 'open')
    await post(hotel.call, { identity: 'first', label: 'changed' })
    await setState(1, 'readOnly')
  }
  await expect(exportAll('1', small, between)).rejects.toThrow(/409.*begin the export again/)
  const { headers } = await expectStatus(200, small('GET', '/customers/1/export'))
  const foreign = await small('GET', `/customers/1/guests/1/export?cursor=${headers.get('x-next-cursor')}`)
  await expectRefusal(foreign, 422, 'INVALID_FIELD', 'cursor: expected one that we made')
})
