import * as z from 'zod'
import { perLimits } from './limits'
import { longList } from './long-list'
import { bodyPaging, listOf } from './paging'
import { count, customerId, id, idText, instantOf, stayDate } from './primitives'
import { optionalDateFilter, optionalFilter, PrimaryGuest, RoomRateLine } from './reservation'

/*
 * Reservations as a channel manager requests and reads them. Dates are `YYYY-MM-DD`, as in all messages of channel managers.
 */

/** A filter for stays: a room of the type, on any night of the dates. An entry without a field is ignored. */
const RoomInfo = z.lazy(() =>
  z
    .object({
      roomTypeID: optionalFilter(id).describe('A room of this type: `roomTypeId` of the setup.'),
      arrivalDate: optionalDateFilter(stayDate).describe('Nights from this day on.'),
      departureDate: optionalDateFilter(stayDate).describe('Nights before this day.'),
    })
    .refine(({ arrivalDate, departureDate }) => !arrivalDate || !departureDate || arrivalDate < departureDate, {
      path: ['departureDate'],
      error: 'expected a date after arrivalDate',
    })
    .meta({
      id: 'ChannelRoomFilter',
      description: 'A filter for stays: a room of the type, on any night of the dates.',
    }),
)

/** Filters, combined with AND. */
export const ChannelReservationRequest = perLimits(limits =>
  z
    .object({
      clientID: customerId,
      reservationCMStatusTypeID: optionalFilter(
        count(3, 1).meta({ description: '1 new (never changed), 2 modified, 3 cancelled.' }),
      ),
      bookingID: optionalFilter(idText(200).meta({ description: "A reservation's id, number or identity." })),
      roomInfo: optionalFilter(longList(RoomInfo, 50).meta({ description: 'One matching entry is enough.' })),
      ...bodyPaging(limits),
    })
    .meta({ id: 'ChannelReservationFilter', description: 'Filters, combined with AND.' }),
)

const ReservedRoom = z.lazy(() =>
  z
    .object({
      roomTypeID: z.int().describe('The room type of the room.'),
      roomid: z.string().meta({ description: "The channel's room that is linked to the room type, or empty." }),
      arrivalDate: z.string().describe('The first night, `YYYY-MM-DD`.'),
      departureDate: z.string().describe('The day of departure, `YYYY-MM-DD`.'),
      guests: z.int().meta({ description: 'The number of guests in the room.' }),
      rates: z.array(RoomRateLine),
    })
    .meta({ id: 'ChannelReservationRoom', description: 'A room of a reservation.' }),
)

export const ChannelReservation = z.lazy(() =>
  z
    .object({
      bookingID: z.string().meta({ description: 'The identity of the booking, or its reservationId if it has none.' }),
      reservationId: z.int().describe('The id of the reservation: `bookingID` of `PostBooking`.'),
      reservationNumber: z.string().describe('The number of the reservation, for people.'),
      clientID: z.int().describe('The customer.'),
      reservationCMStatusTypeID: z.int().min(1).max(3).describe('1 new (never changed), 2 modified, 3 cancelled.'),
      guest: PrimaryGuest,
      roomInfo: z.array(ReservedRoom),
      total: z.number().meta({ description: 'Rooms and activities; 0 if the reservation is cancelled.' }),
      currency: z.string().describe('The currency of all amounts (ISO 4217).'),
      createdAt: instantOf('When it was made.'),
      updatedAt: instantOf('When it, or its account, was last changed.'),
    })
    .meta({ id: 'ChannelReservation', description: 'A reservation as a channel manager reads it.' }),
)

export const ChannelReservations = z.lazy(() => listOf(ChannelReservation))

export type ChannelReservationRequest = z.output<ReturnType<typeof ChannelReservationRequest>>
export type ChannelReservation = z.output<typeof ChannelReservation>
