import { type SQL, sql } from 'drizzle-orm'
import type { Manager } from '../people/managed'

/** Whether somebody may see and change a row of `application` or `api_key`: of one customer only its own. */
export const isOfManager = (manager: Manager): SQL =>
  manager === undefined ? sql`true` : sql`customer_id = ${manager}`
