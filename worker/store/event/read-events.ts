import { sql } from 'drizzle-orm'
import type { EventType } from '../../../schema/wire/event-types'
import type { Database } from '../../db/database'
import type { Scope } from '../../db/scope'
import { selectRows } from '../../db/select-rows'
import type { LogRange } from '../../domain/event/sequence'
import { type LoggedEvent, loggedColumns } from './columns'
import { type LogPart, startOf } from './event-times'
import { newestSequence } from './insert-event'

/** Events after a sequence; of some types, of one reservation, or from an instant on, if these are given. */
interface EventFilter extends LogPart {
  types: readonly EventType[] | undefined
  reservationId: number | undefined
}

/** At most `rows` events in the order of the log, and the range of the log in the same transaction. */
export async function readEvents(
  db: Database,
  scope: Scope,
  filter: EventFilter,
  rows: number,
): Promise<LogRange & { events: LoggedEvent[] }> {
  const [[range], events] = await db.batch([selectRange(scope), selectEvents(scope, filter, rows)])
  return { ...(range as LogRange), events }
}

export const selectRange = (scope: Scope) =>
  selectRows(
    {
      oldest: sql<number | null>`(SELECT min(sequence) FROM event WHERE customer_id = ${scope.customer})`,
      newest: newestSequence(scope),
    },
    selected => sql`SELECT ${selected}`,
  )

const selectEvents = (scope: Scope, { types, reservationId, ...part }: EventFilter, rows: number) =>
  selectRows(
    loggedColumns,
    selected => sql`
      SELECT ${selected} FROM event
      WHERE customer_id = ${scope.customer} ${reservationId === undefined ? sql`` : sql`AND reservation_id = ${reservationId}`}
        ${types ? sql`AND event_type IN ${types}` : sql``} AND sequence > ${startOf(scope, part)}
      ORDER BY sequence LIMIT ${rows}`,
  )
