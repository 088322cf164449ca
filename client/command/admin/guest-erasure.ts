import type { ExportedRow, GuestExport } from './guest-records.ts'
import type { Change } from './setup-changes.ts'

/** The columns that an erasure empties, by table. The row of a link is deleted. */
const EMPTIED: Record<string, readonly string[]> = {
  guest: [
    'first_name',
    'last_name',
    'company',
    'phone',
    'email',
    'address1',
    'address2',
    'city',
    'state',
    'zip',
    'country',
  ],
  reservation: ['label', 'summary_note'],
  room_stay: ['room_notes'],
  activity_booking: ['activity_notes'],
  fetch_message: ['first_name', 'last_name', 'email', 'phone', 'country', 'message_notes'],
  itinerary_link: ['link_id'],
}

const EMPTY: readonly unknown[] = ['', '[]', null, undefined]

/** What an erasure would empty. Undefined: the guest was erased, and nothing has come since. */
export function erasureOf({ guestId, rows }: GuestExport): Change | undefined {
  const fields = new Map<string, Change['fields'][number]>()
  for (const [name, before] of rows.flatMap(valuesOf)) {
    // Messages repeat the data of the guest.
    if (EMPTY.includes(before)) continue
    const shown =
      name.endsWith('_notes') && name !== 'fetch_message.message_notes' ? JSON.parse(String(before)) : before
    fields.set(`${name} ${before}`, { name, before: shown, after: undefined })
  }
  const isErased = rows.some(({ table, row }) => table === 'guest' && row.is_erased)
  return fields.size || !isErased
    ? { kind: 'guest', id: guestId, isNew: false, fields: [...fields.values()] }
    : undefined
}

function valuesOf({ table, row }: ExportedRow): [name: string, before: unknown][] {
  if (table === 'event') return [['event.identity', JSON.parse(String(row.data)).identity]]
  return (EMPTIED[table] ?? []).map(column => [`${table}.${column}`, row[column]])
}
