import { seaHotel } from '../fixtures/sea-hotel.ts'

/** Records of a hotel that sample requests name. All ids are those of one customer. */
export interface SampleHotel {
  customer: number
  hotelId: string
  hotelKey: string
  /** A confirmed reservation of another room, with its guest and its identity. */
  reservationId: number
  reservationNumber: string
  guestId: number
  identity: string
  /** No room is taken on these nights, except that of the reservation. */
  arrivalDate: string
  departureDate: string
  freeRoomId: number
  /** A room with a closure that begins on these nights. */
  closedRoomId: number
  closureId: number
  locationId: number
  /** A room type with allotment and prices. If it has one room, online bookings take the same room in every run. */
  roomTypeId: number
  rateId: number
  /** The channel's names of a room and a rate plan. */
  channelRoomId: string
  channelRoomTypeId: number
  channelPlanId: string
  activityId: number
  employeeId: number
  resourceId: number
  /** An item in stock at the location. */
  inventoryId: number
  inventoryLocationId: number
  itemNumber: string
  /** A sale on the account of the reservation, of the item at the location. */
  saleId: number
  fetchMessageId: number
  /** A webhook endpoint that no event of a sample request matches, and an address for another one. */
  webhookEndpointId: number
  webhookUrl: string
  setup: Record<string, unknown>
  /** The token of a valid itinerary link of the reservation. */
  link: string
  application: { clientId: string; clientSecret: string }
  /** An API key that no test needs afterwards. */
  spareKeyId: string
  /** A person of the customer, and one whom no test needs afterwards. */
  personId: number
  sparePersonId: number
  /** A customer that was closed long ago. */
  closedCustomer: number
  /** A customer that was deleted. */
  deletedCustomer: number
  /** The id of no customer. */
  freeCustomerId: number
  /** The database that holds the customer. */
  database: number
  /** Part of every text that identifies a guest. */
  guest: string
}

/** The sea hotel of the tests, without credentials. `prepareHotel` creates its records. */
export const sampleSeaHotel: SampleHotel = {
  customer: 1,
  hotelId: 'H1',
  hotelKey: 'KEY-H1',
  reservationId: 1,
  reservationNumber: '10000001',
  guestId: 1,
  identity: 'mine',
  arrivalDate: '2027-05-10',
  departureDate: '2027-05-12',
  freeRoomId: 102,
  closedRoomId: 103,
  closureId: 1,
  locationId: 1,
  roomTypeId: 20,
  rateId: 1,
  channelRoomId: 'DBL',
  channelRoomTypeId: 10,
  channelPlanId: 'BAR',
  activityId: 1,
  employeeId: 1,
  resourceId: 1,
  inventoryId: 1,
  inventoryLocationId: 1,
  itemNumber: 'SKU-1',
  saleId: 1,
  fetchMessageId: 1,
  webhookEndpointId: 1,
  webhookUrl: 'https://hooks.example.com/innlet',
  setup: seaHotel.setup,
  link: 'no-link',
  application: { clientId: 'app_none', clientSecret: 'cs_none' },
  spareKeyId: 'key_none',
  personId: 1,
  sparePersonId: 2,
  closedCustomer: 11,
  deletedCustomer: 13,
  freeCustomerId: 12,
  database: 0,
  guest: 'Okabe',
}
