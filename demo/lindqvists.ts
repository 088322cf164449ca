import { ACTIVITY, HOST, PLACE, RATE, RESOURCE } from './hotel.ts'
import { type Booking, daysFrom, night } from './stay.ts'

/** A stay of five days of a family of four, in two rooms, since yesterday. */
export function lindqvists(today: string): Booking {
  const day = daysFrom(today)

  /** What the family does on a day, from when to when, where, with whom, and what they should know. */
  const plan = (
    activityID: number,
    days: number,
    [activityStartTime, activityEndTime]: [string, string],
    also: { place: number; host?: number; resources?: number[]; notes?: string[]; people?: number; price?: number },
  ) => ({
    activityID,
    activityDate: day(days),
    activityStartTime,
    activityEndTime,
    participants: also.people ?? 4,
    activityNotes: also.notes ?? [],
    selectedLocations: [{ locationID: also.place }],
    selectedHosts: also.host ? [{ employeeID: also.host }] : [],
    selectedResources: (also.resources ?? []).map(resourceID => ({ resourceID })),
    rates: also.price ? [{ unitCost: also.price, quantity: also.people ?? 4, nights: 1 }] : [],
  })

  const breakfast = (days: number) =>
    plan(ACTIVITY.breakfast, days, ['08:00', '10:30'], { place: PLACE.terrace, host: HOST.beatriz })

  return {
    identity: 'demo-lindqvist',
    type: 'Website',
    arrivalDate: day(-1),
    departureDate: day(3),
    bookingParameters: {
      reservationStatusID: 4,
      reservationTypeID: 1,
      isSendCorrespondence: true,
      correspondenceToBeSent: [{ correspondenceTypeID: 1 }],
    },
    primaryGuestDetails: {
      firstName: 'Anna',
      lastName: 'Lindqvist',
      email: 'anna.lindqvist@example.com',
      phone: '+46 70 000 00 00',
      address1: 'Strandvägen 1',
      city: 'Göteborg',
      zip: '411 01',
      country: 'SE',
    },
    guests: { guestCount: 4, adultCount: 2, teenCount: 1, childCount: 1 },
    reservationSummaryNote: 'One of the children is allergic to nuts; the kitchen knows.',
    roomsBooked: [
      {
        roomID: 203,
        guestsInRoom: 3,
        rates: night(RATE.bedAndBreakfast, 212, 4),
        roomNotes: ['A child bed in the second bedroom.'],
      },
      { roomID: 201, guestsInRoom: 1, rates: night(RATE.bedAndBreakfast, 128, 4) },
    ],
    activitiesBooked: [
      plan(ACTIVITY.transfer, -1, ['13:30', '14:30'], {
        place: PLACE.airport,
        host: HOST.rui,
        resources: [RESOURCE.van],
        notes: ['Rui waits at the exit with a sign.', 'A seat for the child is in the van.'],
        price: 15,
      }),
      plan(ACTIVITY.dinner, -1, ['19:30', '21:30'], { place: PLACE.terrace, host: HOST.beatriz }),
      breakfast(0),
      plan(ACTIVITY.surf, 0, ['10:30', '12:30'], {
        place: PLACE.beachHut,
        host: HOST.ines,
        resources: [RESOURCE.boards, RESOURCE.wetsuits],
        notes: ['Please be there ten minutes early: wetsuits take a while.', 'Bring a towel and water.'],
        people: 3,
        price: 35,
      }),
      plan(ACTIVITY.wine, 0, ['18:00', '19:30'], {
        place: PLACE.cellar,
        host: HOST.tomas,
        notes: ['Five wines of the region, with cheese and bread.'],
        people: 2,
        price: 28,
      }),
      breakfast(1),
      plan(ACTIVITY.massage, 1, ['11:00', '12:00'], {
        place: PLACE.spa,
        host: HOST.marta,
        people: 1,
        price: 70,
      }),
      plan(ACTIVITY.dinner, 1, ['19:30', '21:30'], {
        place: PLACE.terrace,
        host: HOST.beatriz,
        notes: ['Table by the window. The menu is without nuts.'],
      }),
      breakfast(2),
      plan(ACTIVITY.boat, 2, ['10:00', '15:00'], {
        place: PLACE.harbour,
        host: HOST.rui,
        resources: [RESOURCE.boat],
        notes: ['The sea decides: Rui calls by nine if the trip has to wait.', 'Lunch is on board. Take a jacket.'],
        price: 48,
      }),
      plan(ACTIVITY.yoga, 3, ['07:30', '08:30'], { place: PLACE.beachHut, host: HOST.sofia, people: 2 }),
      breakfast(3),
    ],
    paymentDetails: { paymentAmount: 400, paymentSource: 'Card', paymentExtID: 'demo-lindqvist-1' },
  }
}
