import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { expect, it } from 'vitest'
import { formOf, tableOf } from '../../client/command/admin/guest-fields'
import { activityBooking, activityRate } from '../../schema/tables/activity-booking'
import { correspondence } from '../../schema/tables/correspondence'
import { event } from '../../schema/tables/event'
import { fetchMessage } from '../../schema/tables/fetch-queue'
import { guest } from '../../schema/tables/guest'
import { idempotency } from '../../schema/tables/idempotency'
import { sale, saleItem, salePayment } from '../../schema/tables/inventory'
import { itineraryLink } from '../../schema/tables/itinerary-link'
import { payment } from '../../schema/tables/payment'
import { reservation } from '../../schema/tables/reservation'
import { roomNight, roomRate, roomStay } from '../../schema/tables/stay'
import { TIME_COLUMNS } from '../../worker/store/event/last-changes'

/** The tables of a guest's export. */
const TABLES: readonly SQLiteTable[] = [
  guest,
  reservation,
  roomStay,
  roomNight,
  roomRate,
  activityBooking,
  activityRate,
  payment,
  correspondence,
  idempotency,
  itineraryLink,
  fetchMessage,
  sale,
  saleItem,
  salePayment,
  event,
]

const FORMS: Record<string, readonly string[]> = {
  money: ['amount'],
  date: ['date'],
  time: ['time'],
  instant: ['instant'],
  flag: ['flag'],
  json: ['json', 'employees', 'locations', 'resources'],
}

/** The helper that declares each column: `money('unit_cost')`. */
const folder = join(import.meta.dirname, '../../schema/tables')
const helpers = new Map(
  readdirSync(folder)
    .map(file => readFileSync(join(folder, file), 'utf8'))
    .flatMap(text => [...text.matchAll(/: (money|date|time|instant|flag|json)(?:<[^(]*>)?\('(\w+)'\)/g)])
    .map(([, helper = '', column = '']) => [column, helper]),
)

it('the page of a guest has each amount, date, moment, flag and list in its form [COMMAND-12]', () => {
  const columns = TABLES.flatMap(table => {
    const { name, columns } = getTableConfig(table)
    return columns.map(column => [name, column.name] as const)
  })
  expect(columns.length).toBeGreaterThan(100)
  const wrong = columns.filter(([table, column]) => {
    if (TIME_COLUMNS.some(each => each === column)) return false
    const forms = FORMS[helpers.get(column) ?? '']
    return forms ? !forms.includes(formOf(table, column)) : Object.values(FORMS).flat().includes(formOf(table, column))
  })
  expect(wrong).toEqual([])
})

it('the page of a guest has a place for columns that exist [COMMAND-12]', () => {
  // Prices have the room or the activity that they are for.
  const added: Record<string, string> = { room_rate: 'room_id', activity_rate: 'activity_id' }
  for (const { name, columns } of TABLES.map(getTableConfig)) {
    const known = columns.map(column => column.name).concat(added[name] ?? [])
    expect(known).toEqual(expect.arrayContaining([...tableOf(name).columns]))
  }
})
