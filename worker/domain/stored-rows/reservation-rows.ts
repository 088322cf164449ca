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
import { count, id, integer, text } from '../../../schema/wire/primitives'
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
  time,
  token,
} from './values'

/* The rows of reservations, guests and sales. */

const notes = z.lazy(() => json(z.array(text(2000))))
const named = z.lazy(() =>
  json(
    z.array(
      z.object({
        id: id.optional(),
        name: text(200).optional(),
        firstName: text(200).optional(),
        lastName: text(200).optional(),
        typeId: id.optional(),
      }),
    ),
  ),
)
const guests = z.lazy(() => count(1_000_000))

const contact = () => ({
  firstName: text(200),
  lastName: text(200),
  email: text(254),
  phone: text(50),
  country: text(100),
})

const rateLine = () => ({
  rateId: id,
  unitCost: sequence,
  quantity: sequence,
  nights: sequence,
  isTaxOverride: flag,
  taxAmount: sequence,
})

const paymentValues = () => ({
  paymentExtId: text(200),
  paymentSource: text(100),
  paymentAmount: minor,
  surcharge: minor,
  baseAmount: minor,
  transactionTotal: minor,
  adjustmentValue: minor,
  correspondenceTypeId: id,
  createdAt: instant,
})

export const reservationRows = () => [
  rowContract(guest, {
    guestId: givenId,
    ...contact(),
    company: text(200),
    address1: text(300),
    address2: text(300),
    city: text(100),
    state: text(100),
    zip: text(50),
    isErased: flag,
  }),
  rowContract(reservation, {
    reservationId: givenId,
    reservationNumber: count(2_200_000_000, 1),
    identity: text(200),
    label: text(50),
    hotelId: text(20),
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
    summaryNote: text(4000),
    cancellationFee: sequence,
    lastChangeHash: token,
    version: sequence,
    changeSeq: sequence,
    createdAt: instant,
    updatedAt: instant,
  }),
  rowContract(reservationHotel, { reservationId: givenId, hotelId: text(20) }),
  rowContract(roomStay, {
    reservationId: givenId,
    stayNo: position,
    roomId: id,
    stayArrival: date,
    stayDeparture: date,
    guestsInRoom: guests,
    channelRoomId: text(50),
    roomNotes: notes,
  }),
  rowContract(roomNight, { roomId: id, night: date, reservationId: givenId, stayNo: position, allotRoomId: text(50) }),
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
    messageNotes: text(4000),
    hotelId: text(20),
    hotelKey: text(100),
    guestId: givenId,
    ...contact(),
    reservationNumber: count(2_200_000_000, 1),
    typeId: count(4, 1),
    bookedAt: instant,
    stayArrival: date,
    stayDeparture: date,
    roomId: id,
    roomName: text(200),
    roomNo: text(50),
    floorNo: text(50),
    locationName: text(200),
    createdAt: instant,
    updatedAt: instant,
  }),
  rowContract(sale, {
    saleId: givenId,
    identity: text(200),
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
