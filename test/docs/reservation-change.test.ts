import { expect, it } from 'vitest'
import { callsOf, nodesIn, parseFiles, type Syntax, textsIn } from './support/syntax.ts'

/** The statements of a file that insert or change rows of table reservation: by drizzle's builder, or as SQL. */
function writesOfReservation(tree: Syntax): number {
  const built = callsOf(tree, 'insert', 'update').filter(({ arguments: [first] }) => {
    const { type, name } = (first ?? {}) as Partial<Syntax>
    return type === 'Identifier' && name === 'reservation'
  })
  const sql = textsIn(tree).flatMap(text => text.match(/\b(?:INSERT INTO|UPDATE) reservation\b/g) ?? [])
  return built.length + sql.length
}

/** Sets the version to NULL to end the batch: it changes no reservation. */
const NO_CHANGE = ['worker/store/online-booking/read-offers.ts']

const files = parseFiles('worker/**/*.ts')

it('every file that writes rows of table reservation writes them through changeReservation', () => {
  const writers = files.filter(([, tree]) => writesOfReservation(tree))
  expect(writers.map(([file]) => file).sort()).toEqual([
    'worker/store/booking/erase-guest.ts',
    'worker/store/booking/write-booking.ts',
    'worker/store/inventory/sale-batch.ts',
    ...NO_CHANGE,
  ])
  for (const [file, tree] of writers.filter(([each]) => !NO_CHANGE.includes(each))) {
    expect(writesOfReservation(tree), file).toBe(callsOf(tree, 'changeReservation').length)
  }
})

it('messages of the fetch queue are added by changeReservation alone', () => {
  const callers = files.filter(([, tree]) =>
    nodesIn(tree, 'ImportDeclaration').some(({ source }) =>
      String((source as Syntax).value).endsWith('/insert-messages'),
    ),
  )
  expect(callers.map(([file]) => file)).toEqual(['worker/store/reservation/change.ts'])
})

it('events of reservations are inserted by changeReservation alone', () => {
  const callers = files.filter(([, tree]) => callsOf(tree, 'insertReservationEvent').length)
  expect(callers.map(([file]) => file)).toEqual(['worker/store/reservation/change.ts'])
})
