import { dateAfter, todayIn } from '../../../schema/stay-dates'
import type { ReservationsRequest } from '../../../schema/wire/reservation'
import { listIn, orderOf, positionIn } from '../../domain/reservation/order'
import { wholeReservation } from '../../domain/reservation/view'
import { isSought, type SoughtGuest } from '../../domain/sought-guest'
import { Refusal } from '../../errors'
import type { HandlerContext } from '../../http/endpoint'
import { listSuccess, pageOf, positionRangeOf } from '../../http/paging'
import type { ReservationFilter } from '../../store/reservation/filter'
import { searchReservations } from '../../store/reservation/list'

/** The zone where a day ends last. */
const LAST_ZONE = 'Etc/GMT+12'

type Call = HandlerContext<'reservations:read', unknown, unknown, ReservationsRequest>

/** A page of the reservations of a guest. Without another filter they are those of guests who are there, come, or left yesterday. */
export async function findGuest(call: Call, others: ReservationFilter, guest: SoughtGuest, list: string) {
  const { body, now } = call
  const isAlone = !body.includePast && Object.values(others).every(value => value === undefined)
  // The time zone of the customer is read with the page, so that one trip is enough.
  const departure = isAlone ? { from: yesterdayIn(LAST_ZONE, now) } : others.departure
  const filter = { ...others, guest, departure }
  const order = orderOf(filter)
  const name = listIn(order, list)
  const page = await pageOf(call, name, body)
  if (page instanceof Refusal) return page

  const { rows, hasMore, timeZone, lastRead } = await searchReservations(call.db, call.scope, {
    order,
    filter,
    range: positionRangeOf(page),
  })
  const first = isAlone ? yesterdayIn(timeZone, now) : ''
  const position = positionIn(order)
  const last = rows.at(-1)
  return listSuccess(call, name, page, {
    read: rows.filter(row => isSought(row.guest, guest) && row.departureDate >= first),
    position,
    rest: hasMore && last ? position(last) : (lastRead ?? undefined),
    element: wholeReservation,
  })
}

const yesterdayIn = (timeZone: string, now: number) => dateAfter(todayIn(timeZone, now), -1)
