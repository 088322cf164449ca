import ICAL from 'ical.js'
import { expect, it } from 'vitest'
import { book } from '../../support/booking'
import { property, updateSuccessfully } from '../../support/channel-message'
import { calendarPath, issueLink } from '../../support/itinerary'
import { admin, expectStatus, type Hotel, openHotel, resetBeforeEach, send } from '../../support/service'

resetBeforeEach()

const QUINTA = { hotelid: 'H1', name: 'Quinta; do Mar, Ericeira' }
const FOR_GUEST = {
  address: {
    addressLine: 'Rua do Farol 3,\n1.º andar',
    city: 'Ericeira',
    state: 'Lisboa',
    zip: '2655-001',
    country: 'PT',
  },
  position: { latitude: 38.963, longitude: -9.41560004 },
  phone: '+351261000140',
}
const SERRA = {
  properties: [{ hotelid: 'H0', name: 'Serra', phone: '+351261000150', position: { latitude: 40, longitude: -7 } }],
  roomTypes: [{ roomTypeId: 30, hotelid: 'H0', name: 'Cabin', maxOccupancy: 2 }],
  rooms: [{ roomId: 301, roomTypeId: 30, roomName: 'Cabin' }],
}

const putSetup = (setup: object) => expectStatus(200, admin('PUT', '/customers/1/setup', setup))

async function stayEvent(hotel: Hotel, changes: Record<string, unknown> = {}) {
  const { token, url } = await issueLink(hotel, await book(hotel.call, changes))
  const { text } = await expectStatus(200, send('GET', calendarPath(token)))
  const component = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent') as ICAL.Component
  const { location, description } = new ICAL.Event(component)
  return { text, url, location, description: description.split('\n'), geo: component.getFirstPropertyValue('geo') }
}

it('the stay has the name and address of the hotel, its position, telephone number and the link [LINK-36]', async () => {
  const hotel = await openHotel()
  await putSetup({ properties: [{ ...QUINTA, ...FOR_GUEST }] })
  const { text, url, location, description, geo } = await stayEvent(hotel)
  expect(location).toBe('Quinta; do Mar, Ericeira, Rua do Farol 3,, 1.º andar, 2655-001 Ericeira, Lisboa, Portugal')
  expect(geo).toEqual([38.963, -9.4156])
  expect(text).toContain('\r\nGEO:38.963000;-9.415600\r\n')
  expect(description.slice(-2)).toEqual([`${QUINTA.name}: +351261000140`, url])
  for (const line of text.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
})

it("the link is the hotel's own page if the customer has one [LINK-36]", async () => {
  const hotel = await openHotel()
  const fields = { name: 'Q', currency: 'EUR', timeZone: 'Europe/Lisbon' }
  const itineraryUrlTemplate = 'https://hotel.example/my-stay?itinerary={token}'
  await expectStatus(200, admin('PUT', '/customers/1', { ...fields, itineraryUrlTemplate }))
  const { url, description } = await stayEvent(hotel)
  expect(url).toMatch(/^https:\/\/hotel\.example\/my-stay/)
  expect(description.at(-1)).toBe(url)
})

it('several hotels are listed in the order of the stays, without a position [LINK-36]', async () => {
  const hotel = await openHotel()
  await putSetup({
    ...SERRA,
    properties: [...SERRA.properties, { hotelid: 'H1', name: 'Quinta', ...FOR_GUEST, address: null }],
  })
  const { location, description, geo } = await stayEvent(hotel, { roomsBooked: [{ roomID: 101 }, { roomID: 301 }] })
  expect(location).toBe('Quinta; Serra')
  expect(geo).toBeNull()
  expect(description.slice(-3, -1)).toEqual(['Quinta: +351261000140', 'Serra: +351261000150'])
})

it('values that the setup lacks are those of the channel manager [LINK-32]', async () => {
  const hotel = await openHotel()
  const address = { cityName: 'Lagos', countryName: 'Portugal' }
  const contactInfo = [{ contactProfileType: 'PhysicalLocation', addresses: { address } }]
  const position = { latitude: '37.1', longitude: '-8.67' }
  await updateSuccessfully(hotel.call, property({ contactInfos: { contactInfo }, hotelInfo: { position } }))
  const { location, geo } = await stayEvent(hotel)
  expect([location, geo]).toEqual(['Quinta do Mar, Lagos, Portugal', [37.1, -8.67]])
})
