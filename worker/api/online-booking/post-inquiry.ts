import { Inquiry, InquiryMade } from '../../../schema/wire/online-booking'
import { planInquiry } from '../../domain/online-booking'
import { todayIn } from '../../domain/stay-dates'
import { refuse } from '../../errors'
import { answer, endpoint } from '../../http/endpoint'
import { digestOf, identityConflict } from '../../http/repetition'
import { BOOKS_CHANGED, type Made, writeNew } from '../../store/booking-write'
import { readDesk } from '../../store/inquiry-read'
import { insist } from '../../store/insist'

export const postInquiry = endpoint(
  {
    method: 'POST',
    path: '/api/OnlineBooking/postinquiry',
    summary: 'Leaves a question about a stay: a reservation with status Inquiry that holds no room.',
    description:
      'An inquiry without dates is put on the day it comes, for one night, and its note says so. With an `identity` a repetition is harmless.',
    needs: 'reservations:write',
    customerField: 'clientID',
    takesKey: 'as identity',
    body: Inquiry,
    content: InquiryMade,
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
    },
    refuses: ['UNKNOWN_REFERENCE', 'IDENTITY_CONFLICT'],
  },
  async call => {
    const { db, scope, body } = call
    const { clientID: _, identity, ...asked } = body
    const bodyHash = await digestOf(asked)

    return insist(db, BOOKS_CHANGED, async () => {
      const { desk, repetition, taken } = await readDesk(db, scope, identity, body.roomTypeID)
      if (repetition?.bodyHash === bodyHash) return done(repetition)
      if (body.roomTypeID && desk.roomTypeName === null) {
        return refuse('UNKNOWN_REFERENCE', `roomTypeID: there is no room type ${body.roomTypeID}`)
      }
      if (repetition || taken) return identityConflict()

      const { hotelId, timeZone, roomTypeName } = desk
      const plan = planInquiry(body, { hotelId, roomTypeName: roomTypeName ?? '', today: todayIn(timeZone, call.now) })
      return done(await writeNew(db, scope, plan, { key: identity, byIdentity: false, bodyHash }, desk.currency))
    })
  },
)

const done = ({ reservationId, reservationNumber }: Made) =>
  answer({ reservationId, reservationNumber: String(reservationNumber) })
