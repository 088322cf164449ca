import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { book } from '../../support/booking'
import { calendarPath, issueLink, stay, stayWithLink } from '../../support/itinerary'
import { admin, expectStatus, openHotel, resetBeforeEach, send } from '../../support/service'

resetBeforeEach()

/** The calendar behind a link, as it is sent and as an independent parser reads it. */
async function read(token: string) {
  const { text, headers } = await expectStatus(200, send('GET', calendarPath(token)))
  const calendar = new ICAL.Component(ICAL.parse(text))
  const events = calendar.getAllSubcomponents('vevent').map(each => new ICAL.Event(each))
  return { text, headers, calendar, events }
}

const iso = (time: ICAL.Time) => new Date(time.toUnixTime() * 1000).toISOString()
const value = (event: ICAL.Event, name: string) => event.component.getFirstPropertyValue(name)
const uids = (events: ICAL.Event[]) => events.map(({ uid }) => uid).sort()

describe('the itinerary as iCalendar', () => {
  it('is text/calendar, a calendar of version 2.0 that a phone can subscribe to [LINK-26]', async () => {
    const { headers, calendar } = await read((await stayWithLink()).token)
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('inline; filename="itinerary.ics"')
    const said = (name: string) => calendar.getFirstPropertyValue(name)?.toString()
    expect(said('version')).toBe('2.0')
    expect(said('prodid')).toBe('-//Innlet//Guest itinerary//EN')
    expect(said('x-wr-calname')).toBe('Quinta do Mar')
    expect(said('x-wr-timezone')).toBe('Europe/Lisbon')
    expect(said('refresh-interval')).toBe('PT1H')
  })

  it('the stay is an all-day event over its nights, with contact, address and times', async () => {
    const { token, url } = await stayWithLink()
    const { events } = await read(token)
    const [first] = events
    expect([first?.summary, first?.location]).toEqual(['Quinta do Mar', 'Quinta do Mar'])
    expect([first?.startDate.toString(), first?.endDate.toString()]).toEqual(['2027-03-26', '2027-03-30'])
    expect(first?.description).toBe(
      [
        'Reservation 10000001',
        'Check-in 15:00',
        'Check-out 11:00',
        'Fig, 201, Family suite, Garden house',
        'Gull, 101, Double, Sea wing',
        url,
      ].join('\n'),
    )
  })

  it('the description is in the language of `lang`; English without it, and for a language without words', async () => {
    const { token } = await stayWithLink()
    const lines = async (query: string) => {
      const { text } = await expectStatus(200, send('GET', calendarPath(token) + query))
      const [, event] = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents()
      return new ICAL.Event(event as ICAL.Component).description.split('\n').slice(0, 3)
    }
    const english = ['Reservation 10000001', 'Check-in 15:00', 'Check-out 11:00']
    expect(await lines('?lang=de')).toEqual(['Reservierung 10000001', 'Anreise 15:00', 'Abreise 11:00'])
    expect(await lines('?lang=pt-BR')).toEqual(['Reserva 10000001', 'Chegada 15:00', 'Saída 11:00'])
    for (const query of ['', '?lang=en-US', '?lang=fi', '?lang=not+a+tag', `?lang=${'x'.repeat(200)}`]) {
      expect(await lines(query), query).toEqual(english)
    }
  })

  it("activities are at the hotel's own time; across the change to summer time none drifts [WIDGET-15]", async () => {
    const { events } = await read((await stayWithLink()).token)
    expect(
      events
        .slice(1)
        .map(({ summary, startDate, endDate }) => [
          summary,
          startDate.toString(),
          startDate.isDate ? 'all day' : iso(startDate),
          startDate.isDate ? endDate.toString() : iso(endDate),
        ]),
    ).toEqual([
      // No end is known: the event ends when it begins.
      ['Breakfast', '2027-03-27T08:00:00', '2027-03-27T08:00:00.000Z', '2027-03-27T08:00:00.000Z'],
      // The end is before the start: it is on the next day, by then in summer time.
      ['Surf lesson', '2027-03-27T22:00:00', '2027-03-27T22:00:00.000Z', '2027-03-28T01:30:00.000Z'],
      // No start is known: the event takes all day.
      ['Breakfast', '2027-03-28', 'all day', '2027-03-29'],
      ['Surf lesson', '2027-03-28T09:30:00', '2027-03-28T08:30:00.000Z', '2027-03-28T10:00:00.000Z'],
    ])
  })

  it('has place, hosts and notes', async () => {
    const { events } = await read((await stayWithLink()).token)
    const lesson = events.at(-1) as ICAL.Event
    expect(lesson.location).toBe('Beach hut, Praia, north end')
    expect(lesson.description).toBe('Inês Duarte, Thomas Baker\nBring a towel\nMeet at 9:15; be early')
    expect(value(lesson, 'categories')).toBe('Activity')
    const breakfast = events.find(({ summary }) => summary === 'Breakfast') as ICAL.Event
    expect([value(breakfast, 'location'), value(breakfast, 'description')]).toEqual([null, null])
  })

  it('an end that is the start counts as no end', async () => {
    const hotel = await openHotel()
    const times = { activityStartTime: '09:00', activityEndTime: '09:00' }
    const activitiesBooked = [{ activityID: 1, activityDate: '2027-05-10', ...times }]
    const { events } = await read((await issueLink(hotel, await book(hotel.call, { activitiesBooked }))).token)
    expect(value(events[1] as ICAL.Event, 'dtend')).toBeNull()
  })

  it('a stay without activities needs no time zone', async () => {
    const hotel = await openHotel()
    const { calendar, events } = await read((await issueLink(hotel, await book(hotel.call))).token)
    expect(events).toHaveLength(1)
    expect(calendar.getFirstSubcomponent('vtimezone')).toBeNull()
  })
})

describe('UIDs are stable [LINK-26]', () => {
  it('the same in every reading and under a newer link, each of another event another', async () => {
    const { hotel, reservationId, token } = await stayWithLink()
    const before = uids((await read(token)).events)
    expect(new Set(before).size).toBe(5)
    expect(before).toContain('stay.reservation-1.client-1@innlet.test')
    expect(uids((await read(token)).events)).toEqual(before)
    expect(uids((await read((await issueLink(hotel, reservationId)).token)).events)).toEqual(before)
  })

  it('an event keeps its own when others come and go, and twins have one each', async () => {
    const { hotel, reservationId, token } = await stayWithLink()
    const lesson = (await read(token)).events.at(-1)?.uid
    const [first] = stay.activitiesBooked
    const earlier = { activityID: 2, activityDate: '2027-03-26' }
    const activitiesBooked = [earlier, earlier, first]
    await expectStatus(200, hotel.call('POST', '/Booking/PostBooking', { bookingID: reservationId, activitiesBooked }))
    const { events } = await read(token)
    expect(events.at(-1)?.uid).toBe(lesson)
    expect(new Set(uids(events)).size).toBe(4)
  })

  it('other customers and reservations have others', async () => {
    const [one, other] = [await stayWithLink(1), await stayWithLink(2)]
    const both = [...uids((await read(one.token)).events), ...uids((await read(other.token)).events)]
    expect(new Set(both).size).toBe(10)
  })
})

describe('state', () => {
  it('a change raises SEQUENCE and never turns back LAST-MODIFIED', async () => {
    const { hotel, reservationId, token } = await stayWithLink()
    const [before] = (await read(token)).events
    const change = { bookingID: reservationId, guests: { guestCount: 4 } }
    await expectStatus(200, hotel.call('POST', '/Booking/PostBooking', change))
    const [after] = (await read(token)).events
    expect(after?.sequence).toBe((before?.sequence ?? 0) + 1)
    const at = (event: ICAL.Event | undefined, name: string) =>
      (value(event as ICAL.Event, name) as ICAL.Time).toUnixTime()
    expect(at(after, 'last-modified')).toBeGreaterThanOrEqual(at(before, 'last-modified'))
    expect(at(after, 'dtstamp')).toBe(at(after, 'last-modified'))
  })

  it.each([
    [1, 'TENTATIVE'],
    [2, 'TENTATIVE'],
    [3, 'CONFIRMED'],
    [4, 'CONFIRMED'],
  ])('a reservation of status %i is %s', async (reservationStatusID, state) => {
    const hotel = await openHotel()
    const booking = { ...stay, bookingParameters: { reservationStatusID } }
    const { events } = await read((await issueLink(hotel, await book(hotel.call, booking))).token)
    expect(events.map(event => value(event, 'status'))).toEqual(Array(5).fill(state))
  })

  it('a cancelled booking is CANCELLED in every event', async () => {
    const { hotel, reservationId, token } = await stayWithLink()
    await expectStatus(200, hotel.call('POST', '/Booking/PostBooking', { bookingID: reservationId, action: 'cancel' }))
    const { events } = await read(token)
    expect(events.map(event => value(event, 'status'))).toEqual(Array(5).fill('CANCELLED'))
  })
})

describe('content lines', () => {
  const awkward = 'Café; back\\slash, comma: “quotes” — 👩‍👩‍👧‍👦 日本語のとても長い名前 \n\nsecond\r\nthird\ttab '
    .repeat(6)
    .trim()

  async function awkwardCalendar() {
    const hotel = await openHotel()
    const activitiesBooked = [{ activityID: 2, activityDate: '2027-05-11', activityNotes: [awkward] }]
    const reservationId = await book(hotel.call, { activitiesBooked })
    const setup = { activities: [{ activityId: 2, name: awkward.replace(/\s+/g, ' ').slice(0, 190) }] }
    await expectStatus(200, admin('PUT', '/customers/1/setup', setup))
    return { ...(await read((await issueLink(hotel, reservationId)).token)), name: setup.activities[0]?.name }
  }

  it('end in CRLF, have at most 75 octets, and split no character', async () => {
    const { text } = await awkwardCalendar()
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
    const lines = text.slice(0, -2).split('\r\n')
    expect(lines.some(line => line.startsWith(' '))).toBe(true)
    for (const line of lines) {
      expect(line).not.toMatch(/[\r\n]|^$/)
      expect(line).toBe(line.toWellFormed())
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
    }
  })

  it('say what was said: backslashes, commas, semicolons, line breaks, every script', async () => {
    const { events, name } = await awkwardCalendar()
    expect(events[1]?.summary).toBe(name)
    expect(events[1]?.description).toBe(awkward.replaceAll('\r\n', '\n'))
  })
})
