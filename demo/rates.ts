import { dateAfter } from '../schema/stay-dates.ts'
import { HOTEL, RATE } from './hotel.ts'

const DAYS = 500

/** Rooms as a channel manager sells them: id, room type, rooms a night, and the price by number of guests. */
const ROOMS = [
  { roomid: 'DBL-SEA', roomTypeId: 10, roomstosell: '5', price: { 1: '139.00', 2: '158.00' } },
  { roomid: 'DBL-GDN', roomTypeId: 20, roomstosell: '4', price: { 1: '119.00', 2: '138.00', 3: '158.00' } },
  { roomid: 'SUI', roomTypeId: 30, roomstosell: '3', price: { 2: '230.00', 3: '255.00', 4: '280.00' } },
]
const PLAN = 'BB'

/** The message of a channel manager with prices and availability from a day on. */
export const ratesFrom = (day: string) => ({
  rooms: ROOMS.map(({ roomid, roomTypeId }) => ({
    roomTypeId,
    data: [{ sellableProducts: { hotelid: HOTEL, sellableProduct: [{ roomid }] } }],
  })),
  ratePlan: [
    {
      rateID: RATE.bedAndBreakfast,
      data: [
        {
          ratePlans: {
            hotelid: HOTEL,
            ratePlan: [{ rateplanid: PLAN, description: { name: 'Bed and breakfast' } }],
          },
        },
      ],
    },
  ],
  rateAvailability: [
    {
      data: [
        {
          hotelid: HOTEL,
          room: ROOMS.map(({ roomid, roomstosell, price }) => ({
            roomid,
            date: [
              {
                from: day,
                to: dateAfter(day, DAYS),
                roomstosell,
                rate: [{ rateplanid: PLAN }],
                price: Object.entries(price).map(([numberOfGuests, value]) => ({ numberOfGuests, value })),
              },
            ],
          })),
        },
      ],
    },
  ],
})
