/** Promises about the lists of reservations. An id is stable, and is not used again for another promise. */
export const RESERVATION = {
  'RESERVATION-1':
    'A reservation has ids, number, identity, status, type, dates and times, guest with contact data, counts, rooms, activities, rates, payments, total, balance, currency, notes, `createdAt` and `updatedAt`.',
  'RESERVATION-2':
    '`total` is rooms and activities. `balance` adds sales and fee and subtracts payments. The total of a cancelled booking, and of a no-show with a fee, is 0.',
  'RESERVATION-3':
    'Filters are `clientId`, `reservationID`, `reservationNumber`, `reservationStatus`, `fetchHotelKey`, `arrivalDate` and `departureDate`. All of them can be combined.',
  'RESERVATION-4': 'Date ranges are inclusive. Either end may be absent.',
  'RESERVATION-5': 'Statuses are names in any letter case, several separated by commas.',
  'RESERVATION-6': 'Every filter field of another type is refused.',
  'RESERVATION-7':
    'GetReservations is in the order of `reservationId`; with `arrivalDate` in that of arrival, with `departureDate` alone in that of departure, each followed by `reservationId`. Its last page has no cursor.',
  'RESERVATION-8': '`reservationNumber` has digits only: a number in the itinerary, a text everywhere else.',
  'RESERVATION-9': 'A reservation for partners has no contact and payment data.',
  'RESERVATION-10': '`arrivalFrom`, `arrivalTo`, `status` and `modifiedSince` filter the list for partners.',
  'RESERVATION-11':
    '`modifiedSince` is inclusive and finds every change, also of rooms, activities, payments and sales.',
  'RESERVATION-12':
    'A change gets its time when it is written. A poll that ran before the write finds the change at the next poll.',
  'RESERVATION-13':
    'The list for partners is in the order of change, whatever its filters. Every page with rows has a cursor, which a client can use later.',
  'RESERVATION-14': 'With the cursor a partner follows all changes and misses none.',
  'RESERVATION-25': 'A reservation has its `cancellationFee`, 0 without one. The list for partners does not have it.',
  'RESERVATION-40':
    'GetHotel returns the hotels with rooms, rate plans and activities in one response, without Wi-Fi, `fetchHotelKey` and look.',
  'RESERVATION-41':
    'CloseRoom takes a room out of service: no booking and no offer has its nights, and they count against the rooms to sell as those of a booking.',
  'RESERVATION-42': 'OpenRoom ends a closure or its last nights; what is open already changes nothing.',
  'RESERVATION-43':
    'A closure of a taken night, of too many, of one that is over or of a room that is not in use is refused, names the field and changes nothing.',
  'RESERVATION-44': 'The same closure again, by identity, is the first one; after its end it is refused.',
  'RESERVATION-45':
    'GetRoomNights has the stays and closures that touch the nights, whole, by room and date, and pages by room.',
  'RESERVATION-46': 'GetClosures has the closures that touch the days and have not ended, by their first night.',
  'RESERVATION-47':
    'A room with `isActive` false is in no offer and takes no night that its booking does not hold already.',
  'RESERVATION-48': '`room.closed` and `room.opened` name the closure, the room, the hotel and the nights.',
  'RESERVATION-35':
    'A reservation in several hotels is found by the `fetchHotelKey` of each, once. Each of its rooms has a `hotelid`.',
}
