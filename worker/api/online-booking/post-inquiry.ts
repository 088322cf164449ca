import { todayIn } from '../../../schema/stay-dates'
import { Inquiry, InquiryMade } from '../../../schema/wire/online-booking'
import { retryOnConflict } from '../../db/retry-on-conflict'
import { decideInquiry } from '../../domain/online-booking/decide'
import { endedUnused } from '../../domain/reservation/status'
import { refuseAll } from '../../errors'
import { endpoint, success } from '../../http/endpoint'
import { bookingConflict } from '../../http/idempotency'
import { insertReservation, type ReservationIds, STALE_BOOKING_CONSTRAINTS } from '../../store/booking/write-booking'
import type { InquiryData } from '../../store/online-booking/columns'
import { readInquiryData } from '../../store/online-booking/read-inquiry-data'

export const postInquiry = endpoint(
  {
    method: 'POST',
    path: '/api/OnlineBooking/postinquiry',
    operationId: 'postInquiry',
    summary: 'Stores a question about a stay as a reservation with the status Inquiry.',
    description:
      'An inquiry holds no room. Without dates, its dates are null in lists of reservations, and no filter by date matches ' +
      'it. Its hotel is that of `hotelid`, otherwise that of `roomTypeID`, otherwise the only hotel of the customer. A customer ' +
      'with several hotels should send one of these fields, because the inquiry has no hotel otherwise. An `identity` makes a ' +
      'retry safe, until the inquiry is cancelled: then it is IDENTITY_CONFLICT.',
    auth: 'reservations:write',
    idempotency: 'body-identity',
    body: Inquiry,
    response: InquiryMade,
    example: {
      body: {
        identity: 'question-1',
        arrivalDate: '2027-08-01',
        departureDate: '2027-08-08',
        roomTypeID: 30,
        guests: { adultCount: 2, childCount: 2 },
        primaryGuestDetails: { firstName: 'Maeve', lastName: 'Brennan', email: 'maeve@example.com' },
        message: 'Is there a cot?',
      },
      response: { reservationId: 10, reservationNumber: '10000010' },
    },
    errors: ['UNKNOWN_REFERENCE', 'IDENTITY_CONFLICT'],
  },
  async call => {
    const { db, scope, body } = call
    const { identity } = body
    const bodyHash = await call.hashRequest()

    return retryOnConflict(db, STALE_BOOKING_CONSTRAINTS, async () => {
      const { inquiry, firstUse, identityStatus } = await readInquiryData(db, scope, identity, {
        hotelId: body.hotelid,
        roomTypeId: body.roomTypeID,
      })
      if (firstUse?.bodyHash === bodyHash && !endedUnused(identityStatus)) return inquiryResponse(firstUse)
      const unknown = refuseUnknown(body, inquiry)
      if (unknown) return unknown
      if (firstUse || identityStatus !== null) return bookingConflict(identityStatus)

      const { hotelId, timeZone, roomTypeName } = inquiry
      const change = decideInquiry(body, {
        hotelId,
        roomTypeName: roomTypeName ?? '',
        today: todayIn(timeZone, call.now),
      })
      return inquiryResponse(
        await insertReservation(db, scope, change, {
          entry: { key: identity, byIdentity: false, bodyHash },
          currency: inquiry.currency,
        }),
      )
    })
  },
)

function refuseUnknown({ hotelid, roomTypeID }: Inquiry, { hotelId, roomTypeName }: InquiryData) {
  const unknown = (description: string) => ({ code: 'UNKNOWN_REFERENCE' as const, description })
  return refuseAll([
    ...(hotelid && hotelId === null ? [unknown(`hotelid: there is no property ${hotelid}`)] : []),
    ...(roomTypeID && roomTypeName === null ? [unknown(`roomTypeID: there is no room type ${roomTypeID}`)] : []),
  ])
}

const inquiryResponse = ({ reservationId, reservationNumber }: ReservationIds) =>
  success({ reservationId, reservationNumber: String(reservationNumber) })
