import { dateAfter } from '../schema/stay-dates.ts'

/*
 * Grande Hotel do Farol, a fictional hotel of 120 rooms with the bookings of a year, for `npm start -- --demo large`. It comes
 * as an export of another installation would: 8,000 bookings by PostBooking take minutes. The same day gives the same rows.
 */

export const LARGE_CUSTOMER = 2
export const LARGE_HOTEL = 'GHF'

/** Days before and after the day with bookings. */
const [BEFORE, AFTER] = [60, 305]
const RATE_ID = 1

const TYPES = [
  { roomTypeId: 1, name: 'City double', rooms: 56, floors: [1, 2, 3, 4], maxOccupancy: 2, price: 118 },
  { roomTypeId: 2, name: 'Sea double', rooms: 44, floors: [5, 6, 7, 8], maxOccupancy: 3, price: 164 },
  { roomTypeId: 3, name: 'Suite', rooms: 20, floors: [9, 10], maxOccupancy: 4, price: 286 },
]
const FIRST = ['Ana', 'Bruno', 'Chloé', 'Dimitri', 'Elif', 'Femke', 'Giulia', 'Hugo', 'Ingrid', 'João', 'Kasia', 'Liam']
const LAST = [
  ...[
    'Almeida',
    'Bianchi',
    'Costa',
    'Dubois',
    'Eriksson',
    'Fischer',
    'García',
    'Horvat',
    'Ivanova',
    'Jensen',
    'Kowalski',
  ],
  ...[
    'Lefèvre',
    'Martins',
    'Novak',
    "O'Brien",
    'Papadopoulos',
    'Rossi',
    'Schneider',
    'Teixeira',
    'van den Berg',
    'Yılmaz',
  ],
]
const REASONS = ['New carpet', 'The window is replaced', 'Painted']

export type Row = Readonly<Record<string, string | number | null>>

const rooms = TYPES.flatMap(({ roomTypeId, rooms: count, floors, price, maxOccupancy }) =>
  Array.from({ length: count }, (_, i) => {
    const perFloor = count / floors.length
    const roomId = (floors[Math.floor(i / perFloor)] as number) * 100 + 1 + (i % perFloor)
    return { roomId, roomTypeId, price, maxOccupancy }
  }),
)

/** The rows of the hotel's setup, by table. */
function setupRows(at: number): Record<string, Row[]> {
  return {
    customer: [
      {
        customer_name: 'Grande Hotel do Farol',
        currency: 'EUR',
        time_zone: 'Europe/Lisbon',
        created_at: at,
        updated_at: at,
      },
    ],
    property: [
      {
        hotel_id: LARGE_HOTEL,
        property_name: 'Grande Hotel do Farol',
        property_time_zone: 'Europe/Lisbon',
        check_in_time: '15:00',
        check_out_time: '12:00',
      },
    ],
    room_type: TYPES.map(({ roomTypeId, name, maxOccupancy }) => ({
      room_type_id: roomTypeId,
      hotel_id: LARGE_HOTEL,
      room_type_name: name,
      max_occupancy: maxOccupancy,
    })),
    room: rooms.map(({ roomId, roomTypeId }) => ({
      room_id: roomId,
      room_type_id: roomTypeId,
      room_name: String(roomId),
      room_no: String(roomId),
      floor_no: String(Math.floor(roomId / 100)),
    })),
    rate_plan: [{ rate_id: RATE_ID, hotel_id: LARGE_HOTEL, rate_name: 'Bed and breakfast' }],
  }
}

/** Numbers from 0 to 1, the same in each run. */
function randomNumbers(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

interface Stay {
  roomId: number
  /** Days after today. */
  from: number
  to: number
  price: number
  guests: number
  /** Out of service. */
  isClosed: boolean
}

/** The stays of all rooms, in the order in which they were booked. */
function stays(): Stay[] {
  const random = randomNumbers(120)
  const all = rooms.flatMap(({ roomId, price, maxOccupancy }) => {
    const found: Stay[] = []
    for (let day = -BEFORE + Math.floor(random() * 4); day < AFTER; ) {
      const to = day + 1 + Math.floor(random() ** 2 * 9)
      const guests = 1 + Math.floor(random() * maxOccupancy)
      found.push({ roomId, from: day, to, price, guests, isClosed: random() < 0.008 })
      // Two of three departures are followed by an arrival, until bookings become few in half a year.
      const isLate = day > 150 && random() < 0.5
      day = to + (random() < 0.65 ? 0 : 1 + Math.floor(random() * 4)) + (isLate ? 12 : 0)
    }
    return found
  })
  return all.sort((one, other) => one.from - other.from || one.roomId - other.roomId)
}

/** Status: CheckedOut, InHouse, Tentative or Confirmed. */
const statusOf = ({ from, to }: Stay, id: number) =>
  to < 0 || (to === 0 && id % 3 === 0) ? 5 : from < 0 ? 4 : id % 19 ? 3 : 2

/** All rows of the hotel around a day, by table, each table after those that its rows refer to. `at`: the instant of the last booking. */
export function largeHotelRows(today: string, at: number): Record<string, Row[]> {
  const date = (day: number) => dateAfter(today, day)
  const tables = { guest: [], reservation: [], room_stay: [], closure: [], room_night: [], room_rate: [] }
  const rows: Record<keyof typeof tables, Row[]> = tables
  const random = randomNumbers(7)
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] as string
  for (const stay of stays()) {
    const { roomId, from, to, price, guests } = stay
    const isWithin = { from_date: date(from), to_date: date(to) }
    const nights = Array.from({ length: to - from }, (_, night) => ({ room_id: roomId, night: date(from + night) }))
    if (stay.isClosed) {
      const id = rows.closure.length + 1
      const reason = pick(REASONS)
      rows.closure.push({
        closure_id: id,
        room_id: roomId,
        ...isWithin,
        reason,
        body_hash: `demo-${id}`,
        created_at: at,
      })
      rows.room_night.push(...nights.map(night => ({ ...night, reservation_id: null, closure_id: id, stay_no: 1 })))
      continue
    }
    const id = rows.reservation.length + 1
    const status = statusOf(stay, id)
    const [first, last] = [pick(FIRST), pick(LAST)]
    const of = { reservation_id: id }
    rows.guest.push({ guest_id: id, first_name: first, last_name: last, email: `guest-${id}@example.com` })
    rows.reservation.push({
      ...of,
      ...{ reservation_number: 10_000_000 + id, hotel_id: LARGE_HOTEL, status_id: status, type_id: 1 },
      ...{ arrival_date: date(from), departure_date: date(to), guest_id: id, guest_count: guests, adult_count: guests },
      ...{ version: 1, change_seq: id, created_at: at, updated_at: at },
    })
    rows.room_stay.push({
      ...of,
      ...{ stay_no: 1, room_id: roomId, stay_arrival: date(from), stay_departure: date(to) },
      ...{ guests_in_room: guests, room_notes: '[]' },
    })
    // A booking that ended holds no night.
    if (status < 5) rows.room_night.push(...nights.map(night => ({ ...night, ...of, closure_id: null, stay_no: 1 })))
    rows.room_rate.push({
      ...of,
      ...{ stay_no: 1, line_no: 1, rate_id: RATE_ID, unit_cost: price * 100, quantity: 1, nights: to - from },
      ...isWithin,
      ...{ is_tax_override: 0, tax_amount: 0 },
    })
  }
  return { ...setupRows(at), ...rows }
}

/** The message of a channel manager with prices and rooms to sell. */
export const largeHotelRates = (today: string) => ({
  rooms: TYPES.map(({ roomTypeId }) => ({
    roomTypeId,
    data: [{ sellableProducts: { hotelid: LARGE_HOTEL, sellableProduct: [{ roomid: `T${roomTypeId}` }] } }],
  })),
  ratePlan: [
    {
      rateID: RATE_ID,
      data: [
        {
          ratePlans: {
            hotelid: LARGE_HOTEL,
            ratePlan: [{ rateplanid: 'BB', description: { name: 'Bed and breakfast' } }],
          },
        },
      ],
    },
  ],
  rateAvailability: [
    {
      data: [
        {
          hotelid: LARGE_HOTEL,
          room: TYPES.map(({ roomTypeId, rooms: count, maxOccupancy, price }) => ({
            roomid: `T${roomTypeId}`,
            date: [
              {
                from: today,
                to: dateAfter(today, AFTER),
                roomstosell: String(count),
                rate: [{ rateplanid: 'BB' }],
                price: Array.from({ length: maxOccupancy }, (_, i) => ({
                  numberOfGuests: String(i + 1),
                  value: `${price + i * 20}.00`,
                })),
              },
            ],
          })),
        },
      ],
    },
  ],
})
