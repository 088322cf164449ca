import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { room } from '../../schema/tables/hotel'
import { reservation } from '../../schema/tables/reservation'
import type { Database } from '../../worker/db/database'
import { build } from '../../worker/db/drizzle-adapter'
import { type Placeholders, prepareStatement } from '../../worker/db/prepared-statement'
import type { Scope } from '../../worker/db/scope'
import { selectRows } from '../../worker/db/select-rows'
import { refuse } from '../../worker/errors'
import { endpoint, success } from '../../worker/http/endpoint'
import { changeColumns, changeReservation } from '../../worker/store/reservation/change'

/*
 * The examples of the documentation comments, checked by the type checker in `npm run check`. test/docs/examples.test.ts
 * compares them with the comments.
 */

declare const db: Database
declare const scope: Scope

// selectRows
const columns = { roomId: room.roomId, isTwin: sql`room_name LIKE '%twin%'`.mapWith(Boolean) }
const [rooms] = await db.batch([
  selectRows(columns, selected => sql`SELECT ${selected} FROM room WHERE customer_id = ${scope.customer}`),
])
rooms satisfies { roomId: number; isTwin: boolean }[]

// prepareStatement
const readRoom = prepareStatement(({ customer, roomId }: Placeholders<{ customer: number; roomId: number }>) =>
  selectRows(
    { roomName: room.roomName },
    selected => sql`SELECT ${selected} FROM room WHERE customer_id = ${customer} AND room_id = ${roomId}`,
  ),
)
const [[found]] = await db.batch([readRoom({ customer: scope.customer, roomId: 7 })])
found satisfies { roomName: string } | undefined

// endpoint
export const getRoom = endpoint(
  {
    method: 'GET',
    path: '/api/Room/GetRoom',
    operationId: 'getRoom',
    summary: 'Returns the name of a room.',
    description: 'The name is the one that the setup declared.',
    auth: 'reservations:read',
    query: z.strictObject({ roomId: z.coerce.number() }),
    response: z.object({ roomName: z.string() }),
    errors: ['NOT_FOUND'],
  },
  async call => {
    const { roomId } = call.query
    const [[found]] = await call.db.batch([readRoom({ customer: call.scope.customer, roomId })])
    return found ? success(found) : refuse('NOT_FOUND', `roomId: there is no room ${roomId}`)
  },
)

// changeReservation
const written = { scope, reservationId: 7 }
const ofReservation = and(eq(reservation.customerId, scope.customer), eq(reservation.reservationId, 7))
await db.batch(
  changeReservation(
    written,
    { kind: 'charged', isPaid: false },
    {
      row: build
        .update(reservation)
        .set(changeColumns(scope, { kind: 'charged' }))
        .where(ofReservation),
    },
  ),
)
