import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const WRITES_RESERVATION = /\b(?:insert|update)\(reservation\)|(?:INSERT INTO|UPDATE) reservation\b/

/** Sets the version to NULL to end the batch: it changes no reservation. */
const NO_CHANGE = ['worker/store/online-booking/read-offers.ts']

it('every file that writes rows of table reservation writes them through changeReservation', () => {
  const writers = globSync('worker/**/*.ts', { cwd: ROOT })
    .filter(file => WRITES_RESERVATION.test(read(file)))
    .sort()
  expect(writers).toEqual([
    'worker/store/booking/erase-guest.ts',
    'worker/store/booking/write-booking.ts',
    'worker/store/inventory/sale.ts',
    ...NO_CHANGE,
  ])
  for (const file of writers.filter(each => !NO_CHANGE.includes(each))) {
    const source = read(file)
    const statements = source.match(new RegExp(WRITES_RESERVATION, 'g')) ?? []
    const changes = source.match(/\bchangeReservation\(/g) ?? []
    expect(statements.length, file).toBe(changes.length)
  }
})

it('messages of the fetch queue are added by changeReservation alone', () => {
  const callers = globSync('worker/**/*.ts', { cwd: ROOT }).filter(file => /insert-messages'/.test(read(file)))
  expect(callers).toEqual(['worker/store/reservation/change.ts'])
})
