import { isRead } from './guest-fields.ts'
import type { ExportedRow, GuestExport } from './guest-records.ts'
import { STATUSES } from './guest-values.ts'
import type { Change } from './setup-changes.ts'

/** What an erasure would empty, and the stays of the guest. */
export interface Erasure extends Change {
  stays: Stay[]
}

export interface Stay {
  reservationId: unknown
  status: string | undefined
  /** Undefined: an inquiry without dates. */
  arrivalDate?: string
  departureDate?: string
  hotelId: unknown
  /** Also one that was cancelled, or that has no dates. */
  hasEnded: boolean
}

/** The columns that an erasure empties, by table, beside all of the guest's row that people read. The row of a link is deleted. */
const EMPTIED: Record<string, readonly string[]> = {
  reservation: ['label', 'summary_note'],
  room_stay: ['room_notes'],
  activity_booking: ['activity_notes'],
  fetch_message: ['first_name', 'last_name', 'email', 'phone', 'country', 'message_notes'],
  itinerary_link: ['link_id'],
}

const EMPTY: readonly unknown[] = ['', '[]', null, undefined]

/** What an erasure would empty. Undefined: the guest was erased, and nothing has come since. `today` is that of the hotel. */
export function erasureOf({ guestId, rows }: GuestExport, today: string): Erasure | undefined {
  const fields = new Map<string, Change['fields'][number]>()
  for (const [name, before] of rows.flatMap(valuesOf)) {
    // Messages repeat the data of the guest.
    if (EMPTY.includes(before)) continue
    const shown =
      name.endsWith('_notes') && name !== 'fetch_message.message_notes' ? JSON.parse(String(before)) : before
    fields.set(`${name} ${before}`, { name, before: shown, after: undefined })
  }
  const isErased = rows.some(({ table, row }) => table === 'guest' && row.is_erased)
  if (isErased && !fields.size) return undefined
  const stays = rows.flatMap(({ table, row }) => (table === 'reservation' ? stayOf(row, today) : []))
  return { kind: 'guest', id: guestId, isNew: false, stays, fields: [...fields.values()] }
}

const IN_HOUSE = 4

function stayOf(row: ExportedRow['row'], today: string): Stay {
  const [status, departureDate] = [Number(row.status_id), String(row.departure_date)]
  const dates = row.has_dates ? { arrivalDate: String(row.arrival_date), departureDate } : {}
  return {
    reservationId: row.reservation_id,
    status: STATUSES[status - 1],
    ...dates,
    hotelId: row.hotel_id,
    hasEnded: status > IN_HOUSE || !row.has_dates || departureDate < today,
  }
}

/** A stay in one line. */
export const stayLine = ({ reservationId, status, arrivalDate, departureDate, hotelId }: Stay): string =>
  `reservation ${reservationId}: ${[
    status,
    arrivalDate ? `${arrivalDate} to ${departureDate}` : 'without dates',
    ...(hotelId ? [`hotel ${hotelId}`] : []),
  ].join(', ')}`

function valuesOf({ table, row }: ExportedRow): [name: string, before: unknown][] {
  if (table === 'event') return [['event.identity', JSON.parse(String(row.data)).identity]]
  const columns = table === 'guest' ? Object.keys(row).filter(column => isRead(table, column)) : EMPTIED[table]
  return (columns ?? []).map(column => [`${table}.${column}`, row[column]])
}
