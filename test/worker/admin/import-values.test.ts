import { env } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import { storedRows } from '../../../worker/domain/stored-rows/stored-rows'
import { checksumOf } from '../../../worker/store/move/move-pages'
import { movedTables } from '../../../worker/store/move/move-tables'
import { book } from '../../support/booking'
import { exportAll, importPart, setState } from '../../support/customer-data'
import { readCustomerRows } from '../../support/move'
import { someOf } from '../../support/repetitions'
import { admin, databases, openHotel, resetService } from '../../support/service'

const SHARD = databases.length - 1

/** The first line of an export. */
let header: string
beforeAll(async () => {
  const { call } = await openHotel()
  await book(call)
  await setState(1, 'readOnly')
  const { file } = await exportAll('1')
  header = file.slice(0, file.indexOf('\n'))
  await resetService()
})

async function importRow(table: string, row: string) {
  const lines = [header, `{"table":"${table}","row":${row}}`]
  const checksum = await checksumOf({ rows: lines }, '')
  const page = JSON.stringify({ page: { table, rows: 1, checksum } })
  const { status, json } = await importPart(1, { lines: `${[...lines, page].join('\n')}\n` })
  return { status, description: json.errors?.[0]?.description }
}

async function expectRefused(table: string, column: string, value: unknown) {
  const { status, description } = await importRow(table, JSON.stringify({ [column]: value }))
  const what = `${table}.${column} = ${JSON.stringify(value).slice(0, 40)}: ${description}`
  expect(status, what).toBe(422)
  expect(description, what).toMatch(new RegExp(`^lines: line 1: ${table}\\.${column}[:[.]`))
}

interface Column {
  name: string
  type: string
  notnull: 0 | 1
}

const columnsOf = async (table: string) =>
  (
    await env.DB.prepare(`SELECT name, type, "notnull" FROM pragma_table_info('${table}')`).all<Column>()
  ).results.filter(({ name }) => name !== 'customer_id')

const WRONG: Record<string, readonly unknown[]> = {
  integer: ['text', 1.5, 1e300, -1e16],
  text: [5, 'a\u0000b', 'x'.repeat(21_000)],
}

it.each(movedTables().map(({ name }) => name))(
  'a value that the service would not store is refused in every column of %s, and nothing is stored [CUSTOMER-30]',
  async table => {
    expect(storedRows().has(table)).toBe(true)
    for (const [place, { name, type, notnull }] of (await columnsOf(table)).entries()) {
      const values = [...(WRONG[type.toLowerCase()] ?? []), ...(notnull ? [null] : [])]
      for (const value of someOf(values, 2, place)) await expectRefused(table, name, value)
    }
    expect(await readCustomerRows(1, SHARD)).toEqual({})
    expect((await admin('GET', '/customers/1/state')).status).toBe(404)
  },
)

it.each([
  ['customer', 'itinerary_url_template', 'javascript:alert({token})'],
  ['customer', 'logo_url', 'javascript:alert(1)'],
  ['customer', 'time_zone', 'Mars/Olympus'],
  ['customer', 'currency', 'XXY'],
  ['customer', 'created_at', 300_000_000_000_000],
  ['property', 'property_time_zone', '+01:00'],
  ['property', 'address', '{"country":"ZZ"}'],
  ['property', 'position', '{"latitude":91,"longitude":0}'],
  ['property', 'house_info', '{}'],
  ['property', 'website', 'http://hotel.example'],
  ['channel_property', 'document', '{"hotelName":{}}'],
  ['channel_room', 'document', '{"guestRoom":[]}'],
  ['channel_rate_plan', 'document', '[]'],
  ['plan_month', 'month', '2027-13'],
  ['plan_month', 'days', '{"32":{"closed":1}}'],
  ['plan_month', 'days', '{"01":{"prices":"none"}}'],
  ['plan_month', 'days', '{"01":{"minimumStay":1000}}'],
  ['reservation', 'status_id', 8],
  ['reservation', 'type_id', 0],
  ['reservation', 'arrival_date', '2027-02-30'],
  ['room_stay', 'room_notes', '[1]'],
  ['activity_slot', 'slot_time', '24:00'],
  ['correspondence', 'correspondence_status', 'Lost'],
  ['itinerary_link', 'made_with', 'secret'],
  ['fetch_message', 'message_status', 'Lost'],
  ['event', 'event_type', 'reservation.eaten'],
  ['event', 'data', '[]'],
  ['webhook_endpoint', 'url', 'https://169.254.169.254/latest'],
  ['webhook_endpoint', 'types', 'reservation.created'],
  ['webhook_endpoint', 'types', '["reservation.eaten"]'],
  ['webhook_endpoint', 'leases', '[]'],
  ['webhook_endpoint', 'disabled_reason', 'bored'],
  ['webhook_delivery', 'attempts', 'none'],
  ['webhook_delivery', 'attempts', '[{"at":"now"}]'],
])('%s.%s of %j is refused [CUSTOMER-30]', expectRefused)

it('of a name that a row has twice the value that is validated is the one that is stored [CUSTOMER-30]', async () => {
  const { status, description } = await importRow('customer', '{"currency":"EUR","currency":"none"}')
  expect([status, description]).toEqual([422, 'lines: line 1: customer.currency: expected a currency of ISO 4217'])
  const row = (names: string) =>
    `{"customer_name":"Aurora",${names},"time_zone":"Europe/Lisbon","created_at":0,"updated_at":0}`
  expect((await importRow('customer', row('"currency":"none","currency":"EUR"'))).status).toBe(200)
  expect((await readCustomerRows(1, SHARD)).customer).toMatchObject([{ currency: 'EUR' }])
})
