import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { is } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { expect, it } from 'vitest'
import { formOf, isRead, placeOf } from '../../client/command/admin/guest-fields'
import { guest } from '../../schema/tables/guest'
import { Guest } from '../../schema/wire/guest'
import { TIME_COLUMNS } from '../../worker/store/event/last-changes'

/** The tables of a guest's export, with their columns: those whose rows belong to a guest, a reservation or a sale. */
const tables = Object.values(import.meta.glob<object>('../../schema/tables/*.ts', { eager: true }))
  .flatMap(file => Object.values(file))
  .filter(each => is(each, SQLiteTable))
  .map(getTableConfig)
  .map(({ name, columns }) => ({ name, columns: columns.map(column => column.name) }))
  .filter(({ name, columns }) => {
    const isOfGuest = ['guest_id', 'reservation_id', 'sale_id'].some(key => columns.includes(key))
    return isOfGuest && name !== 'webhook_delivery'
  })

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
  const columns = tables.flatMap(({ name, columns }) => columns.map(column => [name, column] as const))
  expect(columns.length).toBeGreaterThan(100)
  const wrong = columns.filter(([table, column]) => {
    if (TIME_COLUMNS.some(each => each === column)) return false
    const forms = FORMS[helpers.get(column) ?? '']
    return forms ? !forms.includes(formOf(table, column)) : Object.values(FORMS).flat().includes(formOf(table, column))
  })
  expect(wrong).toEqual([])
})

it('the page of a guest shows every field that a client sends of the guest, and has a place for each table [COMMAND-12]', () => {
  const texts = getTableConfig(guest).columns.filter(({ dataType }) => dataType === 'string')
  expect(texts.length).toBe(Object.keys(Guest.unwrap().shape).length)
  const isNew = (column: string) => [column, isRead('guest', column), formOf('guest', column)]
  expect(texts.map(({ name }) => isNew(name))).toEqual(texts.map(({ name }) => [name, true, 'text']))
  const last = placeOf('a table without a place')
  expect(tables.filter(({ name }) => placeOf(name) === last)).toEqual([])
  // What a client sends of a booking is not folded either.
  const sent = tables.flatMap(({ name, columns }) => columns.flatMap(column => (isRead(name, column) ? column : [])))
  for (const column of [
    'label',
    'summary_note',
    'room_notes',
    'activity_notes',
    'hosts',
    'start_time',
    'payment_source',
  ])
    expect(sent).toContain(column)
})
