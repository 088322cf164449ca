import { beforeEach, describe, expect, it } from 'vitest'
import { ItineraryMarkup } from '../../../schema/wire/markup'
import { withBindings } from '../../support/bindings'
import { book } from '../../support/booking'
import { property, updateSuccessfully } from '../../support/channel-message'
import { issueLink, markupPath, openDetails, pagePath, stay } from '../../support/itinerary'
import { recordingDatabase } from '../../support/query-plan'
import { admin, expectStatus, type Hotel, openHotel, resetBeforeEach, rows, send } from '../../support/service'
import { openCasaDaSerra } from '../../support/two-hotels'

resetBeforeEach()

const HOTEL = { hotelid: 'H1', name: 'Quinta do Mar', timeZone: 'Europe/Lisbon' }
const TIMES = { checkInTime: '15:00', checkOutTime: '11:00' }
const SETUP = {
  address: { addressLine: 'Rua do Mar 1', city: 'Ericeira', state: 'Lisboa', zip: '2655-001', country: 'PT' },
  position: { latitude: 38.963, longitude: 0 },
  phone: '+351261000140',
  whatsapp: '+351261000141',
  email: 'desk@hotel.test',
  website: 'https://hotel.test/',
  directions: 'Left at the lighthouse.',
  houseInfo: [{ title: 'Wi-Fi', text: 'Password: gaivota' }],
}

let hotel: Hotel
beforeEach(async () => {
  hotel = await openHotel()
})

const putHotel = (fields: object) =>
  expectStatus(200, admin('PUT', '/customers/1/setup', { properties: [{ ...HOTEL, ...fields }] }))
const linkOf = async (changes: Record<string, unknown> = {}) => issueLink(hotel, await book(hotel.call, changes))
const contentOf = async (token: string) => (await expectStatus(200, send('GET', markupPath(token)))).json.content

/** The markup in the guest's page; undefined: the page has none. */
const inPage = (html: string) => {
  const [, data] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(html) ?? []
  return data && JSON.parse(data)
}

/** The times of each hotel of a booking. */
async function timesOf(changes: Record<string, unknown> = {}) {
  const content = await contentOf((await linkOf(changes)).token)
  return content.map(({ checkinTime, checkoutTime }: Record<string, string>) => [checkinTime, checkoutTime])
}

describe('the markup of a stay', () => {
  it('has what a confirmation mail names, and nothing else of the guest or the hotel [LINK-39] [WIDGET-119]', async () => {
    await putHotel({ ...TIMES, ...SETUP })
    const { token, url } = await linkOf(stay)
    const { json, headers } = await expectStatus(200, send('GET', markupPath(token)))
    const content = [
      {
        '@context': 'https://schema.org',
        '@type': 'LodgingReservation',
        reservationId: '10000001',
        reservationNumber: '10000001',
        reservationStatus: 'https://schema.org/ReservationConfirmed',
        url,
        underName: { '@type': 'Person', name: 'Marta Lindqvist' },
        reservationFor: {
          '@type': 'LodgingBusiness',
          name: 'Quinta do Mar',
          address: {
            '@type': 'PostalAddress',
            streetAddress: 'Rua do Mar 1',
            addressLocality: 'Ericeira',
            addressRegion: 'Lisboa',
            postalCode: '2655-001',
            addressCountry: 'PT',
          },
          geo: { '@type': 'GeoCoordinates', latitude: 38.963, longitude: 0 },
          telephone: '+351261000140',
          email: 'desk@hotel.test',
          url: 'https://hotel.test/',
          logo: 'https://hotel.test/logo.svg',
          image: 'https://hotel.test/sea.jpg',
        },
        checkinTime: '2027-03-26T15:00:00+00:00',
        checkoutTime: '2027-03-30T11:00:00+01:00',
        checkinDate: '2027-03-26T15:00:00+00:00',
        checkoutDate: '2027-03-30T11:00:00+01:00',
        lodgingUnitDescription: 'Fig, 201, Family suite, Garden house; Gull, 101, Double, Sea wing',
      },
    ]
    expect(json).toEqual({ content, errors: [], message: '', success: true })
    expect(ItineraryMarkup.safeParse(json.content).error).toBeUndefined()
    expect(headers.get('content-type')).toBe('application/json')
    expect(inPage((await send('GET', pagePath(token))).text)).toEqual(content)
  })

  it('leaves out what is not known [LINK-39]', async () => {
    await putHotel({})
    const { name, currency, timeZone } = { name: 'Bare', currency: 'EUR', timeZone: 'Europe/Lisbon' }
    await expectStatus(200, admin('PUT', '/customers/1', { name, currency, timeZone }))
    const { token, url } = await linkOf({ bookingParameters: { reservationStatusID: 1 }, roomsBooked: [] })
    await rows(`UPDATE guest SET first_name = '', last_name = ''`)
    expect(await contentOf(token)).toEqual([
      {
        '@context': 'https://schema.org',
        '@type': 'LodgingReservation',
        reservationId: '10000001',
        reservationNumber: '10000001',
        reservationStatus: 'https://schema.org/ReservationPending',
        url,
        reservationFor: { '@type': 'LodgingBusiness', name: 'Quinta do Mar' },
        checkinTime: '2027-05-10',
        checkoutTime: '2027-05-12',
        checkinDate: '2027-05-10',
        checkoutDate: '2027-05-12',
      },
    ])
  })

  it('has what the channel manager says where the setup has nothing [LINK-39]', async () => {
    const address = { cityName: 'Lagos', countryName: 'Portugal' }
    const contactInfo = [{ contactProfileType: 'PhysicalLocation', addresses: { address } }]
    await updateSuccessfully(hotel.call, property({ contactInfos: { contactInfo } }))
    const [{ reservationFor }] = await contentOf((await linkOf()).token)
    expect(reservationFor.address).toEqual({
      '@type': 'PostalAddress',
      addressLocality: 'Lagos',
      addressCountry: 'PT',
    })
  })

  it("has the address of the hotel's own page if the customer has one", async () => {
    await expectStatus(200, admin('PATCH', '/customers/1', { itineraryUrlTemplate: 'https://hotel.example/#{token}' }))
    const { token } = await linkOf()
    expect((await contentOf(token))[0].url).toBe(`https://hotel.example/#${token}`)
  })

  it('is an empty object without a hotel, and the page has none [LINK-40]', async () => {
    const { token } = await linkOf({ bookingParameters: { reservationStatusID: 1 }, roomsBooked: [] })
    await rows('UPDATE reservation SET hotel_id = NULL')
    const { json } = await expectStatus(200, send('GET', markupPath(token)))
    expect(json).toEqual({ content: {}, errors: [], message: 'No data found!', success: true })
    const { text } = await expectStatus(200, send('GET', pagePath(token)))
    expect(text).not.toContain('ld+json')
  })

  it('is read in one round trip [LINK-39]', async () => {
    const { token } = await linkOf()
    const { database, trips } = recordingDatabase()
    await expectStatus(200, withBindings({ DB: database })('GET', markupPath(token)))
    expect(trips).toHaveLength(1)
  })

  it('of a text with markup is text [LINK-34]', async () => {
    const name = '</script><script>alert(1)</script><!-- "Mar" & \u2028'
    await putHotel({ name })
    const { token } = await linkOf()
    const { text } = await expectStatus(200, send('GET', pagePath(token)))
    expect(text).not.toContain('<script>alert')
    expect(inPage(text)[0].reservationFor.name).toBe(name)
  })
})

describe('its status', () => {
  it.each<[status: string, ofMarkup: string, ids: number[]]>([
    ['Inquiry', 'Pending', [1]],
    ['Tentative', 'Pending', [2]],
    ['Confirmed', 'Confirmed', [3]],
    ['InHouse', 'Confirmed', [4]],
    ['CheckedOut', 'Confirmed', [4, 5]],
    ['Cancelled', 'Cancelled', [3, 6]],
    ['NoShow', 'Cancelled', [3, 7]],
  ])('of %s is Reservation%s, in the page too [LINK-39]', async (status, ofMarkup, ids) => {
    let bookingID: number | undefined
    for (const reservationStatusID of ids) {
      bookingID = await book(hotel.call, {
        ...(bookingID && { bookingID }),
        bookingParameters: { reservationStatusID },
      })
    }
    const { token } = await issueLink(hotel, bookingID as number)
    expect((await openDetails(token)).json.content.overview.reservationStatus).toBe(status)
    const content = await contentOf(token)
    expect(content).toMatchObject([{ reservationStatus: `https://schema.org/Reservation${ofMarkup}` }])
    expect(inPage((await send('GET', pagePath(token))).text)).toEqual(content)
  })

  it('is ReservationCancelled once the booking is cancelled [LINK-39]', async () => {
    const reservationId = await book(hotel.call)
    const { token } = await issueLink(hotel, reservationId)
    await book(hotel.call, { bookingID: reservationId, action: 'cancel' })
    expect(await contentOf(token)).toMatchObject([
      { reservationStatus: 'https://schema.org/ReservationCancelled', reservationFor: { name: 'Quinta do Mar' } },
    ])
  })
})

describe('its times', () => {
  it('are those of the booking, else of the hotel, else the date alone [LINK-39]', async () => {
    expect(await timesOf({ arrivalTime: '18:30', departureTime: '' })).toEqual([
      ['2027-05-10T18:30:00+01:00', '2027-05-12T11:00:00+01:00'],
    ])
    await putHotel({ checkInTime: '15:00' })
    expect(await timesOf({ identity: 'later', roomsBooked: [{ roomID: 102 }] })).toEqual([
      ['2027-05-10T15:00:00+01:00', '2027-05-12'],
    ])
  })

  it.each([
    ['America/St_Johns', '15:00', '2027-05-10T15:00:00-02:30'],
    ['Pacific/Chatham', '02:30', '2027-05-10T02:30:00+12:45'],
    ['Pacific/Kiritimati', '00:00', '2027-05-10T00:00:00+14:00'],
    ['UTC', '23:59', '2027-05-10T23:59:00+00:00'],
  ])('have the offset of %s [LINK-39]', async (timeZone, checkInTime, written) => {
    await putHotel({ timeZone, checkInTime })
    expect((await timesOf())[0]?.[0]).toBe(written)
  })

  it.each([
    ['before the clocks change', 'Europe/Lisbon', '2027-03-28T00:59', '+00:00'],
    ['that the clocks skip, as before the change', 'Europe/Lisbon', '2027-03-28T01:30', '+00:00'],
    ['after the change', 'Europe/Lisbon', '2027-03-28T02:00', '+01:00'],
    ['that the clocks repeat, the first of the two', 'Europe/Lisbon', '2027-10-31T01:30', '+01:00'],
    ['after both', 'Europe/Lisbon', '2027-10-31T02:00', '+00:00'],
    ['before clocks far ahead change', 'Pacific/Chatham', '2027-04-04T02:30', '+13:45'],
  ])('on a day when the clocks change are right: one %s [LINK-39]', async (_, timeZone, local, offset) => {
    await putHotel({ timeZone, ...TIMES })
    const [arrivalDate, arrivalTime] = local.split('T')
    const [[checkinTime]] = await timesOf({ arrivalDate, departureDate: '2027-11-02', arrivalTime })
    expect(checkinTime).toBe(`${local}:00${offset}`)
  })

  it('are those of each hotel in a stay of several; those of the booking only where it begins and ends [LINK-40]', async () => {
    await openCasaDaSerra()
    await putHotel({ ...TIMES, timeZone: 'Atlantic/Azores' })
    const roomsBooked = [
      { roomID: 101, arrivalDate: '2027-05-10', departureDate: '2027-05-12' },
      { roomID: 301, arrivalDate: '2027-05-12', departureDate: '2027-05-14' },
    ]
    const whole = { arrivalDate: '2027-05-10', departureDate: '2027-05-14', roomsBooked }
    const { token } = await linkOf({ ...whole, arrivalTime: '20:00', departureTime: '06:30' })
    expect(await contentOf(token)).toMatchObject([
      {
        reservationFor: { name: 'Quinta do Mar', image: 'https://hotel.test/sea.jpg' },
        checkinTime: '2027-05-10T20:00:00+00:00',
        checkoutTime: '2027-05-12T11:00:00+00:00',
        lodgingUnitDescription: 'Gull, 101, Double, Sea wing',
      },
      {
        reservationFor: { name: 'Casa da Serra', image: 'https://serra.test/hill.jpg' },
        checkinTime: '2027-05-12T16:00:00+01:00',
        checkoutTime: '2027-05-14T06:30:00+01:00',
        lodgingUnitDescription: 'Cabin, Cabin',
      },
    ])
  })

  it('of a hotel to which the guest returns are the first arrival and the last departure [LINK-40]', async () => {
    await openCasaDaSerra()
    const [first, second, third] = ['10', '11', '12'].map(day => ({
      arrivalDate: `2027-05-${day}`,
      departureDate: `2027-05-${Number(day) + 1}`,
    }))
    const roomsBooked = [
      { roomID: 101, ...first },
      { roomID: 301, ...second },
      { roomID: 101, ...third },
    ]
    const { token } = await linkOf({ arrivalDate: '2027-05-10', departureDate: '2027-05-13', roomsBooked })
    expect(await contentOf(token)).toMatchObject([
      {
        checkinTime: '2027-05-10T15:00:00+01:00',
        checkoutTime: '2027-05-13T11:00:00+01:00',
        lodgingUnitDescription: 'Gull, 101, Double, Sea wing',
      },
      { checkinTime: '2027-05-11T16:00:00+01:00', checkoutTime: '2027-05-12T12:00:00+01:00' },
    ])
  })
})

it('nothing of the markup is in the head of the page, which previews of the link read [WIDGET-7]', async () => {
  await putHotel({ ...TIMES, ...SETUP })
  const { token } = await linkOf(stay)
  const { text } = await expectStatus(200, send('GET', pagePath(token)))
  const [head = '', body = ''] = text.split('<body>')
  expect(head).not.toMatch(/ld\+json|schema\.org|Marta|Lindqvist|10000001|2027|Ericeira/)
  expect(body).toContain('"underName":{"@type":"Person","name":"Marta Lindqvist"}')
  // Services that make previews from JSON-LD read these properties.
  for (const reservation of inPage(text)) {
    for (const name of ['name', 'headline', 'description', 'image', 'author'])
      expect(reservation).not.toHaveProperty(name)
  }
})
