import type { Booking, Offer } from '../client/types.ts'
import { STATUS } from '../schema/wire/reservation-status.ts'
import { numberIn, textIn } from './acts/booking-acts.ts'
import { changeBooking, type KeyOf, readReservation } from './change.ts'
import type { Desk } from './desk.ts'

/** The value of the choice that is no offer. */
export const OWN_PRICE = 'own'

interface Stay {
  arrival: string
  departure: string
  guests: number
  offer: Offer | undefined
}

/** Books what a form has chosen, and checks in a guest who is here. Returns the id of the booking. */
export async function book(desk: Desk, form: FormData, stay: Stay, key: KeyOf): Promise<number> {
  const isHere = form.has('isHere')
  const id = await (stay.offer ? bookOffer(desk, form, stay, stay.offer, key) : bookRoom(desk, form, stay, key))
  if (stay.offer && isHere) await checkIn(desk, id)
  await desk.look()
  return id
}

const guestOf = (form: FormData) => ({
  lastName: textIn(form, 'lastName'),
  firstName: textIn(form, 'firstName'),
  email: textIn(form, 'email'),
  phone: textIn(form, 'phone'),
})

/** The service chooses a room of the type, at the price that was seen. */
async function bookOffer({ innlet }: Desk, form: FormData, stay: Stay, offer: Offer, key: KeyOf): Promise<number> {
  const { hotelid, roomTypeID, rateID, total } = offer
  const body = {
    arrivalDate: stay.arrival,
    departureDate: stay.departure,
    guests: { guestCount: stay.guests },
    ...{ hotelid, roomTypeID, rateID, expectedTotal: total },
    primaryGuestDetails: guestOf(form),
    notes: textIn(form, 'notes'),
  }
  const { reservationId } = await innlet.onlineBooking.postReservation({ ...body, identity: key(body) })
  return reservationId
}

/** The room that was chosen, at a price of the hotel's own. */
async function bookRoom({ innlet }: Desk, form: FormData, stay: Stay, key: KeyOf): Promise<number> {
  const body: Booking = {
    action: 'new',
    arrivalDate: stay.arrival,
    departureDate: stay.departure,
    guests: { guestCount: stay.guests },
    primaryGuestDetails: guestOf(form),
    reservationSummaryNote: textIn(form, 'notes'),
    roomsBooked: [
      {
        roomID: numberIn(form, 'room') ?? 0,
        guestsInRoom: stay.guests,
        rates: [{ unitCost: numberIn(form, 'price') ?? 0 }],
      },
    ],
    bookingParameters: { reservationStatusID: form.has('isHere') ? STATUS.InHouse : STATUS.Confirmed },
  }
  const { reservationId } = await innlet.booking.post({ ...body, identity: key(body) })
  return reservationId
}

/** The booking is made already. If this fails, its page still has the button. */
async function checkIn(desk: Desk, id: number): Promise<void> {
  const reservation = await readReservation(desk, id).catch(() => undefined)
  if (reservation?.reservationStatus !== 'Confirmed') return
  const change = { bookingParameters: { reservationStatusID: STATUS.InHouse } }
  await changeBooking(desk, reservation, change, () => `console-in-${id}`).catch(() => {})
}
