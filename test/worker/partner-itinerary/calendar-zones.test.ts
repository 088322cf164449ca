import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { book } from '../../support/booking'
import { calendarPath, issueLink } from '../../support/itinerary'
import { admin, expectStatus, openHotel, resetBeforeEach, send } from '../../support/service'

resetBeforeEach()

/** The instant of a zone's wall time, found by trying every offset there is: no part of the service's own way to it. */
function instantOf(zone: string, wall: string): string[] {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  const asUtc = Date.parse(`${wall}Z`)
  const quarters = Array.from({ length: 4 * 28 + 1 }, (_, i) => (i - 4 * 14) * 15 * 60_000)
  return quarters
    .map(offset => asUtc - offset)
    .filter(instant => format.format(instant).replace(' ', 'T') === wall)
    .map(instant => new Date(instant).toISOString())
}

/** The first day of each month from November 2026 to the next December but one, and days around changes of clocks. */
const days = [
  ...Array.from({ length: 26 }, (_, i) => new Date(Date.UTC(2026, 10 + i, 1)).toISOString().slice(0, 10)),
  ...['2027-03-13', '2027-03-14', '2027-03-15', '2027-03-27', '2027-03-28', '2027-03-29', '2027-04-03', '2027-04-04'],
  ...['2027-10-02', '2027-10-03', '2027-10-30', '2027-10-31', '2027-11-06', '2027-11-07', '2027-12-31', '2028-01-01'],
  ...['2027-02-07', '2027-02-08', '2027-03-16', '2028-01-23', '2028-01-24', '2028-03-05'],
]
const times = ['00:15', '04:30', '12:00', '23:45']

describe('the time zone puts every event at its instant, before and after each change of clocks [LINK-26] [WIDGET-15]', () => {
  it.each([
    'Europe/Lisbon',
    'Europe/Dublin',
    'America/New_York',
    'America/Sao_Paulo',
    'America/St_Johns',
    'Africa/Casablanca',
    'Asia/Kathmandu',
    'Asia/Jerusalem',
    'Australia/Lord_Howe',
    'Pacific/Auckland',
    'Pacific/Chatham',
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
    'Etc/UTC',
    'Etc/GMT+5',
  ])('%s', async zone => {
    const hotel = await openHotel()
    await expectStatus(
      200,
      admin('PUT', '/customers/1/setup', { properties: [{ hotelid: 'H1', name: 'Q', timeZone: zone }] }),
    )
    const activitiesBooked = days.flatMap(activityDate =>
      times.map(activityStartTime => ({ activityID: 2, activityDate, activityStartTime })),
    )
    const reservationId = await book(hotel.call, {
      arrivalDate: '2026-11-01',
      departureDate: '2028-12-31',
      activitiesBooked,
    })
    const { token } = await issueLink(hotel, reservationId)
    const { text } = await expectStatus(200, send('GET', calendarPath(token)))

    const calendar = new ICAL.Component(ICAL.parse(text))
    expect(calendar.getFirstSubcomponent('vtimezone')?.getFirstPropertyValue('tzid')).toBe(zone)
    const [, ...events] = calendar.getAllSubcomponents('vevent').map(each => new ICAL.Event(each))
    expect(events).toHaveLength(days.length * times.length)
    for (const { startDate } of events) {
      const wall = startDate.toString()
      const read = new Date(startDate.toUnixTime() * 1000).toISOString()
      expect(instantOf(zone, wall), `${zone} ${wall}`).toContain(read)
    }
  })
})

it("where the property names no zone, or there is none, the customer's counts", async () => {
  const hotel = await openHotel()
  await expectStatus(200, admin('PUT', '/customers/1/setup', { properties: [{ hotelid: 'H2', name: 'Second' }] }))
  const inquiry = {
    roomsBooked: [],
    activitiesBooked: [{ activityID: 2, activityDate: '2027-05-11', activityStartTime: '09:00' }],
  }
  const { token } = await issueLink(hotel, await book(hotel.call, inquiry))
  const { text } = await expectStatus(200, send('GET', calendarPath(token)))
  expect(text).toContain('DTSTART;TZID=Europe/Lisbon:20270511T090000')
})
