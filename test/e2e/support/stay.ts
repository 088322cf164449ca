import type { Service } from '../../../tooling/command/service.ts'
import { seaHotel } from '../../fixtures/sea-hotel.ts'
import { registerApplication, setUpHotel, tokenFor } from './hotel.ts'
import { newCustomerId } from './shared-service.ts'

/** A booking, as an integrator posts it. */
export const booking = {
  identity: 'lindqvist',
  arrivalDate: '2031-06-10',
  departureDate: '2031-06-13',
  primaryGuestDetails: { firstName: 'Anna', lastName: 'Lindqvist' },
  guests: { guestCount: 2, adultCount: 2 },
  roomsBooked: [{ roomID: 101, guestsInRoom: 2, rates: [{ rateID: 1, unitCost: 120, quantity: 1, nights: 3 }] }],
  activitiesBooked: [
    {
      activityID: 1,
      activityDate: '2031-06-11',
      activityStartTime: '10:30',
      activityEndTime: '12:30',
      participants: 2,
      selectedHosts: [{ employeeID: 1 }],
      selectedLocations: [{ locationID: 3 }],
      activityNotes: ['Bring a towel.'],
    },
  ],
}

/** What a guest of the sea hotel needs to know of it. */
const forGuest = {
  address: { addressLine: 'Rua do Farol 3', city: 'Ericeira', zip: '2655-999', country: 'PT' },
  position: { latitude: 38.963, longitude: -9.417 },
  phone: '+351261000000',
  email: 'desk@hotel.test',
  directions: 'Left at the lighthouse.\nThen right.',
  houseInfo: [{ title: 'Breakfast', text: 'In the kitchen' }],
  wifi: { network: 'Gaivota', password: 'na-duna-2031' },
}

/** Creates the sea hotel with a stay in June 2031. `issue` issues a link of the stay, which revokes the earlier one. */
export async function createStay({ service }: { service: Service }, customer = newCustomerId()) {
  const properties = seaHotel.setup.properties.map(property => ({ ...property, ...forGuest }))
  await setUpHotel(service, customer, { properties })
  const application = await registerApplication(service, customer, ['reservations:write'])
  const { access_token: bearer } = await tokenFor(service, application)
  const book = async (changes: object = {}) => {
    const { headers } = await service.requestOk('POST', '/api/Booking/PostBooking', { ...booking, ...changes }, bearer)
    return Number(headers.get('x-reservation-id'))
  }
  const issue = async (reservationId: number): Promise<string> =>
    (await service.requestOk('POST', '/api/PartnerItinerary/IssueLink', { reservationId }, bearer)).json.content.url
  return { book, issue, reservationId: await book() }
}
