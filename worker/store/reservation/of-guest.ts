import { type SQL, sql } from 'drizzle-orm'
import { reservation } from '../../../schema/tables/reservation'
import type { Scope } from '../../db/scope'

/** Whether a row of `reservation` is of the guest. A reservation and its guest have the same id: no index has the guest. */
export const isOfGuest = ({ customer }: Scope, guestId: number | SQL): SQL =>
  sql`${reservation.customerId} = ${customer} AND ${reservation.reservationId} = ${guestId} AND ${reservation.guestId} = ${guestId}`
