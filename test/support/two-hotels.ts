import { admin, expectStatus } from './service'

/** A second hotel of the customer Quinta do Mar, with its own logo and picture and a room. */
const casaDaSerra = {
  properties: [
    {
      hotelid: 'H2',
      name: 'Casa da Serra',
      checkInTime: '16:00',
      checkOutTime: '12:00',
      logoUrl: 'https://serra.test/logo.svg',
      imagePath: 'https://serra.test/hill.jpg',
    },
  ],
  roomTypes: [{ roomTypeId: 30, hotelid: 'H2', name: 'Cabin', maxOccupancy: 4 }],
  rooms: [{ roomId: 301, roomTypeId: 30, roomName: 'Cabin' }],
}

export const openCasaDaSerra = () => expectStatus(200, admin('PUT', '/customers/1/setup', casaDaSerra))
