import { admin, databases, expectStatus, rowsIn } from './service'

/** One step of a move. */
export const moveStep = (customer: number, to: number) => admin('POST', `/customers/${customer}/move`, { to })

/** Moves a customer, step by step to the end; `between` comes after each step. Answers how each step was answered. */
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

/** Steps to where a move has come to a state, and not further. */
export async function moveUntilState(customer: number, to: number, state: string) {
  for (let i = 0; i < 500; i++) {
    const { json } = await expectStatus(200, moveStep(customer, to))
    if (json.state === state) return json
  }
  throw new Error(`the move never comes to ${state}`)
}

/** Tables that name customers and hold nothing of their books. */
export const CONTROL_TABLES: readonly unknown[] = ['application', 'api_key', 'home', 'tenancy']

/** All rows of a customer in a database, by table, with what the directory and the databases say of the customer left out. */
export async function readCustomerRows(customer: number, shard: number): Promise<Record<string, unknown[]>> {
  const database = databases[shard] as D1Database
  const tables = await rowsIn(
    database,
    "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%`customer_id`%' ORDER BY name",
  )
  const filled = await Promise.all(
    tables
      .map(({ name }) => String(name))
      .filter(name => !CONTROL_TABLES.includes(name))
      .map(
        async name => [name, await rowsIn(database, `SELECT * FROM ${name} WHERE customer_id = ?`, customer)] as const,
      ),
  )
  return Object.fromEntries(filled.filter(([, rows]) => rows.length > 0))
}
