import { type SQL, sql } from 'drizzle-orm'
import { comparable, type SoughtGuest } from '../../domain/sought-guest'

/*
 * Who may be meant by a search. SQLite knows the letter case of A–Z only, so that a text with other characters may be any, and is
 * compared afterwards.
 */

/** Whether a row of `guest` may be the sought one. */
export const mayBeSought = ({ email, digits, lastName }: SoughtGuest): SQL =>
  sql.join(
    [
      ...(email === undefined ? [] : [mayBeText(sql`email`, email)]),
      ...(digits === undefined ? [] : [sql`phone LIKE ${patternOf([...digits].join('%'))}`]),
      ...(lastName === undefined ? [] : [mayBeText(sql`last_name`, lastName)]),
    ],
    sql` AND `,
  )

/** D1 accepts patterns of up to 50 characters. */
const PATTERN_LENGTH = 45

const patternOf = (text: string) => `%${text.slice(0, PATTERN_LENGTH)}%`

/** Whether a text may have the sought one in it. */
export const mayBeText = (column: SQL, sought: string): SQL =>
  sql`(${column} LIKE ${patternOf(
    comparable(sought)
      .slice(0, PATTERN_LENGTH)
      .replace(/[^ -~]|[%_]/g, '%'),
  )}
    OR ${column} GLOB '*[^ -~]*')`
