import ICAL from 'ical.js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { book } from '../../support/booking'
import { calendarPath, issueLink } from '../../support/itinerary'
import { someOf } from '../../support/repetitions'
import { admin, expectStatus, openHotel, resetBeforeEach, rows, send } from '../../support/service'

/*
 * Calendars of bookings that release 1.0.0 made, whose activities may be in any year.
 */

resetBeforeEach()
afterEach(() => {
  vi.restoreAllMocks()
})

const isoDay = (day: number) => new Date(day).toISOString().slice(0, 10)

/** A day of each of many years, now in summer and now in winter; none of a time with seconds in its offset, which the parser drops. */
const days = Array.from({ length: 300 }, (_, i) => isoDay(Date.UTC(1920 + 7 * i, i % 2 ? 6 : 0, 1 + (i % 28))))

/** The calendar's path of a booking with an activity on each of the days, overnight or at nine. */
async function bookedOn(zone: string, dates: readonly string[], end = '10:00') {
  const hotel = await openHotel()
  await expectStatus(
    200,
    admin('PUT', '/customers/1/setup', { properties: [{ hotelid: 'H1', name: 'Q', timeZone: zone }] }),
  )
  const activitiesBooked = dates.map(() => ({
    activityID: 2,
    activityDate: '2027-05-11',
    activityStartTime: '09:00',
    activityEndTime: end,
  }))
  const reservationId = await book(hotel.call, { activitiesBooked })
  await rows(
    'UPDATE activity_booking SET activity_date = (SELECT value FROM json_each(?) WHERE key = activity_no - 1)',
    JSON.stringify(dates),
  )
  return calendarPath((await issueLink(hotel, reservationId)).token)
}

async function read(path: string) {
  const { text } = await expectStatus(200, send('GET', path))
  const [, ...events] = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
  return { text, events: events.map(each => new ICAL.Event(each)) }
}

/** What a zone's clock shows at an instant of a calendar, to the minute. */
const clock = (zone: string, time: ICAL.Time) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(
    time.toUnixTime() * 1000,
  )

describe('a calendar whose activities are in hundreds of years', () => {
  it.each(someOf(['Europe/Lisbon', 'America/New_York', 'Africa/Casablanca'], 2, 1))(
    'has each at its own instant: %s [INPUT-7]',
    async zone => {
      const { events } = await read(await bookedOn(zone, days))
      expect(events.map(({ startDate }) => clock(zone, startDate)).sort()).toEqual(
        days.map(day => `${day} 09:00`).sort(),
      )
    },
  )

  it('asks for the offset of a zone a few times for each day, and not again when it is read again [INPUT-7]', async () => {
    const path = await bookedOn('America/St_Johns', days)
    const asked = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts')
    const first = await read(path)
    expect(asked.mock.calls.length).toBeLessThan(6 * days.length)
    asked.mockClear()
    expect((await read(path)).text).toBe(first.text)
    expect(asked).not.toHaveBeenCalled()
  })

  it('can be read on the first and the last day that can be written', async () => {
    const { text, events } = await read(await bookedOn('America/New_York', ['0000-01-01', '9999-12-31'], '02:00'))
    expect(events).toHaveLength(2)
    expect(text).toContain('DTSTART;TZID=America/New_York:99991231T090000')
    for (const line of text.match(/^(?:DTSTART|DTEND)[:;].*$/gm) ?? []) expect(line).toMatch(/:\d{8}(?:T\d{6})?\r?$/)
  })
})
