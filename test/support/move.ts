import { admin, databases, expectStatus, rowsByTable, rowsIn } from './service'

/**
 * The customer that tests move. An isolate remembers where it found a customer, and tests of other files count the round trips
 * of customer 1.
 */
export const MOVED = 47

/** One step of a move. */
export const moveStep = (customer: number, to: number) => admin('POST', `/customers/${customer}/move`, { to })

/** Moves a customer to the end. `between` runs after each step. Returns the state of each step. */
export async function moveCustomer(customer: number, to: number, between?: (state: string) => Promise<unknown>) {
  const states: string[] = []
  for (let i = 0; i < 500; i++) {
    const { json } = await expectStatus(200, moveStep(customer, to))
    states.push(json.state)
    if (json.done) return states
    await between?.(json.state)
  }
  throw new Error(`the move does not end: ${states.slice(-5)}`)
}

/** Repeats steps until the move has reached a state. */
export async function moveUntilState(customer: number, to: number, state: string) {
  for (let i = 0; i < 500; i++) {
    const { json } = await expectStatus(200, moveStep(customer, to))
    if (json.state === state) return json
  }
  throw new Error(`the move never comes to ${state}`)
}

/** Tables with a customer id that are not part of the data of the customer. */
export const CONTROL_TABLES: readonly unknown[] = [
  'application',
  'api_key',
  'customer_directory',
  'person_role',
  'tenancy',
]

/** All rows of a customer in a database, by table, without the control tables. */
export async function readCustomerRows(customer: number, shard: number): Promise<Record<string, unknown[]>> {
  const database = databases[shard] as D1Database
  const tables = await rowsIn(
    database,
    "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%`customer_id`%' ORDER BY name",
  )
  const names = tables.map(({ name }) => String(name)).filter(name => !CONTROL_TABLES.includes(name))
  const own = Object.entries(await rowsByTable(names, database)).map(
    ([name, rows]) => [name, rows.filter(row => row.customer_id === customer)] as const,
  )
  return Object.fromEntries(own.filter(([, rows]) => rows.length > 0))
}
