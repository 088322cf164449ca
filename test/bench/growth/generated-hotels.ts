/*
 * A chain of three hotels. Requests by room type use the six double rooms of each hotel, whatever the number of reservations.
 * The cabins are many: every stay that holds a room has its own.
 */

export const HOTELS = 3

/** Reservations of one layer. Every day has every kind of reservation, and all layers are alike. */
export const LAYER = 500

/** The number of layers that there are cabins for: a million reservations. */
export const LAYERS = 2000

/** The reservations of a day, in the order of their ids. Most are in the past. */
export const CYCLE = [
  'Inquiry',
  'Tentative',
  'Confirmed',
  'InHouse',
  'NoShow',
  ...Array<'Cancelled'>(3).fill('Cancelled'),
  ...Array<'CheckedOut'>(12).fill('CheckedOut'),
] as const

export type Kind = (typeof CYCLE)[number]

/** Kinds that hold a room. Each stay has its own cabin. */
export const HOLDING: readonly Kind[] = ['Tentative', 'Confirmed', 'InHouse']

export const FIRST_DAY = '2027-01-01'
/** Days with arrivals. */
export const DAYS = LAYER / CYCLE.length
/** As many nights as hotels: guests of one cabin arrive every third day, and their stays do not overlap. */
export const NIGHTS = HOTELS

/** Rooms of a hotel that are requested by type. */
export const DOUBLES = 6

export const doubleOf = (hotel: number) => hotel * 10
const cabinOf = (hotel: number) => hotel * 10 + 1
export const firstDouble = (hotel: number) => hotel * 100_000 + 1
export const firstCabin = (hotel: number) => hotel * 100_000 + 100
export const rateOf = (hotel: number) => hotel * 10

const hotels = Array.from({ length: HOTELS }, (_, i) => i + 1)
const range = (count: number, first: number) => Array.from({ length: count }, (_, i) => first + i)

const roomOf = (hotel: number, roomTypeId: number, roomName: string) => (roomId: number) => ({
  roomId,
  roomTypeId,
  locationId: hotel,
  roomName,
  roomNo: '7',
  floorNo: '1',
})

export const hotelChain = { name: 'Quinta do Mar', currency: 'EUR', timeZone: 'Europe/Lisbon' }

/** The chain's records, with the cabins of one layer. */
export const setup = {
  properties: hotels.map(hotel => ({
    hotelid: `H${hotel}`,
    name: `Quinta ${hotel}`,
    fetchHotelKey: `KEY-H${hotel}`,
    checkInTime: '15:00',
    checkOutTime: '11:00',
  })),
  locations: hotels.map(hotel => ({ locationId: hotel, name: `Wing ${hotel}` })),
  roomTypes: hotels.flatMap(hotel => [
    { roomTypeId: doubleOf(hotel), hotelid: `H${hotel}`, name: 'Double', maxOccupancy: 2 },
    { roomTypeId: cabinOf(hotel), hotelid: `H${hotel}`, name: 'Cabin', maxOccupancy: 2 },
  ]),
  rooms: hotels.flatMap(hotel => [
    ...range(DOUBLES, firstDouble(hotel)).map(roomOf(hotel, doubleOf(hotel), 'Double')),
    ...range(HOLDING.length, firstCabin(hotel)).map(roomOf(hotel, cabinOf(hotel), 'Cabin')),
  ]),
  ratePlans: hotels.map(hotel => ({ rateId: rateOf(hotel), hotelid: `H${hotel}`, name: 'Best available' })),
  activities: [{ activityId: 1, name: 'Breakfast', scheduleType: 'Meal' }],
  employees: [{ employeeId: 1, firstName: 'Inês', lastName: 'Duarte' }],
  resources: [{ resourceId: 1, name: 'Long board' }],
  inventoryLocations: [
    { inventoryLocationId: 1, name: 'Bar' },
    { inventoryLocationId: 2, name: 'Shop' },
  ],
  inventoryItems: [
    {
      inventoryId: 1,
      itemNumber: 'SKU-1',
      description: 'Mineral water',
      price: 3.5,
      stock: [
        { inventoryLocationId: 1, quantityInHand: 900_000 },
        { inventoryLocationId: 2, quantityInHand: 900_000 },
      ],
    },
  ],
}

/** Two months of rates and availability of the first hotel. */
export const calendar = {
  rooms: [
    { roomTypeId: doubleOf(1), data: [soldRoom('DBL')] },
    { roomTypeId: cabinOf(1), data: [soldRoom('CAB')] },
  ],
  ratePlan: [
    {
      rateID: rateOf(1),
      data: [
        {
          ratePlans: {
            hotelid: 'H1',
            ratePlan: [{ ratePlanNotifType: 'New', rateplanid: 'BAR', description: { name: 'Best available' } }],
          },
        },
      ],
    },
  ],
  rateAvailability: [{ data: [{ hotelid: 'H1', room: [toSell('DBL', '20'), toSell('CAB', '9000')] }] }],
}

function soldRoom(roomid: string) {
  const guestRoom = {
    occupancy: { maxOccupancy: '2' },
    room: { roomid, roomRate: '90.00', quantity: '6', roomType: roomid },
  }
  return {
    sellableProducts: {
      hotelid: 'H1',
      sellableProduct: [{ invStatusType: 'Initial', invNotifType: 'New', roomid, guestRoom }],
    },
  }
}

function toSell(roomid: string, roomstosell: string) {
  const span = { from: FIRST_DAY, to: '2027-02-28', roomstosell, closed: '0' }
  const price = [{ numberOfGuests: '2', value: '120.00' }]
  return { roomid, date: [{ ...span, rate: [{ rateplanid: 'BAR' }], price }] }
}
