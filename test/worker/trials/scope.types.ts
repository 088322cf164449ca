import type { Database } from '../../../worker/db/database'
import { type Scope, scopeOf } from '../../../worker/db/scope'
import { readItems } from '../../../worker/store/inventory/inventory'
import { deleteLink } from '../../../worker/store/itinerary/link'

/*
 * Proven by the type checker, with the rest of `npm run check`: a scope is not made by writing one down, so that the store
 * is closed to whoever has none. Each line below a comment must be a fault; where it is none, the checker says so.
 */

// @ts-expect-error a customer's id is no scope
export const fromId: Scope = 1

// @ts-expect-error an object that looks like one is no scope
export const fromObject: Scope = { customer: 1 }

// @ts-expect-error what a request says of its customer is no scope
export const fromRequest = (body: { customer: number }): Scope => body

// @ts-expect-error the store takes no id in the place of a scope
export const byId = (db: Database) => deleteLink(db, 1, 1)

// @ts-expect-error the store takes nothing that looks like a scope
export const byObject = (db: Database) => deleteLink(db, { customer: 1 }, 1)

// @ts-expect-error no scope at all
export const byNothing = (db: Database) => readItems(db)

export const byScope = (db: Database) => deleteLink(db, scopeOf(1, 0), 1)
