import * as z from 'zod'
import { activityBooking, activityRate } from '../../../schema/tables/activity-booking'
import { correspondence } from '../../../schema/tables/correspondence'
import { fetchMessage } from '../../../schema/tables/fetch-queue'
import { guest } from '../../../schema/tables/guest'
import { idempotency } from '../../../schema/tables/idempotency'
import { sale, saleItem, salePayment } from '../../../schema/tables/inventory'
import { itineraryLink } from '../../../schema/tables/itinerary-link'
import { payment } from '../../../schema/tables/payment'
import { hold, reservation, reservationHotel } from '../../../schema/tables/reservation'
import { closure, roomNight, roomRate, roomStay } from '../../../schema/tables/stay'
import { Guest } from '../../../schema/wire/guest'
import { count, id, NOTE_LENGTH } from '../../../schema/wire/primitives'
import { rowContract } from './row-contract'
import { givenId, identity, instant, json, madeWith, minor, sequence, storedText, storedValues, token } from './values'

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

const rateLine = () => ({ unitCost: sequence, quantity: sequence, nights: sequence, taxAmount: sequence })

const paymentValues = () => ({
  paymentExtId: storedText(200),
  paymentSource: storedText(100),
  paymentAmount: minor,
  surcharge: minor,
  baseAmount: minor,
  transactionTotal: minor,
  adjustmentValue: minor,
})

export const reservationRows = () => [
  rowContract(guest, storedValues(Guest)),
  rowContract(reservation, {
    reservationNumber: count(2_200_000_000, 1),
    identity: storedText(200),
    label: storedText(50),
    hotelId: storedText(20),
    statusId: count(7, 1),
    typeId: count(4, 1),
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
  }),
  rowContract(hold, { holdUntil: instant }),
  rowContract(reservationHotel, { hotelId: storedText(20) }),
  rowContract(roomStay, { guestsInRoom: guests, channelRoomId: storedText(50), roomNotes: notes }),
  rowContract(closure, { reason: storedText(500), identity: storedText(200), bodyHash: token }),
  rowContract(roomNight, { allotRoomId: storedText(50) }),
  rowContract(roomRate, rateLine()),
  rowContract(activityBooking, {
    participants: guests,
    hosts: named,
    locations: named,
    resources: named,
    activityNotes: notes,
  }),
  rowContract(activityRate, rateLine()),
  rowContract(payment, paymentValues()),
  rowContract(correspondence),
  rowContract(idempotency, { identity, bodyHash: token, answer: json(z.json()) }),
  rowContract(itineraryLink, { linkId: token, madeWith }),
  rowContract(fetchMessage, {
    ...storedValues(Guest),
    messageNotes: storedText(NOTE_LENGTH),
    hotelId: storedText(20),
    hotelKey: storedText(100),
    reservationNumber: count(2_200_000_000, 1),
    typeId: count(4, 1),
    roomName: storedText(200),
    roomNo: storedText(50),
    floorNo: storedText(50),
    locationName: storedText(200),
  }),
  rowContract(sale, { identity: storedText(200), bodyHash: token, saleTotal: minor, returnOf: givenId }),
  rowContract(saleItem, {
    quantity: count(1_000_000_000, 1),
    unitPrice: sequence,
    amount: minor,
    quantityLeft: sequence,
    returned: sequence,
  }),
  rowContract(salePayment, paymentValues()),
]
