import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { cdp } from 'vitest/browser'
import { mountStay, mountWith, stayWith } from './support/element.ts'

const HOTEL = [{ name: 'Quinta do Mar', timeZone: 'Asia/Tokyo' }]

test('A page that is opened again the next day marks the new today', async () => {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2054-06-19T23:50+09:00') })
  const itinerary = await mountWith({ content: stayWith(), hotels: HOTEL })
  expect(itinerary.textOf('today')).toContain('Friday 19 June')
  vi.setSystemTime(new Date('2054-06-20T00:10+09:00'))
  document.dispatchEvent(new Event('visibilitychange'))
  await itinerary.element.updateComplete
  expect(itinerary.textOf('today')).toContain('Saturday 20 June')
})

/** The current date at the hotel. */
const dateOfHotel = () => new Date().toLocaleDateString('sv', { timeZone: 'Asia/Tokyo' })

describe.each(['Pacific/Kiritimati', 'America/Los_Angeles', 'Asia/Katmandu', 'Europe/Lisbon', 'UTC'])(
  'In %s',
  timezoneId => {
    beforeEach(async () => {
      await cdp().send('Emulation.setTimezoneOverride', { timezoneId })
      expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(timezoneId)
    })
    afterEach(() => cdp().send('Emulation.setTimezoneOverride', { timezoneId: '' }))

    test.each([
      ['2054-06-18T00:00:00', '18 June 2054', 'Thursday'],
      ['2054-03-29T00:00:00', '29 March 2054', 'Sunday'],
      ['2054-10-25T00:00:00', '25 October 2054', 'Sunday'],
      ['2056-02-29T00:00:00', '29 February 2056', 'Tuesday'],
      ['2054-12-31T00:00:00', '31 December 2054', 'Thursday'],
      ['2054-06-18', '18 June 2054', 'Thursday'],
    ])('the stay date %s is %s [WIDGET-13]', async (arrivalDate, date, weekday) => {
      const scheduleItems = [
        { scheduleDate: arrivalDate, activityName: 'Dinner', startTime: '00:15', endTime: '23:45' },
      ]
      const itinerary = await mountStay(stayWith({ overview: { arrivalDate, arrivalTime: '02:30' }, scheduleItems }))
      const arrival = itinerary.part('arrival')
      expect(arrival?.querySelector('.date')?.getAttribute('datetime')).toBe(arrivalDate.slice(0, 10))
      expect(arrival?.textContent).toContain(date)
      expect(itinerary.textOf('arrival')).toMatch(new RegExp(`${weekday} 02:30$`))
      expect(itinerary.textOf('day')).toBe(`${weekday}, ${date} 00:15 – 23:45 Dinner`)
    })

    test('nights are counted by date, across a daylight saving change too', async () => {
      const overview = { arrivalDate: '2054-10-24T00:00:00', departureDate: '2054-10-26T00:00:00' }
      const itinerary = await mountStay(stayWith({ overview }))
      expect(itinerary.textOf('nights')).toBe('2 nights')
    })

    test('today is the date at the hotel, and is marked [WIDGET-8] [WIDGET-39]', async () => {
      const plan = (scheduleDate: string) => ({ scheduleDate, activityName: 'Swim' })
      const scheduleItems = [
        plan('2020-01-01T00:00:00'),
        plan(`${dateOfHotel()}T00:00:00`),
        plan('2090-01-01T00:00:00'),
      ]
      const itinerary = await mountWith({ content: stayWith({ scheduleItems }), hotels: HOTEL })
      expect(itinerary.parts('day').map(day => day.ariaCurrent)).toEqual([null, 'date', null])
      expect(itinerary.textsOf('day').map(text => text.includes('Today'))).toEqual([false, true, false])
    })
  },
)
