import { expect } from 'vitest'
import { dateAfter, nightsOf } from '../../../../schema/stay-dates'
import { callWithDatabase, getContent, price, updateSuccessfully } from '../../../support/channel-message'
import { eventsOf } from '../../../support/events'
import { recordingDatabase } from '../../../support/query-plan'
import type { Hotel } from '../../../support/service'
import { type Calendar, calendarOf } from '../model'

/*
 * The calendar of the tests: a year of the rooms DBL and FAM with the plans BAR and HB, and what a message changes in it.
 */

export const FIRST = '2027-07-01'
/** With 29 February 2028. */
export const LAST = '2028-06-30'
export const ROOMS = ['DBL', 'FAM']
export const PLANS = ['BAR', 'HB']

type Fields = Record<string, unknown>

/** Date entries of each room. */
export const ofRooms = (rooms: Record<string, Fields[]>) => ({
  rateAvailability: [
    { data: [{ hotelid: 'H1', room: Object.entries(rooms).map(([roomid, date]) => ({ roomid, date })) }] },
  ],
})

/** Every day open at one price, with all fields, of both rooms and all their plans. */
export const openYear = () => {
  const days = { from: FIRST, to: LAST }
  const rules = { closed: '0', minimumstay: '1', maximumstay: '28', closedonarrival: '0', closedondeparture: '0' }
  const rate = PLANS.map(rateplanid => ({ rateplanid }))
  const entries = [
    { ...days, ...rules, roomstosell: '5' },
    { ...days, ...rules, rate, ...price({ 1: '81.00', 2: '97.50' }) },
  ]
  return ofRooms({ DBL: entries, FAM: entries })
}

export const readYear = async ({ call }: Hotel): Promise<Calendar> =>
  calendarOf(await getContent(call, `from=${FIRST}&to=${LAST}`))

/** The fields of each day that differ, null for a field that is gone; the days as in `Calendar`. */
export const difference = (before: Calendar, after: Calendar) =>
  Object.fromEntries(
    [...new Set([...before.keys(), ...after.keys()])].flatMap(key => {
      const [was, is] = [before.get(key) ?? {}, after.get(key) ?? {}]
      const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])]
      const changed = fields.filter(field => JSON.stringify(was[field]) !== JSON.stringify(is[field]))
      return changed.length ? [[key, Object.fromEntries(changed.map(field => [field, is[field] ?? null]))]] : []
    }),
  )

/** The same fields on every day of a room, `DBL`, or of a plan in it, `DBL BAR`. */
export const on = (subject: string, from: string, to: string, fields: Fields) =>
  Object.fromEntries(nightsOf(from, dateAfter(to, 1)).map(day => [`${subject} ${day}`, fields]))

/** A message changes exactly these fields of these days. Sent again, it writes no row and no event. */
export async function expectChange(hotel: Hotel, message: object, expected: Record<string, Fields>) {
  const before = await readYear(hotel)
  await updateSuccessfully(hotel.call, message)
  expect(difference(before, await readYear(hotel))).toEqual(expected)
  await expectNoChange(hotel, message)
}

export async function expectNoChange(hotel: Hotel, message: object) {
  const { database, written } = recordingDatabase()
  const events = await eventsOf(hotel.call, () => updateSuccessfully(callWithDatabase(database, hotel), message))
  expect([written.rows, events]).toEqual([0, []])
}
