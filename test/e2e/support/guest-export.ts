import { expect } from 'vitest'
import type { ExportedRow } from '../../../client/command/admin/guest-records.ts'

/** A booking with a row in each table that a guest's export can have, apart from sale and link. */
export const wholeBooking = {
  identity: 'pms-4711',
  type: 'Returning guest',
  reservationSummaryNote: 'Allergic to nuts.\nLate arrival.',
  guests: { guestCount: 2, adultCount: 2 },
  roomsBooked: [{ roomID: 101, guestsInRoom: 2, roomNotes: ['High floor'], rates: [{ rateID: 1, unitCost: 120.5 }] }],
  activitiesBooked: [
    {
      activityID: 1,
      activityDate: '2027-05-10',
      activityStartTime: '10:30',
      participants: 2,
      selectedHosts: [{ employeeID: 1 }],
      activityNotes: ['Bring a towel.'],
      rates: [{ rateID: 1, unitCost: 45 }],
    },
  ],
  paymentDetails: { paymentAmount: 100, paymentExtID: 'pay-1', paymentSource: 'Card' },
  bookingParameters: { isSendCorrespondence: true, correspondenceToBeSent: [{ correspondenceTypeID: 1 }] },
}

/** The rows of an export. */
export const parsedRows = (lines: string): ExportedRow[] =>
  lines
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
    .filter(({ row }) => row)

const KEYS = [
  'guest_id',
  'reservation_id',
  'stay_no',
  'line_no',
  'night',
  'message_id',
  'sequence',
  'identity',
  'sale_id',
]

/** The columns whose value differs: `guest.email`. Events have one that can. */
export function changedColumns(before: ExportedRow[], after: ExportedRow[]): string[] {
  const keyOf = ({ table, row }: ExportedRow) => `${table} ${KEYS.map(key => row[key]).join(' ')}`
  const byKey = new Map(after.map(each => [keyOf(each), each.row]))
  return before.flatMap(each => {
    const row = byKey.get(keyOf(each))
    if (!row) return `${each.table}.link_id`
    return Object.keys(row).flatMap(column => {
      if (row[column] === each.row[column]) return []
      if (column !== 'data') return `${each.table}.${column}`
      expect(JSON.parse(String(row.data))).toEqual({ ...JSON.parse(String(each.row.data)), identity: null })
      return 'event.identity'
    })
  })
}
