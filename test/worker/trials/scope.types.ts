import type { Database } from '../../../worker/db/database'
import { type Scope, scopeOf } from '../../../worker/db/scope'
import { readItems } from '../../../worker/store/inventory/inventory'
import { deleteLink } from '../../../worker/store/itinerary/link'

/*
 * Checked by the type checker, in `npm run check`: a scope cannot be written as a literal, so code without one cannot use the
 * store. Each line below a comment must be a type error; otherwise the checker reports the comment.
 */

// @ts-expect-error a customer's id is no scope
export const fromId: Scope = 1

// @ts-expect-error an object that looks like one is no scope
export const fromObject: Scope = { customer: 1 }

// @ts-expect-error a customer id from a request is not a scope
export const fromRequest = (body: { customer: number }): Scope => body

// @ts-expect-error a function of the store accepts no id instead of a scope
export const byId = (db: Database) => deleteLink(db, 1, 1)

// @ts-expect-error a function of the store accepts no object that looks like a scope
export const byObject = (db: Database) => deleteLink(db, { customer: 1 }, 1)

// @ts-expect-error no scope at all
export const byNothing = (db: Database) => readItems(db)

export const byScope = (db: Database) => deleteLink(db, scopeOf(1, 0, null), 1)
