/*
 * Quinta do Mar, a fictional hotel. `npm start` sets it up as demo data, in the format of the setup document of the
 * administration.
 */

export const DEMO_CUSTOMER = 1

/** The fields of the customer. The service itself serves its pictures. */
export const customerAt = (origin: string) => ({
  name: 'Quinta do Mar',
  currency: 'EUR',
  timeZone: 'Europe/Lisbon',
  logoUrl: `${origin}/demo/logo.svg`,
  imagePath: `${origin}/demo/sea.svg`,
})

export const HOTEL = 'QDM'

const roomTypes = [
  {
    roomTypeId: 10,
    hotelid: HOTEL,
    name: 'Sea view double',
    description: 'A bright room for two on the ocean side, with a balcony that gets the evening sun.',
    maxOccupancy: 2,
  },
  {
    roomTypeId: 20,
    hotelid: HOTEL,
    name: 'Garden double',
    description: 'A quiet room for two with its own door to the orchard, and a third bed for a child.',
    maxOccupancy: 3,
  },
  {
    roomTypeId: 30,
    hotelid: HOTEL,
    name: 'Family suite',
    description: 'Two bedrooms, a sitting room and a terrace above the dunes.',
    maxOccupancy: 5,
  },
]

const room = (roomId: number, roomTypeId: number, locationId: number, roomName: string) => ({
  roomId,
  roomTypeId,
  locationId,
  roomName,
  roomNo: String(roomId),
  floorNo: String(roomId)[0],
})

const CASA_DO_MAR = 1
const CASA_DA_HORTA = 2

const rooms = [
  room(101, 10, CASA_DO_MAR, 'Gaivota'),
  room(102, 10, CASA_DO_MAR, 'Andorinha'),
  room(103, 10, CASA_DO_MAR, 'Garça'),
  room(104, 10, CASA_DO_MAR, 'Cagarra'),
  room(201, 10, CASA_DO_MAR, 'Farol'),
  room(202, 30, CASA_DO_MAR, 'Maré Alta'),
  room(203, 30, CASA_DO_MAR, 'Rosa dos Ventos'),
  room(301, 20, CASA_DA_HORTA, 'Figueira'),
  room(302, 20, CASA_DA_HORTA, 'Limoeiro'),
  room(303, 20, CASA_DA_HORTA, 'Oliveira'),
  room(304, 20, CASA_DA_HORTA, 'Romãzeira'),
  room(305, 30, CASA_DA_HORTA, 'Amendoeira'),
]

/** Ids that bookings name. */
export const RATE = { bedAndBreakfast: 1, halfBoard: 2, longStay: 3 }
export const PLACE = { terrace: 3, beachHut: 4, cellar: 5, spa: 6, harbour: 7, airport: 8 }
export const ACTIVITY = { breakfast: 1, dinner: 2, surf: 3, wine: 4, massage: 5, yoga: 6, boat: 7, transfer: 8 }
export const HOST = { ines: 1, tomas: 2, marta: 3, rui: 4, beatriz: 5, sofia: 6 }
export const RESOURCE = { boards: 1, wetsuits: 2, boat: 3, van: 4 }

const inventoryItem = (
  inventoryId: number,
  itemNumber: string,
  [description, size, color, productType]: [string, string, string, string],
  { cost, price, bar, shop }: { cost: number; price: number; bar: number; shop: number },
) => ({
  inventoryId,
  itemNumber,
  description,
  size,
  color,
  productType,
  cost,
  price,
  stock: [
    { inventoryLocationId: 1, quantityInHand: bar },
    { inventoryLocationId: 2, quantityInHand: shop },
  ],
})

/** The address is invented. No Portuguese number begins with 0 after its area code. */
const forGuest = {
  address: {
    addressLine: 'Estrada do Farol 1',
    city: 'Vila Nova de Milfontes',
    state: 'Alentejo',
    zip: '7645-999',
    country: 'PT',
  },
  position: { latitude: 37.7243, longitude: -8.7926 },
  phone: '+351283000140',
  whatsapp: '+351283000141',
  email: 'reception@quintadomar.example',
  website: 'https://quintadomar.example/',
  directions: [
    'By car: from Lisbon take the A2 to Grândola, the IC33 to Sines, and the N390 to Vila Nova de Milfontes. In the village follow ' +
      'the signs to the lighthouse (farol). The last kilometre is a sand road: take it slowly.',
    'By train: get off at Grândola and tell us your train. Rui waits in front of the station.',
    'By taxi: say “Quinta do Mar, Estrada do Farol”.',
  ].join('\n\n'),
  wifi: { network: 'Quinta do Mar', password: 'gaivota-na-duna' },
  houseInfo: [
    {
      title: 'Breakfast',
      text: 'From 8:00 to 10:30 on the terrace, when it is windy in the wine cellar. Going surfing early? Ask for a basket.',
    },
    {
      title: 'Keys',
      text:
        'Reception is open from 8:00 to 22:00. If you arrive later, your key is in the blue box beside the door; the code is in our ' +
        'message of that day. Leave the key there when you go.',
    },
  ],
}

export const setup = {
  properties: [
    {
      hotelid: HOTEL,
      name: 'Quinta do Mar',
      timeZone: 'Europe/Lisbon',
      fetchHotelKey: 'quinta-do-mar',
      checkInTime: '15:00',
      checkOutTime: '11:00',
      ...forGuest,
    },
  ],
  locations: [
    { locationId: CASA_DO_MAR, name: 'Casa do Mar' },
    { locationId: CASA_DA_HORTA, name: 'Casa da Horta' },
    { locationId: PLACE.terrace, name: 'Terrace restaurant' },
    { locationId: PLACE.beachHut, name: 'Beach hut' },
    { locationId: PLACE.cellar, name: 'Wine cellar' },
    { locationId: PLACE.spa, name: 'Spa' },
    { locationId: PLACE.harbour, name: 'Harbour, pier 2' },
    { locationId: PLACE.airport, name: 'Lisbon airport, arrivals' },
  ],
  roomTypes,
  rooms,
  ratePlans: [
    { rateId: RATE.bedAndBreakfast, hotelid: HOTEL, name: 'Bed and breakfast' },
    { rateId: RATE.halfBoard, hotelid: HOTEL, name: 'Half board' },
    { rateId: RATE.longStay, hotelid: HOTEL, name: 'Seven nights and more' },
  ],
  activities: [
    { activityId: ACTIVITY.breakfast, name: 'Breakfast', scheduleType: 'Meal' },
    { activityId: ACTIVITY.dinner, name: 'Dinner', scheduleType: 'Meal', capacity: 40 },
    { activityId: ACTIVITY.surf, name: 'Surf lesson', scheduleType: 'Activity', capacity: 8 },
    { activityId: ACTIVITY.wine, name: 'Wine tasting', scheduleType: 'Activity', capacity: 12 },
    { activityId: ACTIVITY.massage, name: 'Massage', scheduleType: 'Spa', capacity: 2 },
    { activityId: ACTIVITY.yoga, name: 'Yoga at sunrise', scheduleType: 'Activity', capacity: 10 },
    { activityId: ACTIVITY.boat, name: 'Boat trip to the islands', scheduleType: 'Excursion', capacity: 10 },
    { activityId: ACTIVITY.transfer, name: 'Airport transfer', scheduleType: 'Transfer' },
  ],
  employees: [
    { employeeId: HOST.ines, firstName: 'Inês', lastName: 'Duarte' },
    { employeeId: HOST.tomas, firstName: 'Tomás', lastName: 'Figueiredo' },
    { employeeId: HOST.marta, firstName: 'Marta', lastName: 'Leal' },
    { employeeId: HOST.rui, firstName: 'Rui', lastName: 'Carvalho' },
    { employeeId: HOST.beatriz, firstName: 'Beatriz', lastName: 'Antunes' },
    { employeeId: HOST.sofia, firstName: 'Sofia', lastName: 'Nunes' },
  ],
  resources: [
    { resourceId: RESOURCE.boards, name: 'Foam boards', resourceTypeId: 1 },
    { resourceId: RESOURCE.wetsuits, name: 'Wetsuits', resourceTypeId: 1 },
    { resourceId: RESOURCE.boat, name: 'The Cagarra, 10 seats', resourceTypeId: 2 },
    { resourceId: RESOURCE.van, name: 'Van, 8 seats', resourceTypeId: 2 },
  ],
  inventoryLocations: [
    { inventoryLocationId: 1, name: 'Terrace bar', description: 'The bar of the terrace restaurant' },
    { inventoryLocationId: 2, name: 'Reception shop', description: 'The shelf beside the reception' },
  ],
  inventoryItems: [
    inventoryItem(1, 'WATER-05', ['Mineral water', '0.5 l', '', 'Drink'], { cost: 0.35, price: 2, bar: 96, shop: 24 }),
    inventoryItem(2, 'VERDE-075', ['Vinho verde of the house', '0.75 l', 'White', 'Wine'], {
      cost: 4.2,
      price: 16,
      bar: 60,
      shop: 12,
    }),
    inventoryItem(3, 'OIL-05', ['Olive oil from the quinta', '0.5 l', '', 'Food'], {
      cost: 5.5,
      price: 14,
      bar: 6,
      shop: 40,
    }),
    inventoryItem(4, 'WAX-COOL', ['Surf wax, cool water', '80 g', 'White', 'Beach'], {
      cost: 1.1,
      price: 4.5,
      bar: 0,
      shop: 30,
    }),
    inventoryItem(5, 'SUN-50', ['Sun cream SPF 50', '200 ml', '', 'Beach'], { cost: 6, price: 15, bar: 4, shop: 18 }),
    inventoryItem(6, 'BAG-BLUE', ['Canvas bag', 'One size', 'Blue', 'Gift'], { cost: 3, price: 12, bar: 0, shop: 25 }),
    inventoryItem(7, 'SARD-125', ['Sardines in olive oil', '125 g', '', 'Food'], {
      cost: 1.6,
      price: 5,
      bar: 20,
      shop: 48,
    }),
  ],
}
