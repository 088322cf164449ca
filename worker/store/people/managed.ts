import { type SQL, sql } from 'drizzle-orm'
import { DATABASE_NOW } from '../../db/database'

/** For whom somebody acts: one customer, or undefined for all. */
export type Manager = number | undefined

/**
 * Whether somebody may see and change a row of `person`: of one customer only people whose roles are all of that customer. A person
 * without a role is nobody's.
 */
export const isManaged = (customer: Manager): SQL =>
  customer === undefined
    ? sql`true`
    : sql`EXISTS (SELECT 1 FROM person_role AS own WHERE own.person_id = person.person_id AND own.customer_id = ${customer})
        AND NOT EXISTS (SELECT 1 FROM person_role AS other WHERE other.person_id = person.person_id AND other.customer_id <> ${customer})`

/** Whether a row of `person` is the only owner. */
export const IS_LAST_OWNER = sql`(
  EXISTS (SELECT 1 FROM person_role AS own WHERE own.person_id = person.person_id AND own.customer_id = 0)
  AND NOT EXISTS (SELECT 1 FROM person_role AS other WHERE other.customer_id = 0 AND other.person_id <> person.person_id))`

/** Milliseconds for which a one-time link can be used. Somebody has to walk to a desk. */
const LINK_MS = { person: 15 * 60_000, desk: 24 * 3_600_000 } as const

/** When a link for a row of `person` expires that is made now. */
export const LINK_EXPIRY = sql`(${DATABASE_NOW} + CASE person_kind WHEN 'desk' THEN ${sql.raw(String(LINK_MS.desk))} ELSE ${sql.raw(String(LINK_MS.person))} END)`
