/** Promises about online bookings and inquiries. An id is stable, and is not used again for another promise. */
export const ONLINE_BOOKING = {
  'ONLINE-1':
    '`postreservation` returns `reservationId`, `reservationNumber`, `reservationStatus`, `roomId`, `total`, `currency`, `holdUntil` and `itineraryUrl`.',
  'ONLINE-2':
    'For each night the price is that of the number of guests, otherwise of the next higher number listed. For more guests than a list names there is no price, unless it is one price for two guests or more.',
  'ONLINE-3': 'Without a `rateID` the stay gets the cheapest plan that is open on every night.',
  'ONLINE-4':
    'A closed night, a night without rooms to sell or without a price is 409 NOT_FOR_SALE, which names the night and one of these rules. No free room is 409 ROOM_NOT_AVAILABLE.',
  'ONLINE-5':
    '`postreservation` obeys the minimum and maximum stay of the arrival day and both closures of their own day, of room and plan. Otherwise 409 NOT_FOR_SALE names day and rule. These rules do not apply to PostBooking.',
  'ONLINE-6': 'Of N simultaneous requests for the last M rooms exactly M succeed, over both endpoints.',
  'ONLINE-7': '`roomstosell` is reduced in the same batch, and never below zero.',
  'ONLINE-8':
    'Each held room takes one from a channel room of its type that has any left, however rooms are split over bookings. It returns it to the same channel room.',
  'ONLINE-17':
    'A change of a booking takes from `roomstosell` for nights that begin, and returns those that end. A night that the booking holds before and after under the same channel room changes no number, whichever room it is in.',
  'ONLINE-9': 'A room or channel room whose room type changes returns nothing to the previous type.',
  'ONLINE-10': 'A repetition by identity returns the first response, byte for byte, and issues no new link.',
  'ONLINE-11': 'The identity of `postreservation` may be in the header `Idempotency-Key`.',
  'ONLINE-12': '`postinquiry` returns `reservationId` and `reservationNumber`. It makes an Inquiry that holds no room.',
  'ONLINE-13': 'An inquiry may omit identity, dates, room type and guests.',
  'ONLINE-14': 'Every field of both bodies of another type is refused, and a missing required field too.',
  'ONLINE-15':
    'A price of 0 is no price: `postreservation` skips it, and a night with no other price is 409 NOT_FOR_SALE. GetCMConnect returns it.',
  'ONLINE-16':
    'The hotel of a reservation without a room is that of `hotelid`, otherwise of the room type, otherwise the only one of the customer, otherwise none.',
  'ONLINE-20':
    'GetOffers lists each room type and rateID that postreservation would sell with that rateID, with names, total, currency and the price of each night. What cannot be sold, and a plan without a rateID, is not listed.',
  'ONLINE-21':
    '`roomsLeft` is the lesser of the rooms of the type that are free on every night, and the least rooms to sell of the channel room. So many can be booked for the total, and not one more.',
  'ONLINE-22':
    'Offers are filtered by `hotelid`, `roomTypeID` and `rateID`, and ordered by hotel, type, total and rate. `pageSize` counts room types, and a page ends with a whole one.',
  'ONLINE-34':
    'A page of GetOffers reads its own room types only: at most 10,000 nights of plans, but at least one room type. Its pages together have what one page would have.',
  'ONLINE-23': 'GetOffers refuses dates, guests and filters that are not valid, with the field.',
  'ONLINE-24': 'GetOffers lists nothing of another customer. It makes one round trip and scans no table.',
  'ONLINE-25':
    'With `expectedTotal`, a stay that costs something else is 409 NOT_FOR_SALE with the new total, and nothing is booked. One with more decimals than the currency has is 422.',
  'ONLINE-31':
    "The past is not for sale, where a hotel's day ends at 04:00 of its clock: postreservation is 409 NOT_FOR_SALE with the hotel's day, after repetitions, and GetOffers lists nothing of that hotel. PostBooking and postinquiry accept any date.",
  'ONLINE-33':
    'Of the free rooms of the type postreservation takes the one whose free run of nights around the stay is shortest. A run without a booking at a side is longer than any that has both.',
  'ONLINE-32':
    'Infants count neither for the price nor for the maximum of guests of a room. At least one guest counts.',
  'ONLINE-40':
    '`postreservation` with `holdMinutes` makes a Tentative booking and returns `holdUntil`, otherwise null. A repetition has the same response, until the booking is cancelled: then it is IDENTITY_CONFLICT.',
}
