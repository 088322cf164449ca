import type { Itinerary, ItineraryHotel } from '../../../schema/wire/itinerary'
import type { MarkedReservation } from '../../../schema/wire/markup'

/** A part of the itinerary of the demo hotel. */
export const ITINERARY_EXAMPLE: Itinerary = {
  overview: {
    reservationId: 1,
    reservationNumber: 10000001,
    clientId: 1,
    primaryGuestId: 1,
    guestFirstName: 'Anna',
    guestLastName: 'Lindqvist',
    arrivalTime: '15:00',
    departureTime: '11:00',
    reservationType: 'Individual',
    reservationStatus: 'InHouse',
    clientName: 'Quinta do Mar',
    clientLogoUrl: 'https://innlet.example/demo/logo.svg',
    clientImagePath: 'https://innlet.example/demo/sea.svg',
    arrivalDate: '2027-05-09T00:00:00',
    departureDate: '2027-05-13T00:00:00',
  },
  roomStays: [
    {
      roomId: 203,
      occupants: 3,
      roomName: 'Rosa dos Ventos',
      roomNo: '203',
      roomTypeName: 'Family suite',
      roomTypeDescription: 'Two bedrooms, a sitting room and a terrace above the dunes.',
      roomLocationName: 'Casa do Mar',
      assignmentStartDate: '2027-05-09T00:00:00',
      assignmentEndDate: '2027-05-13T00:00:00',
    },
  ],
  scheduleItems: [
    {
      scheduleDate: '2027-05-10T00:00:00',
      startTime: '10:30',
      endTime: '12:30',
      activityName: 'Surf lesson',
      scheduleType: 'Activity',
      locationName: 'Beach hut',
      hostNames: 'Inês Duarte',
      guestNotes: 'Please be there ten minutes early: wetsuits take a while.\nBring a towel and water.',
      occupantsCount: 3,
    },
  ],
}

/** A part of what the demo hotel tells its guests. */
export const HOTELS_EXAMPLE: ItineraryHotel[] = [
  {
    hotelid: 'QDM',
    name: 'Quinta do Mar',
    timeZone: 'Europe/Lisbon',
    checkInTime: '15:00',
    checkOutTime: '11:00',
    logoUrl: 'https://innlet.example/demo/logo.svg',
    imagePath: 'https://innlet.example/demo/sea.svg',
    roomIds: [203],
    address: {
      addressLine: 'Estrada do Farol 1',
      city: 'Vila Nova de Milfontes',
      state: 'Alentejo',
      zip: '7645-999',
      country: 'PT',
    },
    position: { latitude: 37.7243, longitude: -8.7926 },
    phone: '+351283000140',
    whatsapp: '+351283000141',
    email: 'reception@quintadomar.example',
    website: 'https://quintadomar.example/',
    directions: 'By train: get off at Grândola and tell us your train. Rui waits in front of the station.',
    houseInfo: [
      { title: 'Breakfast', text: 'On the terrace, from 8 to 10:30. Tell us the evening before what you cannot eat.' },
    ],
    wifi: { network: 'Quinta do Mar', password: 'gaivota-na-duna' },
  },
]

/** The stay of the example above as its confirmation mail has it. */
export const MARKUP_EXAMPLE: MarkedReservation[] = [
  {
    '@context': 'https://schema.org',
    '@type': 'LodgingReservation',
    reservationId: '10000001',
    reservationNumber: '10000001',
    reservationStatus: 'https://schema.org/ReservationConfirmed',
    url: 'https://innlet.example/itinerary/TOKEN',
    underName: { '@type': 'Person', name: 'Anna Lindqvist' },
    reservationFor: {
      '@type': 'LodgingBusiness',
      name: 'Quinta do Mar',
      address: {
        '@type': 'PostalAddress',
        streetAddress: 'Estrada do Farol 1',
        addressLocality: 'Vila Nova de Milfontes',
        addressRegion: 'Alentejo',
        postalCode: '7645-999',
        addressCountry: 'PT',
      },
      geo: { '@type': 'GeoCoordinates', latitude: 37.7243, longitude: -8.7926 },
      telephone: '+351283000140',
      email: 'reception@quintadomar.example',
      url: 'https://quintadomar.example/',
      logo: 'https://innlet.example/demo/logo.svg',
      image: 'https://innlet.example/demo/sea.svg',
    },
    checkinTime: '2027-05-09T15:00:00+01:00',
    checkoutTime: '2027-05-13T11:00:00+01:00',
    checkinDate: '2027-05-09T15:00:00+01:00',
    checkoutDate: '2027-05-13T11:00:00+01:00',
    lodgingUnitDescription: 'Rosa dos Ventos, 203, Family suite, Casa do Mar',
  },
]

export const LINK_EXAMPLE = {
  token: 'eyJ…',
  url: 'https://innlet.example/itinerary/eyJ…',
  calendarUrl: 'https://innlet.example/api/public/PartnerItinerary/calendar/eyJ…',
  expiresAt: '2026-12-06T08:30:00.000Z',
}
