import { describe, expect, test } from 'vitest'
import { hotelsOf } from '../../widget/guest-itinerary/hotel.ts'
import { type Itinerary, itineraryOf } from '../../widget/guest-itinerary/itinerary.ts'
import { nowOf } from '../../widget/guest-itinerary/now.ts'
import { instantAt, wallAt } from '../../widget/guest-itinerary/zone.ts'

/* Where in a stay an instant is, in every time zone. No clock is read. */

const FIRST_ZONES = ['UTC', 'Europe/Lisbon', 'America/New_York', 'Pacific/Kiritimati', 'Pacific/Niue', 'Asia/Kathmandu']
/** 40 zones: those above, and others of all continents. */
const ZONES = [
  ...new Set([
    ...FIRST_ZONES,
    ...['Australia/Lord_Howe', 'Pacific/Chatham', 'America/St_Johns', 'Asia/Kolkata', 'Africa/Casablanca'],
    ...Intl.supportedValuesOf('timeZone').filter((_, index) => index % 13 === 0),
  ]),
].slice(0, 40)

/** A stay from 18 to 21 June 2027, check-in at 15:00, check-out at 11:00. */
function stay(
  timeZone: string,
  changes: { status?: string; plans?: [date: string, start: string, end?: string][] } = {},
) {
  const { status = 'Confirmed', plans = [] } = changes
  const content = {
    overview: {
      arrivalDate: '2027-06-18',
      departureDate: '2027-06-21',
      arrivalTime: '15:00',
      departureTime: '11:00',
      reservationStatus: status,
    },
    scheduleItems: plans.map(([scheduleDate, startTime, endTime]) => ({
      scheduleDate,
      startTime,
      endTime,
      activityName: `${scheduleDate.slice(-2)} ${startTime}`,
    })),
  }
  return itineraryOf(content, [{ name: 'Hotel', timeZone }]) as Itinerary
}

/** The instant of a wall clock, `2027-06-18T15:00`, in a zone. */
const at = (zone: string, wall: string) => instantAt(zone, Date.parse(`${wall}Z`))
const stateAt = (itinerary: Itinerary, zone: string, wall: string) => nowOf(itinerary, at(zone, wall)).state
const names = (itinerary: Itinerary, instant: number) => nowOf(itinerary, instant).plans.map(({ item }) => item.name)

test('There are forty zones', () => expect(ZONES).toHaveLength(40))

describe.each(ZONES)('In %s', zone => {
  test.each([
    ['2027-06-15T12:00', 'before'],
    ['2027-06-17T23:59', 'before'],
    ['2027-06-18T00:00', 'arrival'],
    ['2027-06-18T23:59', 'arrival'],
    ['2027-06-19T00:00', 'during'],
    ['2027-06-20T23:59', 'during'],
    ['2027-06-21T00:00', 'departure'],
    ['2027-06-21T10:59', 'departure'],
    ['2027-06-21T11:00', 'after'],
    ['2027-06-22T00:00', 'after'],
  ])("at %s of the hotel's clock the state is %s [WIDGET-39]", (wall, state) => {
    expect(stateAt(stay(zone), zone, wall)).toBe(state)
    expect(new Date(nowOf(stay(zone), at(zone, wall)).today).toISOString().slice(0, 10)).toBe(wall.slice(0, 10))
  })

  test('each hour of a year, wall clock and instant agree', () => {
    const start = Date.UTC(2027, 0, 1)
    for (let hour = 0; hour < 365 * 24; hour += 7) {
      const instant = start + hour * 3_600_000
      const wall = wallAt(zone, instant)
      const back = instantAt(zone, wall)
      // An hour that the clocks repeat is read as its first occurrence.
      expect(wallAt(zone, back)).toBe(wall)
      expect(instant - back).toBeGreaterThanOrEqual(0)
      expect(instant - back).toBeLessThanOrEqual(3_600_000)
    }
  })
})

describe('The plans', () => {
  const zone = 'Europe/Lisbon'
  const plans: [string, string, string?][] = [
    ['2027-06-19', '08:00', '10:30'],
    ['2027-06-19', '09:00', '10:00'],
    ['2027-06-19', '', ''],
    ['2027-06-19', '18:00', ''],
    ['2027-06-19', '22:00', '01:00'],
    ['2027-06-20', '08:00', '10:30'],
    ['2027-06-21', '12:00', '13:00'],
  ]
  const itinerary = stay(zone, { plans })
  const shown = (wall: string) => names(itinerary, at(zone, wall))

  test.each([
    ['2027-06-19T07:00', ['19 08:00', '19 09:00', '19 18:00']],
    ['2027-06-19T08:30', ['19 08:00', '19 09:00', '19 18:00']],
    ['2027-06-19T09:30', ['19 09:00', '19 08:00', '19 18:00']],
    ['2027-06-19T10:30', ['19 18:00', '19 22:00', '19']],
    // Without an end it is taken to last an hour.
    ['2027-06-19T18:59', ['19 18:00', '19 22:00', '19']],
    ['2027-06-19T19:00', ['19 22:00', '19', '20 08:00']],
    ['2027-06-20T00:59', ['19 22:00', '20 08:00', '21 12:00']],
    ['2027-06-20T01:00', ['20 08:00', '21 12:00']],
  ])('at %s are the one that is on or next, and two more', (wall, expected) => expect(shown(wall)).toEqual(expected))

  test('that begin today have the minutes until then', () => {
    const [first, second, third] = nowOf(itinerary, at(zone, '2027-06-19T07:40')).plans
    expect([first?.wait, second?.wait, third?.wait, first?.isOn]).toEqual([20, 80, 620, false])
    const [on, , tomorrow] = nowOf(itinerary, at(zone, '2027-06-19T23:00')).plans
    expect([on?.isOn, on?.wait, tomorrow?.wait]).toEqual([true, undefined, undefined])
  })

  test('after the check-out keep the day of departure until the last one is over', () => {
    expect(stateAt(itinerary, zone, '2027-06-21T11:30')).toBe('departure')
    expect(stateAt(itinerary, zone, '2027-06-21T13:00')).toBe('after')
    expect(stateAt(stay(zone, { plans, status: 'CheckedOut' }), zone, '2027-06-21T09:00')).toBe('departure')
    expect(stateAt(stay(zone, { status: 'CheckedOut' }), zone, '2027-06-21T09:00')).toBe('after')
  })
})

describe('When the clocks change in the night', () => {
  /** New York: forward on 14 March 2027 at 2:00, back on 7 November 2027 at 2:00. */
  const zone = 'America/New_York'
  const night = (date: string, start: string, end: string) => {
    const content = {
      overview: { arrivalDate: '2027-03-01', departureDate: '2027-12-01', reservationStatus: 'InHouse' },
      scheduleItems: [{ scheduleDate: date, startTime: start, endTime: end, activityName: 'Stars' }],
    }
    return itineraryOf(content, [{ name: 'Hotel', timeZone: zone }]) as Itinerary
  }

  test('the wait is the true time', () => {
    const wait = (date: string) => nowOf(night(date, '06:00', '07:00'), at(zone, `${date}T00:00`)).plans[0]?.wait
    expect(wait('2027-03-14')).toBe(5 * 60)
    expect(wait('2027-11-07')).toBe(7 * 60)
    expect(wait('2027-07-01')).toBe(6 * 60)
  })

  test('a plan in the repeated hour is over once', () => {
    const itinerary = night('2027-11-07', '01:00', '01:30')
    const start = at(zone, '2027-11-07T01:00')
    const isOn = (minutes: number) => nowOf(itinerary, start + minutes * 60_000).plans[0]?.isOn ?? false
    expect([isOn(0), isOn(29), isOn(30), isOn(60), isOn(75)]).toEqual([true, true, false, false, false])
  })
})

describe('The status decides', () => {
  const zone = 'Asia/Tokyo'
  test.each([
    ['Cancelled', '2027-06-19T12:00', 'cancelled'],
    ['No show', '2027-06-25T12:00', 'cancelled'],
    ['Inquiry', '2027-06-15T12:00', 'pending'],
    ['Tentative', '2027-06-19T12:00', 'pending'],
    ['Tentative', '2027-06-22T00:00', undefined],
    ['InHouse', '2027-06-18T16:00', 'during'],
    ['Waiting list', '2027-06-18T16:00', 'arrival'],
  ])('%s at %s is %s', (status, wall, state) => expect(stateAt(stay(zone, { status }), zone, wall)).toBe(state))

  test('a stay without dates has no state, and one of a single day is arrival, then over', () => {
    expect(nowOf(itineraryOf({ overview: { guestLastName: 'Lindqvist' } }) as Itinerary, 0).state).toBeUndefined()
    const overview = { arrivalDate: '2027-06-18', departureDate: '2027-06-18', departureTime: '18:00' }
    const day = itineraryOf({ overview }, [{ name: 'Hotel', timeZone: zone }]) as Itinerary
    expect([stateAt(day, zone, '2027-06-18T17:59'), stateAt(day, zone, '2027-06-18T18:00')]).toEqual([
      'arrival',
      'after',
    ])
  })
})

describe('A stay in several hotels', () => {
  const room = (roomId: number, from: string, to: string) => ({
    roomId,
    roomName: `Room ${roomId}`,
    assignmentStartDate: from,
    assignmentEndDate: to,
  })
  const hotel = (name: string, timeZone: string, ...roomIds: number[]) => ({
    name,
    timeZone,
    roomIds,
    checkInTime: '16:00',
    checkOutTime: '10:00',
  })
  const trip = itineraryOf(
    {
      overview: {
        arrivalDate: '2027-06-18',
        departureDate: '2027-06-24',
        arrivalTime: '15:00',
        departureTime: '11:00',
      },
      roomStays: [
        room(1, '2027-06-18', '2027-06-20'),
        room(2, '2027-06-20', '2027-06-22'),
        room(3, '2027-06-22', '2027-06-24'),
      ],
    },
    [hotel('Lisbon', 'Europe/Lisbon', 1, 3), hotel('Azores', 'Atlantic/Azores', 2)],
  ) as Itinerary
  const placeAt = (instant: string) => {
    const { leg, left, state } = nowOf(trip, Date.parse(instant))
    return [state, left?.hotel.name, leg?.hotel.name, leg?.checkIn, left?.checkOut]
  }

  test('has a leg for each time in a hotel, by the clock of that hotel [WIDGET-40]', () => {
    expect(placeAt('2027-06-19T12:00:00Z')).toEqual(['during', undefined, 'Lisbon', '15:00', undefined])
    // It is 20 June in Lisbon, and still 19 June on the Azores.
    expect(placeAt('2027-06-19T23:30:00Z')).toEqual(['during', undefined, 'Lisbon', '15:00', undefined])
    expect(placeAt('2027-06-20T12:00:00Z')).toEqual(['during', 'Lisbon', 'Azores', '16:00', '10:00'])
    expect(placeAt('2027-06-21T12:00:00Z')).toEqual(['during', undefined, 'Azores', '16:00', undefined])
    expect(placeAt('2027-06-22T12:00:00Z')).toEqual(['during', 'Azores', 'Lisbon', '16:00', '10:00'])
    expect(nowOf(trip, 0).legs.map(({ checkOut }) => checkOut)).toEqual(['10:00', '10:00', '11:00'])
  })

  test('in two hotels at once is no change', () => {
    const both = itineraryOf(
      {
        overview: { arrivalDate: '2027-06-18', departureDate: '2027-06-20' },
        roomStays: [room(1, '2027-06-18', '2027-06-20'), room(2, '2027-06-18', '2027-06-20')],
      },
      [hotel('Lisbon', 'Europe/Lisbon', 1), hotel('Sintra', 'Europe/Lisbon', 2)],
    ) as Itinerary
    const { leg, left, state } = nowOf(both, Date.parse('2027-06-18T12:00:00Z'))
    expect([state, leg?.hotel.name, left]).toEqual(['arrival', 'Lisbon', undefined])
  })
})

test('A time zone that does not exist is unknown, and then that of the initial data counts', () => {
  expect(hotelsOf([{ name: 'Hotel', timeZone: 'Mars/Olympus' }])[0]?.timeZone).toBe('')
  const overview = { arrivalDate: '2027-06-18', departureDate: '2027-06-21' }
  const itinerary = itineraryOf({ overview }, undefined, 'Pacific/Kiritimati') as Itinerary
  expect(nowOf(itinerary, Date.parse('2027-06-17T11:00:00Z')).state).toBe('arrival')
})
