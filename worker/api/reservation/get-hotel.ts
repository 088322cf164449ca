import * as z from 'zod'
import { customerId } from '../../../schema/wire/primitives'
import { Hotel } from '../../../schema/wire/setup-document'
import { endpoint, success } from '../../http/endpoint'
import { readHotel } from '../../store/setup/read-setup'

export const getHotel = endpoint(
  {
    method: 'GET',
    path: '/api/Reservation/GetHotel',
    operationId: 'getHotel',
    summary: 'Returns the hotels of the customer with their rooms, rate plans and activities.',
    description:
      'These are the records whose ids other requests take, such as `roomID`, `roomTypeID` and `rateID`. All of them are in one ' +
      'response, each list by id. Administrators declare them with the setup.',
    auth: 'reservations:read',
    allowReplica: true,
    query: z.lazy(() => z.object({ clientID: customerId })),
    response: Hotel,
    example: {
      response: {
        customerName: 'Quinta do Mar',
        currency: 'EUR',
        timeZone: 'Europe/Lisbon',
        properties: [
          {
            hotelid: 'QDM',
            name: 'Quinta do Mar',
            timeZone: 'Europe/Lisbon',
            checkInTime: '15:00',
            checkOutTime: '11:00',
            phone: '+351 289 000 000',
            whatsapp: '',
            email: '',
            website: '',
            directions: '',
            houseInfo: [],
            logoUrl: '',
            imagePath: '',
          },
        ],
        locations: [{ locationId: 1, name: 'Main house' }],
        roomTypes: [{ roomTypeId: 10, hotelid: 'QDM', name: 'Sea view double', description: '', maxOccupancy: 2 }],
        rooms: [
          { roomId: 101, roomTypeId: 10, locationId: 1, roomName: 'Azul', roomNo: '101', floorNo: '1', isActive: true },
        ],
        ratePlans: [{ rateId: 1, hotelid: 'QDM', name: 'Bed and breakfast' }],
        activities: [{ activityId: 1, name: 'Surf lesson', scheduleType: 'Activity', capacity: 8 }],
        employees: [{ employeeId: 1, firstName: 'Rita', lastName: 'Lopes' }],
        inventoryLocations: [{ inventoryLocationId: 1, name: 'Bar', description: '', isActive: true }],
      },
    },
  },
  async call => {
    const { properties, ...hotel } = await readHotel(call.db, call.scope)
    return success({
      ...hotel,
      properties: properties.map(({ fetchHotelKey: _, wifi: __, look: ___, ...property }) => property),
    })
  },
)
