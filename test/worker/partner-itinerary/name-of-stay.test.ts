import { beforeEach, describe, expect, it } from 'vitest'
import { book } from '../../support/booking'
import { calendarPath, detailsPath, issueLink, pagePath } from '../../support/itinerary'
import { admin, expectStatus, type Hotel, openHotel, resetBeforeEach, rows, send } from '../../support/service'
import { openCasaDaSerra } from '../../support/two-hotels'

resetBeforeEach()

const dates = { arrivalDate: '2027-05-10', departureDate: '2027-05-14' }
const [first, second] = [
  { arrivalDate: '2027-05-10', departureDate: '2027-05-12' },
  { arrivalDate: '2027-05-12', departureDate: '2027-05-14' },
]
const quinta = { roomID: 101 }
const serra = { roomID: 301 }

let hotel: Hotel
beforeEach(async () => {
  hotel = await openHotel()
  await openCasaDaSerra()
})

const linkOf = async (...roomsBooked: object[]) =>
  (await issueLink(hotel, await book(hotel.call, { ...dates, roomsBooked }))).token

/** A stay of which no hotel is known. */
async function linkWithoutHotel() {
  const inquiry = { bookingParameters: { reservationStatusID: 1 }, roomsBooked: [] }
  const reservationId = await book(hotel.call, inquiry)
  await rows(`UPDATE reservation SET hotel_id = NULL WHERE reservation_id = ${reservationId}`)
  return (await issueLink(hotel, reservationId)).token
}

/** Every name and picture that a browser, a preview or a calendar gets. */
async function shown(token: string, language = 'en') {
  const get = async (path: string) =>
    await expectStatus(200, send('GET', path, undefined, { 'accept-language': language }))
  const page = await get(pagePath(token))
  const heading = /<h1[^>]*>(.*?)<\/h1>/s.exec(page.text)?.[1]?.replace(/<[^>]*>/g, '')
  const contents = (name: string) => new RegExp(`${name}[^>]* content="([^"]*)"`).exec(page.text)?.[1]
  const pictures = [...page.text.matchAll(/<img src="([^"]*)"/g)].map(([, address]) => address)
  const manifest = (await get(`${pagePath(token)}/manifest.webmanifest`)).json
  const calendar = (await get(`${calendarPath(token)}?lang=${language}`)).text
  const lines = (name: string) => [...calendar.matchAll(new RegExp(`^${name}:(.*)\r$`, 'gm'))].map(([, value]) => value)
  const names = [
    // In one hotel the browser's title says what it is, too.
    /<title>(?:Your stay, )?(.*?)<\/title>/.exec(page.text)?.[1],
    ...['application-name', 'apple-mobile-web-app-title', 'og:title', 'og:site_name'].map(contents),
    manifest.name,
    manifest.short_name,
    ...['NAME', 'X-WR-CALNAME'].flatMap(lines),
    lines('SUMMARY')[0],
  ]
  return { names: [...new Set(names)], heading, pictures, preview: contents('og:image') }
}

const OF_SERRA = ['https://serra.test/hill.jpg', 'https://serra.test/logo.svg']
const OF_CUSTOMER = ['https://hotel.test/sea.jpg', 'https://hotel.test/logo.svg']

describe('a stay is named after its hotel', () => {
  it('has the name, logo and picture of the one hotel where its rooms are [LINK-38]', async () => {
    expect(await shown(await linkOf(serra))).toEqual({
      names: ['Casa da Serra'],
      heading: 'Your stay at Casa da Serra',
      pictures: OF_SERRA,
      preview: OF_SERRA[0],
    })
  })

  it('is the trip of the guest in several hotels, with the pictures of the customer [LINK-38]', async () => {
    const trip = { pictures: OF_CUSTOMER, preview: OF_CUSTOMER[0] }
    const token = await linkOf({ ...quinta, ...first }, { ...serra, ...second })
    expect(await shown(token)).toEqual({ ...trip, names: ['Your trip'], heading: 'Your trip' })
    expect(await shown(token, 'de')).toEqual({ ...trip, names: ['Ihre Reise'], heading: 'Ihre Reise' })
  })

  it('has the name and the pictures of the customer if no hotel is known [LINK-38]', async () => {
    await expectStatus(200, admin('PATCH', '/customers/1', { name: 'Mar e Serra' }))
    expect(await shown(await linkWithoutHotel())).toEqual({
      names: ['Mar e Serra'],
      heading: 'Your stay at Mar e Serra',
      pictures: OF_CUSTOMER,
      preview: OF_CUSTOMER[0],
    })
  })
})

describe('details', () => {
  const overviewOf = async (token: string) =>
    (await expectStatus(200, send('GET', detailsPath(token)))).json.content.overview

  it('names the customer, whatever the hotel of the stay is [LINK-1]', async () => {
    expect(await overviewOf(await linkOf(serra))).toMatchObject({
      clientName: 'Quinta do Mar',
      clientLogoUrl: OF_CUSTOMER[1],
      clientImagePath: OF_CUSTOMER[0],
    })
  })

  it.each<[title: string, rooms: object[], arrivalTime: string, departureTime: string]>([
    ['one hotel', [serra], '16:00', '12:00'],
    [
      'the second hotel',
      [
        { ...quinta, ...first },
        { ...serra, ...second },
      ],
      '15:00',
      '12:00',
    ],
    ['the first one, after nights in another', [quinta, { ...serra, ...first }], '15:00', '11:00'],
    [
      'the one whose room begins last, if both are left on one day',
      [quinta, { ...serra, ...second }],
      '15:00',
      '12:00',
    ],
  ])(
    'has the check-out of the hotel that the guest leaves last: %s [LINK-2]',
    async (_, rooms, arrivalTime, departureTime) => {
      expect(await overviewOf(await linkOf(...rooms))).toMatchObject({ arrivalTime, departureTime })
    },
  )

  it('has no departure time if the hotel that the guest leaves last has none [LINK-2]', async () => {
    const token = await linkOf({ ...quinta, ...first }, { ...serra, ...second })
    const properties = [{ hotelid: 'H2', name: 'Casa da Serra' }]
    await expectStatus(200, admin('PUT', '/customers/1/setup', { properties }))
    expect(await overviewOf(token)).toMatchObject({ arrivalTime: '15:00', departureTime: '' })
  })
})
