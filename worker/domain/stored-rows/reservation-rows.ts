import * as z from 'zod'
import { activityBooking, activityRate } from '../../../schema/tables/activity-booking'
import { correspondence } from '../../../schema/tables/correspondence'
import { fetchMessage } from '../../../schema/tables/fetch-queue'
import { guest } from '../../../schema/tables/guest'
import { idempotency } from '../../../schema/tables/idempotency'
import { sale, saleItem, salePayment } from '../../../schema/tables/inventory'
import { itineraryLink } from '../../../schema/tables/itinerary-link'
import { payment } from '../../../schema/tables/payment'
import { reservation, reservationHotel } from '../../../schema/tables/reservation'
import { roomNight, roomRate, roomStay } from '../../../schema/tables/stay'
import { Guest } from '../../../schema/wire/guest'
import { count, id, integer, NOTE_LENGTH } from '../../../schema/wire/primitives'
import { rowContract } from './row-contract'
import {
  date,
  flag,
  givenId,
  identity,
  instant,
  json,
  madeWith,
  minor,
  position,
  sequence,
  storedText,
  storedValues,
  time,
  token,
} from './values'

/* The rows of reservations, guests and sales. */

const notes = z.lazy(() => json(z.array(storedText(NOTE_LENGTH))))
const named = z.lazy(() =>
  json(
    z.array(
      z.object({
        id: id.optional(),
        name: storedText(200).optional(),
        firstName: storedText(200).optional(),
        lastName: storedText(200).optional(),
        typeId: id.optional(),
      }),
    ),
  ),
)
const guests = z.lazy(() => count(1_000_000))

const rateLine = () => ({
  rateId: id,
  unitCost: sequence,
  quantity: sequence,
  nights: sequence,
  isTaxOverride: flag,
  taxAmount: sequence,
})

const paymentValues = () => ({
  paymentExtId: storedText(200),
  paymentSource: storedText(100),
  paymentAmount: minor,
  surcharge: minor,
  baseAmount: minor,
  transactionTotal: minor,
  adjustmentValue: minor,
  correspondenceTypeId: id,
  createdAt: instant,
})

export const reservationRows = () => [
  rowContract(guest, { ...storedValues(Guest), guestId: givenId, isErased: flag }),
  rowContract(reservation, {
    reservationId: givenId,
    reservationNumber: count(2_200_000_000, 1),
    identity: storedText(200),
    label: storedText(50),
    hotelId: storedText(20),
    statusId: count(7, 1),
    typeId: count(4, 1),
    arrivalDate: date,
    departureDate: date,
    hasDates: flag,
    arrivalTime: time,
    departureTime: time,
    guestId: givenId,
    guestCount: guests,
    adultCount: guests,
    teenCount: guests,
    youthCount: guests,
    childCount: guests,
    infantCount: guests,
    summaryNote: storedText(NOTE_LENGTH),
    cancellationFee: sequence,
    lastChangeHash: token,
    version: sequence,
    changeSeq: sequence,
    createdAt: instant,
    updatedAt: instant,
  }),
  rowContract(reservationHotel, { reservationId: givenId, hotelId: storedText(20) }),
  rowContract(roomStay, {
    reservationId: givenId,
    stayNo: position,
    roomId: id,
    stayArrival: date,
    stayDeparture: date,
    guestsInRoom: guests,
    channelRoomId: storedText(50),
    roomNotes: notes,
  }),
  rowContract(roomNight, {
    roomId: id,
    night: date,
    reservationId: givenId,
    stayNo: position,
    allotRoomId: storedText(50),
  }),
  rowContract(roomRate, {
    reservationId: givenId,
    stayNo: position,
    lineNo: position,
    ...rateLine(),
    fromDate: date,
    toDate: date,
  }),
  rowContract(activityBooking, {
    reservationId: givenId,
    activityNo: position,
    activityId: id,
    activityDate: date,
    startTime: time,
    endTime: time,
    participants: guests,
    hosts: named,
    locations: named,
    resources: named,
    activityNotes: notes,
  }),
  rowContract(activityRate, { reservationId: givenId, activityNo: position, lineNo: position, ...rateLine() }),
  rowContract(payment, { reservationId: givenId, paymentNo: position, ...paymentValues() }),
  rowContract(correspondence, {
    reservationId: givenId,
    correspondenceNo: position,
    correspondenceTypeId: id,
    correspondenceStatus: z.enum(correspondence.correspondenceStatus.enumValues),
    requestedAt: instant,
  }),
  rowContract(idempotency, {
    identity,
    bodyHash: token,
    reservationId: givenId,
    answer: json(z.json()),
    createdAt: instant,
    isChange: flag,
  }),
  rowContract(itineraryLink, {
    reservationId: givenId,
    linkId: token,
    issuedAt: instant,
    expiresAt: instant,
    madeWith,
  }),
  rowContract(fetchMessage, {
    messageId: givenId,
    reservationId: givenId,
    statusType: z.enum(fetchMessage.statusType.enumValues),
    messageStatus: z.enum(fetchMessage.messageStatus.enumValues),
    messageNotes: storedText(NOTE_LENGTH),
    hotelId: storedText(20),
    hotelKey: storedText(100),
    guestId: givenId,
    ...storedValues(Guest),
    reservationNumber: count(2_200_000_000, 1),
    typeId: count(4, 1),
    bookedAt: instant,
    stayArrival: date,
    stayDeparture: date,
    roomId: id,
    roomName: storedText(200),
    roomNo: storedText(50),
    floorNo: storedText(50),
    locationName: storedText(200),
    createdAt: instant,
    updatedAt: instant,
  }),
  rowContract(sale, {
    saleId: givenId,
    identity: storedText(200),
    bodyHash: token,
    reservationId: givenId,
    saleDate: date,
    saleTotal: minor,
    createdAt: instant,
  }),
  rowContract(saleItem, {
    saleId: givenId,
    lineNo: position,
    inventoryId: id,
    inventoryLocationId: id,
    quantity: count(1_000_000_000, 1),
    unitPrice: sequence,
    amount: integer(),
    quantityLeft: sequence,
  }),
  rowContract(salePayment, { saleId: givenId, ...paymentValues() }),
]
