import type { Service } from '../../../tooling/command/service.ts'
import { seaHotel } from '../../fixtures/sea-hotel.ts'

/*
 * Fills a service through its HTTP API: rows in every table, and a reservation, message, sale, application and key in every
 * state that they can have.
 */

const PERMISSIONS = ['reservations:write', 'rates:write', 'inventory:write']

/** The customers of a filled service. With two databases, the comment names the database of each. */
export const CUSTOMERS = {
  /** The first database. */
  settled: 1,
  /** The second database, from the beginning. */
  second: 2,
  /** The second database; moved there from the first. */
  moved: 3,
  /** The first database; a move to the second has copied all and is comparing. */
  moving: 4,
} as const

/** Currencies with three, two and no decimals. */
const CURRENCIES = ['EUR', 'EUR', 'JPY', 'BHD', 'EUR']

const CONFIRMED = { bookingParameters: { reservationStatusID: 3 } }
const status = (reservationStatusID: number) => ({ bookingParameters: { reservationStatusID } })

/** Every status, with the changes that lead to it. */
const LIFECYCLES: readonly [name: string, first: object, ...then: object[]][] = [
  ['inquiry', status(1)],
  ['tentative', status(2)],
  ['confirmed', CONFIRMED],
  ['in-house', CONFIRMED, status(4)],
  ['checked-out', CONFIRMED, status(4), status(5)],
  ['cancelled', CONFIRMED, { action: 'cancel', cancellationFee: { amount: 20 } }],
  ['no-show', CONFIRMED, status(7)],
  ['other-room', CONFIRMED, { roomsBooked: [{ roomID: 103, rates: [{ rateID: 2, unitCost: 95, nights: 2 }] }] }],
  ['two-hotels', { ...CONFIRMED, roomsBooked: [{ roomID: 101 }, { roomID: 301 }] }],
]

const may = (day: number) => `2027-05-${String(day).padStart(2, '0')}`

const booking = (name: string, place: number) => ({
  identity: `booking-${name}`,
  arrivalDate: may(1 + 3 * place),
  departureDate: may(3 + 3 * place),
  reservationSummaryNote: `Note of ${name}: "quoted", 'single', \\ and 🌊`,
  guests: { guestCount: 3, adultCount: 2, childCount: 1 },
  primaryGuestDetails: {
    firstName: 'Anna',
    lastName: `Lindqvist ${place}`,
    company: 'Example AB',
    email: `anna.${place}@example.com`,
    phone: '+46 70 000 00 00',
    address1: 'Storgatan 1',
    address2: 'Floor 2',
    city: 'Umeå',
    state: 'AC',
    zip: '903 26',
    country: 'SE',
  },
  roomsBooked: [
    {
      roomID: 101,
      guestsInRoom: 2,
      rates: [{ rateID: 1, unitCost: 120, nights: 2, taxAmount: 12, isTaxOverride: true }],
    },
    { roomID: 201, guestsInRoom: 1, roomNotes: ['High bed', 'Quiet'] },
  ],
  activitiesBooked: [
    {
      activityID: 1,
      activityDate: may(2 + 3 * place),
      activityStartTime: '10:00',
      activityEndTime: '11:30',
      participants: 2,
      rates: [{ rateID: 1, unitCost: 15, quantity: 2, nights: 1 }],
      activityNotes: ['Wetsuits M and L'],
      selectedHosts: [{ employeeID: 1 }],
      selectedLocations: [{ locationID: 3 }],
      selectedResources: [{ resourceID: 1 }],
    },
  ],
  paymentDetails: { paymentAmount: 50, transactionTotal: 50, paymentSource: 'card', paymentExtID: 'pay-1' },
})

/** What a guest needs to know of the hotel. */
const forGuest = {
  address: { addressLine: 'Rua do Farol 3', city: 'Ericeira', zip: '2655-999', country: 'PT' },
  position: { latitude: 38.963, longitude: -9.417 },
  phone: '+351261000000',
  whatsapp: '+351261000001',
  email: 'desk@example.com',
  website: 'https://hotel.example/',
  directions: 'Left at the lighthouse.\nThen right.',
  houseInfo: [{ title: 'Wi-Fi', text: 'Password: gaivota' }],
  logoUrl: 'https://hotel.example/logo.svg',
  imagePath: 'https://hotel.example/sea.jpg',
  wifi: { network: 'Gaivota', password: 'na-duna-2027' },
  look: { theme: 'light', accent: '#a84d24' },
}

/** A second hotel, for a booking in both. */
const SECOND_HOTEL = {
  properties: [{ hotelid: 'H2', name: 'Casa da Serra', fetchHotelKey: 'KEY-H2' }],
  roomTypes: [{ roomTypeId: 30, hotelid: 'H2', name: 'Cabin', maxOccupancy: 4 }],
  rooms: [{ roomId: 301, roomTypeId: 30, roomName: 'Cabin' }],
}

const channelRoom = (roomid: string, roomTypeId: number) => ({
  cmConnectID: 7,
  roomTypeId,
  data: [
    {
      sellableProducts: {
        hotelid: 'H1',
        sellableProduct: [{ roomid, guestRoom: { room: { roomid, quantity: '3' }, description: { text: roomid } } }],
      },
    },
  ],
})

const channelPlan = (rateplanid: string, rateID: number) => ({
  rateID,
  data: [{ ratePlans: { hotelid: 'H1', ratePlan: [{ rateplanid, description: { name: rateplanid } }] } }],
})

const priced = (from: number, to: number, more: object) => ({ from: may(from), to: may(to), roomstosell: '5', ...more })

const CHANNEL = {
  property: [
    {
      data: [{ hotelid: 'H1', hotelDescriptiveContents: { hotelDescriptiveContent: { hotelName: 'Quinta do Mar' } } }],
    },
  ],
  rooms: [channelRoom('DBL', 10), channelRoom('FAM', 20)],
  ratePlan: [channelPlan('BAR', 1), channelPlan('HB', 2)],
  rateAvailability: [
    {
      data: [
        {
          hotelid: 'H1',
          room: [
            {
              roomid: 'DBL',
              date: [
                priced(1, 31, { rate: [{ rateplanid: 'BAR' }], price: [{ numberOfGuests: '2', value: '120' }] }),
                { from: may(28), to: may(29), closed: '1' },
              ],
            },
            { roomid: 'FAM', date: [priced(1, 10, { closed: '0' })] },
          ],
        },
      ],
    },
  ],
}

/** Creates an application of a customer and a token for it. Release 1.0.0 has no permission for events. */
export async function tokenFor(service: Service, customerId: number, more: readonly string[] = []): Promise<string> {
  const permissions = [...PERMISSIONS, ...more]
  const application = { name: 'integration', customerId, product: 'innlet', permissions }
  const { clientId, clientSecret } = (await service.admin('POST', '/applications', application)).json
  const grant = { grant_type: 'client_credentials', audience: 'innlet-api' }
  return (
    await service.requestOk('POST', '/oauth/token', { ...grant, client_id: clientId, client_secret: clientSecret })
  ).json.access_token
}

/** Creates one customer with rows in every table. */
export async function fillCustomer(service: Service, customer: number): Promise<void> {
  const { setup, ...fields } = seaHotel
  await service.admin('PUT', `/customers/${customer}`, { ...fields, currency: CURRENCIES[customer] })
  const properties = setup.properties.map(property => ({ ...property, ...forGuest }))
  await service.admin('PUT', `/customers/${customer}/setup`, { ...inWholeUnits(setup, customer), properties })
  await service.admin('PUT', `/customers/${customer}/setup`, SECOND_HOTEL)
  const bearer = await tokenFor(service, customer, ['events:write'])
  const post = (path: string, body: object) => service.requestOk('POST', `/api/${path}`, body, bearer)
  await fillWebhooks(post)
  await post('CMConnect/UpdateCMConnect', CHANNEL)
  const ids: number[] = []
  for (const [place, [name, first, ...then]] of LIFECYCLES.entries()) {
    const made = await post('Booking/PostBooking', { ...booking(name, place), ...first, ...correspondence(first) })
    const reservationId = Number(made.headers.get('x-reservation-id'))
    ids.push(reservationId)
    for (const change of then) await post('Booking/PostBooking', { bookingID: reservationId, ...change })
  }
  await post('PartnerItinerary/IssueLink', { reservationId: ids[3] })
  await post('PartnerItinerary/IssueLink', { reservationId: ids[2] })
  await post('PartnerItinerary/RevokeLink', { reservationId: ids[2] })
  await sellAll(post, customer, ids[3] as number)
  await bookOnline(post)
  await holdRoom(post)
  await closeRooms(post)
  await answerMessages(service, bearer)
  await service.admin('POST', `/customers/${customer}/guests/2/erase`)
}

/** Yen has no decimals. */
const inWholeUnits = (setup: typeof seaHotel.setup, customer: number) =>
  CURRENCIES[customer] === 'JPY'
    ? { ...setup, inventoryItems: setup.inventoryItems.map(item => ({ ...item, cost: 40, price: 350 })) }
    : setup

const correspondence = (first: object) => ({
  bookingParameters: {
    ...(first as { bookingParameters: object }).bookingParameters,
    reservationTypeID: 1,
    isSendCorrespondence: true,
    correspondenceToBeSent: [{ correspondenceTypeID: 1 }, { correspondenceTypeID: 2 }],
  },
})

type Post = (path: string, body: object) => ReturnType<Service['requestOk']>

async function sellAll(post: Post, customer: number, reservationID: number): Promise<void> {
  const price = CURRENCIES[customer] === 'JPY' ? 350 : 3.5
  const items = [{ inventoryId: 1, inventoryLocationId: 1, quantity: 2 }]
  const paymentDetails = { paymentAmount: 2 * price, paymentSource: 'cash' }
  const sold = await post('Sale/PostSale', { identity: 'sale-paid', items, paymentDetails })
  const back = [{ ...items[0], quantity: 1 }]
  await post('Sale/PostSale', { identity: 'return-1', returnOf: sold.json.content.saleId, items: back })
  await post('Sale/PostSale', { identity: 'sale-on-account', items, reservationID })
  const cheaper = [{ ...items[0], unitPrice: 1 }]
  const onAccount = { paymentAmount: 5, paymentExtID: 'till-1' }
  await post('Sale/PostSale', { identity: 'sale-both', items: cheaper, reservationID, paymentDetails: onAccount })
}

async function bookOnline(post: Post): Promise<void> {
  const primaryGuestDetails = { firstName: 'Mina', lastName: 'Okabe', email: 'mina@example.com' }
  await post('OnlineBooking/postreservation', {
    identity: 'online-1',
    arrivalDate: may(26),
    departureDate: may(28),
    roomTypeID: 10,
    guests: { guestCount: 2, adultCount: 2 },
    primaryGuestDetails,
    arrivalTime: '21:30',
    notes: 'By the late ferry.',
  })
  const message = 'Is there a cot?'
  await post('OnlineBooking/postinquiry', { identity: 'inquiry-1', primaryGuestDetails, message })
  const dates = { arrivalDate: may(20), departureDate: may(22) }
  await post('OnlineBooking/postinquiry', { ...dates, roomTypeID: 20, primaryGuestDetails, message })
}

async function holdRoom(post: Post): Promise<void> {
  await post('Booking/PostBooking', {
    identity: 'held-1',
    arrivalDate: '2027-06-01',
    departureDate: '2027-06-03',
    primaryGuestDetails: { firstName: 'Ada', lastName: 'Okafor' },
    roomsBooked: [{ roomID: 102 }],
    holdMinutes: 1_440,
  })
}

/** A closure, one of which nights were opened, and one that has ended. */
async function closeRooms(post: Post): Promise<void> {
  const nights = { roomID: 103, fromDate: '2027-06-10', toDate: '2027-06-14', reason: 'The carpet is new.' }
  await post('Reservation/CloseRoom', { identity: 'closure-1', ...nights })
  await post('Reservation/CloseRoom', { ...nights, roomID: 102 })
  await post('Reservation/OpenRoom', { closureId: 2, fromDate: '2027-06-12' })
  await post('Reservation/CloseRoom', { ...nights, roomID: 101, identity: 'closure-3' })
  await post('Reservation/OpenRoom', { closureId: 3 })
}

/** An endpoint of each kind of signature and state. Nobody listens at their addresses. */
async function fillWebhooks(post: Post): Promise<void> {
  const url = 'https://hooks.example.com/innlet'
  await post('Webhook/PostEndpoint', { url, identity: 'endpoint-1' })
  await post('Webhook/PostEndpoint', { url, identity: 'endpoint-2', signature: 'v1a', types: ['reservation.created'] })
  await post('Webhook/PostEndpoint', { url, types: ['sale.created'] })
  await post('Webhook/UpdateEndpoint', { endpointId: 3, status: 'disabled' })
  await post('Webhook/RotateSecret', { endpointId: 1, identity: 'rotation-1' })
}

/** Some messages are processed, one has failed, the others are pending. */
async function answerMessages(service: Service, bearer: string): Promise<void> {
  const path = '/api/Fetch/GetFetchQueueMessage?pageSize=200'
  const { content } = (await service.requestOk('GET', path, undefined, bearer)).json
  const outcomes = ['Processed', 'Processed', 'Failed']
  for (const [i, each] of outcomes.entries()) {
    const { fetchQueueMessageId } = content[i]
    const body = { fetchQueueMessageId, status: each, notes: `${each} by the fixture` }
    await service.requestOk('POST', '/api/Fetch/UpdateFetchQueueMessage', body, bearer)
  }
}

/** Applications and keys in every state, and a second audience. */
export async function fillControl(service: Service): Promise<void> {
  await service.admin('PUT', '/interfaces/engine', { audience: 'engine-api' })
  const fields = { customerId: CUSTOMERS.settled, product: 'innlet', permissions: ['reservations:read'] }
  const register = async (name: string, more: object = {}) =>
    (await service.admin('POST', '/applications', { name, ...fields, ...more })).json.clientId
  await service.admin('PATCH', `/applications/${await register('inactive')}`, { status: 'inactive' })
  await service.admin('PATCH', `/applications/${await register('revoked')}`, { status: 'revoked' })
  await service.admin('POST', `/applications/${await register('rotated')}/rotate-secret`)
  await register('expires', { expiresAt: '2030-01-01T00:00:00Z', product: 'engine' })
  const key = { customerId: CUSTOMERS.settled, name: 'key', permissions: ['inventory:read'] }
  await service.admin('POST', '/api-keys', key)
  const { id } = (await service.admin('POST', '/api-keys', { ...key, name: 'revoked key' })).json
  await service.admin('DELETE', `/api-keys/${id}`)
}

/** Moves a customer until the service answers with a state. */
export async function moveUntil(service: Service, customer: number, to: number, state: string): Promise<void> {
  for (let step = 0; step < 200; step++) {
    const { json } = await service.admin('POST', `/customers/${customer}/move`, { to })
    if (json.state === state) return
  }
  throw new Error(`the move of customer ${customer} never came to ${state}`)
}
