import { deleteExpired, keptHotel } from '../actions/kept-hotel.ts'
import { dialed, grouped } from '../guest-itinerary/grouped.ts'

/* The page of a dead link: shows the hotel that this device keeps of the link's stay, so that the guest can call it. */

deleteExpired()
const hotel = keptHotel(location.pathname.split('/').at(-1) ?? '')
const call = document.querySelector<HTMLElement>('.call')
const [name, phone] = call?.querySelectorAll('bdi') ?? []
const link = call?.querySelector('a')
if (hotel && call && name && phone && link) {
  name.textContent = hotel.name
  phone.textContent = grouped(hotel.phone)
  link.href = `tel:${dialed(hotel.phone)}`
  call.hidden = false
}
