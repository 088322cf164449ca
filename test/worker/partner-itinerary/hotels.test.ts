import { beforeEach, describe, expect, it } from 'vitest'
import { ItineraryHotels } from '../../../schema/wire/itinerary'
import { withBindings } from '../../support/bindings'
import { book } from '../../support/booking'
import { property, updateSuccessfully } from '../../support/channel-message'
import { detailsPath, hotelsPath, issueLink, stayWithLink } from '../../support/itinerary'
import { recordingDatabase } from '../../support/query-plan'
import { admin, expectStatus, type Hotel, openHotel, resetBeforeEach, rows, send } from '../../support/service'

resetBeforeEach()

const HOTEL = { hotelid: 'H1', name: 'Quinta do Mar', timeZone: 'Europe/Lisbon', checkInTime: '15:00' }
/** The hotel has none, so that they are the customer's. */
const PICTURES = { logoUrl: 'https://hotel.test/logo.svg', imagePath: 'https://hotel.test/sea.jpg' }

const SETUP = {
  address: { addressLine: 'Rua do Mar 1', city: 'Ericeira', state: 'Lisboa', zip: '2655-001', country: 'PT' },
  position: { latitude: 38.963, longitude: -9.4156 },
  phone: '+351261000140',
  whatsapp: '+351261000141',
  email: 'desk@hotel.test',
  website: 'https://hotel.test/',
  directions: 'Left at the lighthouse.\nThen right.',
  houseInfo: [
    { title: 'Wi-Fi', text: 'Gull' },
    { title: 'Keys', text: 'In the blue box' },
  ],
}

/** What the channel manager says of the same hotel. */
const contactInfo = [
  { contactProfileType: 'invoices', emails: { email: ['bills@channel.test'] } },
  { contactProfileType: 'general', emails: { email: ['info@channel.test'] } },
  {
    contactProfileType: 'PhysicalLocation',
    addresses: {
      address: { addressLine: 'Cais 2', cityName: 'Lagos', postalCode: '8600-001', countryName: 'portugal' },
    },
    phones: {
      phone: [
        { phoneNumber: '+351 282 000 150', phoneTechType: '3' },
        { phoneNumber: '00351 (0)282-000-151', phoneTechType: '1' },
      ],
    },
  },
  { contactProfileType: 'reservations', emails: { email: ['book@channel.test'] } },
]
const DESCRIPTION = {
  hotelName: 'Mar',
  contactInfos: { contactInfo },
  hotelInfo: { position: { latitude: '37.1', longitude: '-8.67' } },
}
const DESCRIBED = {
  address: { addressLine: 'Cais 2', city: 'Lagos', zip: '8600-001', country: 'PT' },
  position: { latitude: 37.1, longitude: -8.67 },
  phone: '+351282000151',
  email: 'book@channel.test',
}

let hotel: Hotel
let token: string
beforeEach(async () => {
  ;({ hotel, token } = await stayWithLink())
})

const putSetup = (properties: object[]) => admin('PUT', '/customers/1/setup', { properties })
const putHotel = (fields: object = {}) => expectStatus(200, putSetup([{ ...HOTEL, ...fields }]))
const describeHotel = (description: object) =>
  updateSuccessfully(hotel.call, property(description as Record<string, unknown>))

const contentOf = async (link = token) => (await expectStatus(200, send('GET', hotelsPath(link)))).json.content

/** The fields beyond those that every hotel has. */
async function knownFields() {
  const [{ hotelid, name, timeZone, checkInTime, checkOutTime, logoUrl, imagePath, roomIds, ...known }] =
    await contentOf()
  return known
}

describe('the hotels of a stay', () => {
  it('have every field of the setup that is known, and no other [LINK-30]', async () => {
    await putHotel({ ...SETUP, checkOutTime: '11:00', fetchHotelKey: 'SECRET' })
    const { json, headers } = await expectStatus(200, send('GET', hotelsPath(token)))
    expect(json).toEqual({
      content: [{ ...HOTEL, ...PICTURES, checkOutTime: '11:00', roomIds: [201, 101], ...SETUP }],
      errors: [],
      message: '',
      success: true,
    })
    expect(ItineraryHotels.safeParse(json.content).error).toBeUndefined()
    expect(headers.get('cache-control')).toBe('private, no-store')
  })

  it('without any of these fields have only the first ones [LINK-30]', async () => {
    await putHotel()
    expect(await contentOf()).toEqual([{ ...HOTEL, ...PICTURES, checkOutTime: '', roomIds: [201, 101] }])
  })

  it('have their own logo and picture, each with that of the customer as the fallback [LINK-37]', async () => {
    const picturesOf = async (fields: object) => {
      await putHotel(fields)
      const [{ logoUrl, imagePath }] = await contentOf()
      return { logoUrl, imagePath }
    }
    const own = { logoUrl: 'http://serra.test/logo.svg', imagePath: 'https://serra.test/hill.jpg' }
    expect(await picturesOf(own)).toEqual(own)
    expect(await picturesOf({ logoUrl: own.logoUrl })).toEqual({ ...PICTURES, logoUrl: own.logoUrl })
    expect(await picturesOf({ imagePath: own.imagePath, logoUrl: '' })).toEqual({
      ...PICTURES,
      imagePath: own.imagePath,
    })
    await expectStatus(200, admin('PATCH', '/customers/1', { logoUrl: null, imagePath: null }))
    expect(await picturesOf({})).toEqual({ logoUrl: '', imagePath: '' })
  })

  it('are those of the rooms, in the order of the stays [LINK-31]', async () => {
    const setup = {
      properties: [{ hotelid: 'H0', name: 'Serra' }],
      roomTypes: [{ roomTypeId: 30, hotelid: 'H0', name: 'Cabin', maxOccupancy: 2 }],
      rooms: [{ roomId: 301, roomTypeId: 30, roomName: 'Cabin' }],
    }
    await expectStatus(200, admin('PUT', '/customers/1/setup', setup))
    const first = { arrivalDate: '2027-05-10', departureDate: '2027-05-11' }
    const last = { arrivalDate: '2027-05-11', departureDate: '2027-05-12' }
    const hotelsWith = async (...roomsBooked: object[]) => {
      const content = await contentOf((await issueLink(hotel, await book(hotel.call, { roomsBooked }))).token)
      return content.map(({ name, roomIds }: { name: string; roomIds: number[] }) => [name, roomIds])
    }
    expect(await hotelsWith({ roomID: 301, ...last }, { roomID: 101, ...first }, { roomID: 102 })).toEqual([
      ['Quinta do Mar', [101, 102]],
      ['Serra', [301]],
    ])
    expect(await hotelsWith({ roomID: 301, ...first }, { roomID: 103, ...last })).toEqual([
      ['Serra', [301]],
      ['Quinta do Mar', [103]],
    ])
  })

  it('without a room is the hotel of the reservation [LINK-31]', async () => {
    const inquiry = { bookingParameters: { reservationStatusID: 1 }, roomsBooked: [] }
    const link = await issueLink(hotel, await book(hotel.call, inquiry))
    expect(await contentOf(link.token)).toMatchObject([{ hotelid: 'H1', roomIds: [] }])
  })

  it('are an empty object if there is none [LINK-31]', async () => {
    const inquiry = { bookingParameters: { reservationStatusID: 1 }, roomsBooked: [] }
    const reservationId = await book(hotel.call, inquiry)
    const link = await issueLink(hotel, reservationId)
    await rows(`UPDATE reservation SET hotel_id = NULL WHERE reservation_id = ${reservationId}`)
    const { json } = await expectStatus(200, send('GET', hotelsPath(link.token)))
    expect(json).toEqual({ content: {}, errors: [], message: 'No data found!', success: true })
  })

  it("are only the token's customer's", async () => {
    await putHotel(SETUP)
    const other = await openHotel(2)
    const link = await issueLink(other, await book(other.call))
    expect(await contentOf(link.token)).toEqual([{ ...HOTEL, ...PICTURES, checkOutTime: '11:00', roomIds: [101] }])
  })

  it('change nothing in details, which reads no hotel [LINK-1]', async () => {
    await putHotel(SETUP)
    const { database, statements, trips } = recordingDatabase()
    const { json } = await expectStatus(200, withBindings({ DB: database })('GET', detailsPath(token)))
    expect(Object.keys(json.content)).toEqual(['overview', 'roomStays', 'scheduleItems'])
    expect(trips).toHaveLength(1)
    expect([...statements].join()).not.toContain('channel_property')
  })
})

describe('values that the setup lacks are those of the channel manager, field by field', () => {
  it('every value is that of the channel manager if the setup has none [LINK-32]', async () => {
    await putHotel()
    await describeHotel(DESCRIPTION)
    expect(await knownFields()).toEqual(DESCRIBED)
  })

  it.each(['address', 'position', 'phone', 'email'] as const)(
    'every one but %s is the channel manager’s [LINK-32]',
    async field => {
      await putHotel({ [field]: SETUP[field] })
      await describeHotel(DESCRIPTION)
      expect(await knownFields()).toEqual({ ...DESCRIBED, [field]: SETUP[field] })
    },
  )

  it('no value is that of the channel manager if the setup has it all [LINK-32]', async () => {
    await putHotel(SETUP)
    await describeHotel(DESCRIPTION)
    expect(await knownFields()).toEqual(SETUP)
  })

  it('the e-mail address is that of reservations, else the general one, and no other [LINK-32]', async () => {
    await putHotel()
    await describeHotel({ contactInfos: { contactInfo: contactInfo.slice(0, 2) } })
    expect(await knownFields()).toEqual({ email: 'info@channel.test' })
    await describeHotel({ contactInfos: { contactInfo: contactInfo.slice(0, 1) } })
    expect(await knownFields()).toEqual({})
  })

  it.each<[string, object, object]>([
    ['a position at 0, 0', { hotelInfo: { position: { latitude: '0', longitude: '0.00' } } }, {}],
    ['half a position', { hotelInfo: { position: { latitude: '37.1' } } }, {}],
    ['half a position and an empty text', { hotelInfo: { position: { latitude: '37.1', longitude: '' } } }, {}],
    [
      'an unknown country',
      {
        contactInfos: {
          contactInfo: [
            {
              contactProfileType: 'PhysicalLocation',
              addresses: { address: { cityName: 'Lagos', countryName: 'Atlantis' } },
            },
          ],
        },
      },
      { address: { city: 'Lagos' } },
    ],
    [
      'a number without a country, and one that is none',
      {
        contactInfos: {
          contactInfo: [
            {
              contactProfileType: 'general',
              phones: { phone: ['282 000 151', 'ask', '+1'].map(phoneNumber => ({ phoneNumber, phoneTechType: '1' })) },
            },
          ],
        },
      },
      {},
    ],
    [
      'what is no e-mail address',
      { contactInfos: { contactInfo: [{ contactProfileType: 'reservations', emails: { email: ['by telephone'] } }] } },
      {},
    ],
  ])('what breaks the rule of its field is left out: %s [LINK-33]', async (_, description, known) => {
    await putHotel()
    await describeHotel(description)
    expect(await knownFields()).toEqual(known)
  })
})

describe('the setup refuses what breaks the rule of a field, and names the field', () => {
  const many = (length: number) => Array.from({ length }, () => ({ title: 'Wi-Fi', text: 'Gull' }))

  it.each<[field: string, fields: object]>([
    ['address.country', { address: { country: 'XX' } }],
    ['address.country', { address: { country: 'Portugal' } }],
    ['address.addressLine', { address: { addressLine: 'a'.repeat(301) } }],
    ['address.city', { address: { city: 'a'.repeat(101) } }],
    ['address.state', { address: { state: 'a'.repeat(101) } }],
    ['address.zip', { address: { zip: 'a'.repeat(51) } }],
    ['position.longitude', { position: { latitude: 38.9 } }],
    ['position.latitude', { position: { latitude: 90.1, longitude: 0 } }],
    ['position.longitude', { position: { latitude: 1, longitude: -180.1 } }],
    ['position.latitude', { position: { latitude: '38.9', longitude: 1 } }],
    ['position', { position: { latitude: 0, longitude: 0 } }],
    ['position', { position: { latitude: -0, longitude: 0 } }],
    ['phone', { phone: '261000140' }],
    ['phone', { phone: '+351 261 ask 140' }],
    ['phone', { phone: '+351 261 000 140'.padEnd(41) }],
    ['phone', { phone: '+1234567890123456' }],
    ['whatsapp', { whatsapp: 'https://wa.me/351261000140' }],
    ['email', { email: 'hotel.test' }],
    ['email', { email: 'a@b@hotel.test' }],
    ['website', { website: 'http://hotel.test' }],
    ['website', { website: 'javascript:alert(1)' }],
    ['website', { website: 'https://' }],
    ['directions', { directions: 'a'.repeat(2001) }],
    ['directions', { directions: 'left\ud800' }],
    ['houseInfo', { houseInfo: many(13) }],
    ['logoUrl', { logoUrl: 'javascript:alert(1)' }],
    ['logoUrl', { logoUrl: '/logo.svg' }],
    ['imagePath', { imagePath: `https://hotel.test/${'a'.repeat(2048)}` }],
    ['houseInfo[0].title', { houseInfo: [{ title: 'a'.repeat(81), text: 'Gull' }] }],
    ['houseInfo[0].title', { houseInfo: [{ title: ' ', text: 'Gull' }] }],
    ['houseInfo[1].text', { houseInfo: [...many(1), { title: 'Keys', text: 'a'.repeat(1001) }] }],
  ])('%s [ADMIN-23]', async (field, fields) => {
    const { json } = await expectStatus(422, putSetup([{ ...HOTEL, ...SETUP, ...fields }]))
    expect(json.errors).toHaveLength(1)
    expect(json.errors[0].code).toBe('INVALID_FIELD')
    expect(json.errors[0].description.split(': ')[0]).toBe(`properties[0].${field}`)
  })

  it('the setup accepts the longest and the emptiest values [ADMIN-23]', async () => {
    const longest = {
      address: { addressLine: 'a'.repeat(300), country: 'XK' },
      position: { latitude: 0, longitude: -180 },
      phone: '+123456789012345',
      whatsapp: '+290 (12) 3.4-5/6',
      email: 'rezeption@müller.example',
      directions: 'ö'.repeat(2000),
      houseInfo: many(12).map(() => ({ title: 'a'.repeat(80), text: 'b'.repeat(1000) })),
    }
    await putHotel(longest)
    expect(await knownFields()).toEqual(longest)
    const address = { addressLine: '', city: ' ', state: '', zip: '', country: '' }
    const texts = { phone: '', whatsapp: '', email: '', website: '', directions: '' }
    await putHotel({ address, position: {}, ...texts, houseInfo: [] })
    expect(await knownFields()).toEqual({})
    await putHotel({ address: {}, position: null })
    expect(await knownFields()).toEqual({})
    await putHotel({
      Address: { ZIP: '1' },
      POSITION: { Latitude: 1, LONGITUDE: 2 },
      houseinfo: [{ Title: 'a', TEXT: 'b' }],
    })
    expect(await knownFields()).toEqual({
      address: { zip: '1' },
      position: { latitude: 1, longitude: 2 },
      houseInfo: [{ title: 'a', text: 'b' }],
    })
  })

  it('markup is text, and comes back as it was sent [LINK-34]', async () => {
    const markup = '</script><img src=x onerror="alert(1)"> & \u2028 "quoted"'
    const texts = {
      address: { addressLine: markup, city: markup },
      directions: markup,
      houseInfo: [{ title: markup, text: markup }],
    }
    await putHotel(texts)
    expect(await knownFields()).toEqual(texts)
    const page = await expectStatus(200, send('GET', `/itinerary/${token}`))
    expect(page.text).not.toContain('<img src=x')
    const data = /<script type="application\/json">(.*?)<\/script>/s.exec(page.text)?.[1] as string
    expect(JSON.parse(data).hotels).toMatchObject([texts])
  })
})

it("the guest's page has the hotels beside the itinerary, read in its one round trip [LINK-35]", async () => {
  await putHotel(SETUP)
  const { database, trips } = recordingDatabase()
  const { text } = await expectStatus(200, withBindings({ DB: database })('GET', `/itinerary/${token}`))
  const data = JSON.parse(/<script type="application\/json">(.*?)<\/script>/s.exec(text)?.[1] as string)
  expect(data.hotels).toEqual(await contentOf())
  expect(data.content).toEqual((await expectStatus(200, send('GET', detailsPath(token)))).json.content)
  expect(trips).toHaveLength(1)
})
