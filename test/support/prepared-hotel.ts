import { inject } from 'vitest'
import { seaHotel } from '../fixtures/sea-hotel'
import { aBooking, book } from './booking'
import { days, declareChannel, price, rate, span, updateSuccessfully } from './channel-message'
import { closedLongAgo } from './customer-data'
import { issueLink } from './itinerary'
import { sellSuccessfully } from './sale'
import { type SampleHotel, sampleSeaHotel } from './sample-hotel'
import { ALL_PERMISSIONS, admin, databases, expectStatus, markUsed, openHotel } from './service'
import { makeEndpoint } from './webhooks'

/**
 * The sea hotel with all records that the sample requests name: a booking with a link, rooms for sale online, an API key of the
 * hotel, and one of another customer. `changes` override fields of the booking.
 */
export async function prepareHotel(changes: Record<string, unknown> = {}) {
  const hotel = await openHotel()
  await declareChannel(hotel.call)
  const open = { ...span('01', '31'), roomstosell: '3', ...rate('BAR'), ...price({ 2: '100.00' }) }
  for (const roomid of ['DBL', 'FAM']) await updateSuccessfully(hotel.call, days([open], {}, roomid))
  const { identity } = sampleSeaHotel
  const reservationId = await book(hotel.call, { ...aBooking(), identity, ...changes })
  await expectStatus(200, hotel.call('POST', '/Reservation/CloseRoom', CLOSURE))
  const { token: link } = await issueLink(hotel, reservationId)
  await sellSuccessfully(hotel.call, { reservationID: reservationId })
  const webhookUrl = `${inject('receiverUrl')}/r/samples`
  const { endpointId } = await makeEndpoint(hotel.call, webhookUrl, { types: ['endpoint.disabled'] })
  const other = { name: 'Aurora', currency: 'EUR', timeZone: 'Europe/Rome' }
  await expectStatus(200, admin('PUT', '/customers/7', other))
  const { apiKey } = await createApiKey(1)
  const spare = await createApiKey(7)
  await markUsed('api_key')
  const [personId, sparePersonId] = [await invite(), await invite()]
  const { closedCustomer, deletedCustomer } = sampleSeaHotel
  for (const customer of [closedCustomer, deletedCustomer]) {
    await expectStatus(200, admin('PUT', `/customers/${customer}`, other))
    await closedLongAgo(customer)
  }
  await expectStatus(200, admin('DELETE', `/customers/${deletedCustomer}`))
  const { clientId, clientSecret } = hotel
  const samples: SampleHotel = {
    ...sampleSeaHotel,
    setup: { ...seaHotel.setup, inventoryItems: STOCK_AFTER_SALE },
    reservationId,
    link,
    webhookEndpointId: endpointId,
    webhookUrl,
    application: { clientId, clientSecret },
    spareKeyId: spare.id,
    personId,
    sparePersonId,
    database: databases.length - 1,
  }
  return { ...hotel, samples, apiKey: apiKey as string, link, reservationId }
}

/** The items with what the sale has left: the setup that is sent again keeps it. */
const STOCK_AFTER_SALE = seaHotel.setup.inventoryItems.map(item => ({
  ...item,
  stock: item.stock.map(each => ({ ...each, quantityInHand: each.quantityInHand - 1 })),
}))

const CLOSURE = { roomID: sampleSeaHotel.closedRoomId, fromDate: '2027-05-11', toDate: '2027-05-14' }

const createApiKey = async (customerId: number) =>
  (await expectStatus(201, admin('POST', '/api-keys', { customerId, name: 'till', permissions: ALL_PERMISSIONS }))).json

const invite = async (): Promise<number> => {
  const roles = [{ customerId: sampleSeaHotel.customer, role: 'manager' }]
  return (await expectStatus(201, admin('POST', '/people', { name: 'Anna', kind: 'person', roles }))).json.personId
}
