import { type Call, rows, rowsByTable } from './service'

/** A booking of one room for two nights. Tests override the fields that they are about. */
export const aBooking = (changes: Record<string, unknown> = {}) => ({
  arrivalDate: '2027-05-10',
  departureDate: '2027-05-12',
  primaryGuestDetails: { firstName: 'Anna', lastName: 'Lindqvist', email: 'anna@example.com', phone: '+46 70 000' },
  roomsBooked: [{ roomID: 101, guestsInRoom: 2 }],
  ...changes,
})

export const post = (call: Call, body: unknown, headers?: Record<string, string>) =>
  call('POST', '/Booking/PostBooking', body, headers)

/** Creates a booking and returns its id. */
export async function book(call: Call, changes: Record<string, unknown> = {}): Promise<number> {
  const response = await post(call, aBooking(changes))
  if (response.status !== 200) throw new Error(`expected 200, got ${response.status}: ${response.text}`)
  return Number(response.headers.get('x-reservation-id'))
}

/** Room and night of every taken night, in order. */
export const takenNights = async () =>
  (await rows('SELECT room_id, night FROM room_night ORDER BY room_id, night')).map(
    row => `${row.room_id} ${row.night}`,
  )

/** Booked participants by slot. */
export const bookedSlots = async () =>
  (await rows('SELECT * FROM activity_slot WHERE booked > 0 ORDER BY slot_date, slot_time')).map(
    row => `${row.activity_id} ${row.slot_date} ${row.slot_time} ${row.booked}`,
  )

/** The messages of the fetch queue, oldest first. */
export const queueMessages = async () =>
  (await rows('SELECT * FROM fetch_message ORDER BY message_id')).map(
    row => `${row.status_type} ${row.room_id} ${row.stay_arrival} ${row.stay_departure}`,
  )

const TABLES = [
  'guest',
  'reservation',
  'room_stay',
  'room_night',
  'room_rate',
  'activity_booking',
  'activity_rate',
  'activity_slot',
  'payment',
  'correspondence',
  'idempotency',
  'fetch_message',
  'hold',
]

/** All rows that a booking may write, to check that a refused request has changed none. */
export const readBookingTables = () => rowsByTable(TABLES)
