import { isNull, lt, or } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

/** Of two requests at the same moment one writes the use of the day. */
export const isNotUsedSince = (lastUsedAt: SQLiteColumn, since: number) => or(isNull(lastUsedAt), lt(lastUsedAt, since))
