import type { Installation, Row } from '../backup/installation.ts'
import { rowsOf } from '../backup/sqlite-file.ts'
import type { NewerState } from './newer-state.ts'

/** The state of a customer's reservations after a restore, before anything is corrected. */
export interface RestoredState {
  name: string
  /** The number and the time of the last change. */
  change: number
  at: number
  reservation: number
}

/** Reads what each customer has. Changes that were made after the restore do not count. */
export async function restoredStates(installation: Installation, until: number): Promise<Map<number, RestoredState>> {
  const states = new Map<number, RestoredState>()
  for (const number of installation.databases.keys()) {
    const rows = await installation.query(
      number,
      `SELECT customer.customer_id, customer_name, coalesce(max(change_seq), 0) AS change,
         coalesce(max(r.updated_at), 0) AS at, coalesce(max(reservation_id), 0) AS reservation
       FROM customer LEFT JOIN reservation AS r ON r.customer_id = customer.customer_id AND r.updated_at <= ${until}
       GROUP BY customer.customer_id`,
    )
    for (const { customer_id: customer, customer_name: name, change, at, reservation } of rows) {
      const state = { name: String(name), change: Number(change), at: Number(at), reservation: Number(reservation) }
      states.set(Number(customer), state)
    }
  }
  return states
}

/** What the operator must tell the partners of each customer, as lines. */
export async function partnerReport(
  installation: Installation,
  newer: NewerState,
  states: ReadonlyMap<number, RestoredState>,
  floors: ReadonlyMap<number, number>,
): Promise<string[]> {
  const lines: string[] = []
  const clients = await installation.query(
    0,
    `SELECT customer_id, application_name AS name, client_id AS id FROM application WHERE application_status = 'active'
     UNION ALL SELECT customer_id, key_name, api_key_id FROM api_key WHERE revoked_at IS NULL ORDER BY 1, 2`,
  )
  for (const [customer, floor] of floors) {
    const state = states.get(customer)
    const told = clients.filter(row => row.customer_id === customer).map(({ name, id }) => `${name} (${id})`)
    lines.push(`Customer ${customer}${state ? ` ${state.name}` : ', which did not exist at the restored moment'}`)
    lines.push(`  tell: ${told.join(', ') || 'nobody; there is no credential'}`)
    lines.push(`  new ids and change numbers begin at ${floor + 1}`)
    const { change = 0, at = 0, reservation = 0 } = state ?? {}
    const since = at ? `change ${change} of ${new Date(at).toISOString()}` : 'the beginning'
    lines.push(`  undone: every change after ${since}. Copies of it must be read again`)
    lines.push(
      ...(newer.databases ? differences(newer, customer, change, reservation) : ['  which reservations: not known']),
    )
    lines.push(...(await givenTwice(installation, newer, customer)))
  }
  return lines
}

function differences({ databases = [] }: NewerState, customer: number, change: number, reservation: number): string[] {
  const changed = databases.flatMap(db =>
    rowsOf(
      db,
      `SELECT reservation_id, reservation_number FROM reservation
       WHERE customer_id = ${customer} AND change_seq > ${change} ORDER BY reservation_id`,
    ),
  )
  const links = databases.flatMap(db =>
    rowsOf(
      db,
      `SELECT reservation_id FROM itinerary_link WHERE customer_id = ${customer} AND reservation_id > ${reservation}`,
    ),
  )
  const isNew = (row: Row) => Number(row.reservation_id) > reservation
  const numbers = (rows: Row[]) => rangesOf(rows.map(row => Number(row.reservation_number)))
  return [
    `  reservations at partners only: ${numbers(changed.filter(isNew)) || 'none'}`,
    `  reservations that are as before: ${numbers(changed.filter(row => !isNew(row))) || 'none'}`,
    `  links that open nothing: ${links.length}, of the reservations at partners only`,
  ]
}

/** Reservations that were made after the restore, before the counters were raised. */
async function givenTwice(installation: Installation, { databases, until }: NewerState, customer: number) {
  if (!databases) return []
  const [newest] = databases.flatMap(db =>
    rowsOf(db, `SELECT max(reservation_id) AS id FROM reservation WHERE customer_id = ${customer} HAVING id NOT NULL`),
  )
  const numbers: number[] = []
  for (const number of installation.databases.keys()) {
    const rows = await installation.query(
      number,
      `SELECT reservation_number FROM reservation WHERE customer_id = ${customer} AND created_at > ${until}
         AND reservation_id <= ${Number(newest?.id ?? 0)} ORDER BY reservation_id`,
    )
    numbers.push(...rows.map(row => Number(row.reservation_number)))
  }
  return numbers.length ? [`  numbers that were given twice: ${rangesOf(numbers)}`] : []
}

/** `10001–10004, 10007` */
function rangesOf(numbers: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const number of numbers) {
    const last = ranges.at(-1)
    if (last && number === last[1] + 1) last[1] = number
    else ranges.push([number, number])
  }
  return ranges.map(([from, to]) => (from === to ? from : `${from}–${to}`)).join(', ')
}
