import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ItineraryHotels } from '../../../schema/wire/itinerary'
import { STATUS_NAMES } from '../../../schema/wire/reservation-status'
import { withoutPastWifi } from '../../../widget/page/markers'
import { withBindings } from '../../support/bindings'
import { book } from '../../support/booking'
import {
  calendarPath,
  decodeClaims,
  detailsPath,
  forgeLink,
  hotelsPath,
  issueLink,
  pagePath,
  stayWithLink,
} from '../../support/itinerary'
import { recordingDatabase } from '../../support/query-plan'
import { admin, expectStatus, type Hotel, resetBeforeEach, rows, send } from '../../support/service'

resetBeforeEach()

const HOTEL = { hotelid: 'H1', name: 'Quinta do Mar', timeZone: 'Europe/Lisbon' }
const WIFI = { network: 'Gaivota', password: 'na-duna-2027' }

let hotel: Hotel
let token: string
beforeEach(async () => {
  const stay = await stayWithLink()
  hotel = stay.hotel
  token = await lasting(stay.token)
  await putHotels([{ ...HOTEL, wifi: WIFI }])
})

const putHotels = (properties: object[], more: object = {}) =>
  expectStatus(200, admin('PUT', '/customers/1/setup', { properties, ...more }))

/** The same link with a later expiry, because the clock of the service is set forward. */
const lasting = (issued: string) => forgeLink({ ...decodeClaims(issued), exp: Date.parse('2028-01-01') / 1000 })

function at(instant: string) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(instant) })
  onTestFinished(() => void vi.useRealTimers())
}

const hotelsOf = async (link = token) => (await expectStatus(200, send('GET', hotelsPath(link)))).json.content

/** The Wi-Fi of each hotel; null: it has none. */
const wifiOf = async (link = token) => (await hotelsOf(link)).map(({ wifi = null }: { wifi?: object | null }) => wifi)

/** What the page hands over to the widget. */
async function handedOver(link = token) {
  const { text } = await expectStatus(200, send('GET', pagePath(link)))
  return { text, data: JSON.parse(/<script type="application\/json">([^<]*)<\/script>/.exec(text)?.[1] ?? '') }
}

// The stay is from 2027-03-26 to 2027-03-30; the clocks change on the 28th.
describe('a hotel has its Wi-Fi from the day of arrival to the day of departure, by its clock', () => {
  it.each([
    ['Europe/Lisbon', '2027-03-25T23:59:59Z', null],
    ['Europe/Lisbon', '2027-03-26T00:00:00Z', WIFI],
    ['Europe/Lisbon', '2027-03-30T22:59:59Z', WIFI],
    ['Europe/Lisbon', '2027-03-30T23:00:00Z', null],
    ['Pacific/Auckland', '2027-03-25T10:59:59Z', null],
    ['Pacific/Auckland', '2027-03-25T11:00:00Z', WIFI],
    ['Pacific/Auckland', '2027-03-30T10:59:59Z', WIFI],
    ['Pacific/Auckland', '2027-03-30T11:00:00Z', null],
    ['America/Los_Angeles', '2027-03-26T06:59:59Z', null],
    ['America/Los_Angeles', '2027-03-26T07:00:00Z', WIFI],
    ['America/Los_Angeles', '2027-03-31T06:59:59Z', WIFI],
    ['America/Los_Angeles', '2027-03-31T07:00:00Z', null],
  ])('%s at %s [LINK-50]', async (timeZone, instant, expected) => {
    await putHotels([{ ...HOTEL, timeZone, wifi: WIFI }])
    at(instant)
    const [found] = await hotelsOf()
    expect(found.wifi ?? null).toEqual(expected)
    expect('wifi' in found).toBe(expected !== null)
    expect(ItineraryHotels.safeParse([found]).error).toBeUndefined()
    const { text, data } = await handedOver()
    expect(data.hotels).toEqual([found])
    expect(text.includes(WIFI.password)).toBe(expected !== null)
  })

  it.each(STATUS_NAMES.map((name, index) => [name, index + 1] as const))(
    'with the status %s only if it is Confirmed or InHouse [LINK-51]',
    async (name, id) => {
      await rows(`UPDATE reservation SET status_id = ${id}`)
      at('2027-03-27T12:00:00Z')
      const isKnown = name === 'Confirmed' || name === 'InHouse'
      expect(await wifiOf()).toEqual([isKnown ? WIFI : null])
      const { text, data } = await handedOver()
      expect(text.includes(WIFI.password)).toBe(isKnown)
      expect(data.wifiUntil).toEqual(isKnown ? { H1: '2027-03-30' } : undefined)
    },
  )

  it('an open network has no password, and a hotel without Wi-Fi none [LINK-50]', async () => {
    at('2027-03-27T12:00:00Z')
    await putHotels([{ ...HOTEL, wifi: { network: 'Open' } }])
    expect(await wifiOf()).toEqual([{ network: 'Open' }])
    await putHotels([HOTEL])
    expect(await wifiOf()).toEqual([null])
    expect('wifiUntil' in (await handedOver()).data).toBe(false)
  })

  it('each of several hotels on the days of its own rooms, in a saved copy too [LINK-52] [WIDGET-52]', async () => {
    const SERRA = { network: 'Serra', password: 'high-meadow' }
    await putHotels(
      [
        { ...HOTEL, wifi: WIFI },
        { hotelid: 'H0', name: 'Serra', timeZone: 'Europe/Lisbon', wifi: SERRA },
      ],
      {
        roomTypes: [{ roomTypeId: 30, hotelid: 'H0', name: 'Cabin', maxOccupancy: 2 }],
        rooms: [{ roomId: 301, roomTypeId: 30, roomName: 'Cabin' }],
      },
    )
    const dates = { arrivalDate: '2027-05-09', departureDate: '2027-05-13' }
    const roomsBooked = [
      { roomID: 101, arrivalDate: '2027-05-09', departureDate: '2027-05-11' },
      { roomID: 301, arrivalDate: '2027-05-11', departureDate: '2027-05-13' },
    ]
    const link = await lasting((await issueLink(hotel, await book(hotel.call, { ...dates, roomsBooked }))).token)
    const onDay = async (day: string) => {
      at(`${day}T12:00:00Z`)
      return wifiOf(link)
    }
    expect(await onDay('2027-05-08')).toEqual([null, null])
    expect(await onDay('2027-05-09')).toEqual([WIFI, null])
    expect(await onDay('2027-05-10')).toEqual([WIFI, null])
    expect(await onDay('2027-05-11')).toEqual([WIFI, SERRA])
    expect(await onDay('2027-05-12')).toEqual([null, SERRA])
    expect(await onDay('2027-05-13')).toEqual([null, SERRA])
    expect(await onDay('2027-05-14')).toEqual([null, null])
    at('2027-05-10T12:00:00Z')
    expect((await handedOver(link)).data.wifiUntil).toEqual({ H1: '2027-05-11', H0: '2027-05-13' })

    // The saved copy of the day on which the guest changes the hotel.
    at('2027-05-11T12:00:00Z')
    const { text } = await handedOver(link)
    const isIn = (page: string) => [WIFI, SERRA].map(({ password }) => page.includes(password))
    expect(isIn(text)).toEqual([true, true])
    expect(withoutPastWifi(text, Date.parse('2027-05-11T22:59:59Z'))).toBe(text)
    const later = withoutPastWifi(text, Date.parse('2027-05-11T23:00:00Z'))
    expect(isIn(later)).toEqual([false, true])
    expect(later).toContain('Serra')
    expect(isIn(withoutPastWifi(text, Date.parse('2027-05-13T23:00:00Z')))).toEqual([false, false])
  })

  it('without rooms on the days of the reservation [LINK-52]', async () => {
    const activity = { activityID: 2, activityDate: '2027-05-10', participants: 2 }
    const dates = { arrivalDate: '2027-05-09', departureDate: '2027-05-13' }
    const reservationId = await book(hotel.call, { ...dates, roomsBooked: [], activitiesBooked: [activity] })
    const link = await lasting((await issueLink(hotel, reservationId)).token)
    for (const [day, expected] of [
      ['2027-05-08', null],
      ['2027-05-09', WIFI],
      ['2027-05-13', WIFI],
      ['2027-05-14', null],
    ] as const) {
      at(`${day}T12:00:00Z`)
      expect(await wifiOf(link), day).toEqual([expected])
    }
  })
})

describe('nothing else contains it', () => {
  it('neither details, calendar, markup nor manifest, nor the head of the page [LINK-53]', async () => {
    at('2027-03-27T12:00:00Z')
    expect(await wifiOf()).toEqual([WIFI])
    const markup = `/api/public/PartnerItinerary/markup/${token}`
    const manifest = `${pagePath(token)}/manifest.webmanifest`
    for (const path of [detailsPath(token), calendarPath(token), markup, manifest]) {
      const { text } = await expectStatus(200, send('GET', path))
      expect(text, path).not.toContain(WIFI.password)
      expect(text, path).not.toContain(WIFI.network)
    }
    const { text } = await handedOver()
    expect(text.slice(0, text.indexOf('<body'))).not.toContain(WIFI.password)
  })

  it('a revoked link opens no Wi-Fi [LINK-53]', async () => {
    await issueLink(hotel, decodeClaims(token).reservation)
    at('2027-03-27T12:00:00Z')
    for (const path of [hotelsPath(token), pagePath(token)]) {
      const { text } = await expectStatus(404, send('GET', path))
      expect(text).not.toContain(WIFI.password)
    }
  })

  it('it takes no further round trip [LINK-35]', async () => {
    at('2027-03-27T12:00:00Z')
    for (const path of [hotelsPath(token), pagePath(token)]) {
      const { database, trips } = recordingDatabase()
      await expectStatus(200, withBindings({ DB: database })('GET', path))
      expect(trips).toHaveLength(1)
    }
  })
})

describe('before the day of arrival the page says where the Wi-Fi will appear', () => {
  it('if the hotel has Wi-Fi, and the stay is confirmed [LINK-54]', async () => {
    const sentence = 'From the day of arrival, the Wi-Fi appears here if this page has a connection.'
    at('2027-03-20T12:00:00Z')
    const { text, data } = await handedOver()
    expect(text).toContain(sentence)
    expect(data.wifiUntil).toEqual({ H1: '2027-03-30' })
    await rows('UPDATE reservation SET status_id = 2')
    expect((await handedOver()).text).not.toContain(sentence)
    await rows('UPDATE reservation SET status_id = 3')
    await putHotels([HOTEL])
    expect((await handedOver()).text).not.toContain(sentence)
  })
})
