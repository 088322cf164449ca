/** Promises about PostBooking. An id is stable, and is not used again for another promise. */
export const BOOKING = {
  'BOOKING-1':
    'Every field of a PostBooking body is stored: the booking, `bookingParameters`, `primaryGuestDetails`, `paymentDetails`, `guests`, `cancellationFee`, rooms with rates and notes, activities with rates, notes, hosts, locations and resources.',
  'BOOKING-2': 'Every PostBooking field of another type is refused with its path.',
  'BOOKING-3':
    'PostBooking returns 200 without a body. `X-Reservation-Id` and `X-Reservation-Number` name the reservation.',
  'BOOKING-4':
    '`action` is new, modify or cancel, in any letter case. The default is new without a `bookingID` (or with 0), modify with one.',
  'BOOKING-5': '`type` is a label of the client, of at most 50 characters.',
  'BOOKING-6':
    "A new booking needs an arrival before its departure, the guest's `lastName`, and a room or an activity unless it is an inquiry.",
  'BOOKING-7': 'The stay in each room is within the dates of the booking, which are its default.',
  'BOOKING-8':
    '`guestsInRoom` is at most the maximum of the room. If a booking has one room, its infants do not count.',
  'BOOKING-9': 'Guests by age add up to `guestCount` if both are sent.',
  'BOOKING-10': 'The dates of a rate line are within the stay in its room.',
  'BOOKING-11': 'The total is the sum of `unitCost × quantity × nights + taxAmount`.',
  'BOOKING-12': 'A payment with a known `paymentExtID` is not recorded twice.',
  'BOOKING-13': '`correspondenceToBeSent` is stored as pending requests, unless `isSendCorrespondence` is false.',
  'BOOKING-14': 'Reservation types are 1 Individual, 2 Group, 3 Owner, 4 Complimentary.',
  'BOOKING-15': '`modify` replaces each part that is sent and leaves the others.',
  'BOOKING-16': '`cancel` frees rooms and slots, and stores the fee.',
  'BOOKING-17': 'A second cancellation is 200 and changes nothing. A payment with a new `paymentExtID` is recorded.',
  'BOOKING-18': '`modify` and `cancel` name the booking by `bookingID` or `identity`. An unknown one is 404.',
  'BOOKING-19': 'A second request with the same identity and body is 200 with the same headers and changes nothing.',
  'BOOKING-20': 'The header `Idempotency-Key` replaces the field `identity`.',
  'BOOKING-21': 'The same identity with another body and action new is 409.',
  'BOOKING-22': 'An identity beside a `bookingID` is the key of that change: the same body is 200, another body 409.',
  'BOOKING-23': 'An identity is unique within the customer.',
  'BOOKING-25':
    'A value can be set back and forth. A repetition with a key of its own changes nothing, whatever happened since.',
  'BOOKING-26': 'Fifty simultaneous requests with one identity make one booking.',
  'BOOKING-27': 'No room is booked twice for a night, under any concurrency.',
  'BOOKING-28': "The bookings of an activity's slot never exceed its capacity.",
  'BOOKING-29': 'Under a lowered capacity only growth is refused: 409 with the slot.',
  'BOOKING-30':
    'If a constraint refuses a write twice, although no other request changed anything, the response is 500 and the fault is logged. The number of retries is limited.',
  'BOOKING-31': 'Reservation, nights, payment and messages are written in one batch: all or nothing.',
  'BOOKING-32': 'Only Tentative, Confirmed and InHouse reservations hold rooms.',
  'BOOKING-33': 'A stay can begin in a room on the day on which another ends.',
  'BOOKING-34':
    'Statuses are 1 Inquiry, 2 Tentative, 3 Confirmed, 4 InHouse, 5 CheckedOut, 6 Cancelled, 7 NoShow. Moves are 1→2, 3, 6; 2→3, 6; 3→4, 6, 7; 4→5; and back 4→3, 5→4, 6→2, 3, 7→3, 4. Another move is 409 INVALID_TRANSITION. The same status again is 200.',
  'BOOKING-35': 'A new booking has a status from 1 to 4. The default is 3 Confirmed.',
  'BOOKING-36': 'A reservation in status 5, 6 or 7 accepts only notes and payments, unless its status is taken back.',
  'BOOKING-37':
    'A changed cancellation fee for a cancelled booking is 409 INVALID_TRANSITION. The stored amount again is 200.',
  'BOOKING-38': 'An inquiry that is confirmed gets its rooms if they are still free.',
  'BOOKING-39': '409 ROOM_NOT_AVAILABLE names the room and the first night. 409 ACTIVITY_FULL names the slot.',
  'BOOKING-40':
    'A booking may have its own `arrivalTime` and `departureTime`. An empty text in a change removes the time.',
  'BOOKING-41':
    'A change by identity alone is a repetition while it is the last change of its booking. After another change it is a new change.',
  'BOOKING-42':
    'A change to the values that the booking has is 200 and writes nothing but its key: no message, no event, no `updatedAt`.',
  'BOOKING-50':
    'New dates without `rates` keep the price of each night: added nights cost what the first or the last night did. If both dates move by equally many days, every room moves with its lines.',
  'BOOKING-51':
    '`toDate` of a rate line is the day after its last night. The day of `fromDate` means that night, and with one night more in `nights` it is the last night. Responses have the day after it.',
  'BOOKING-52':
    '`nights` and `taxAmount` of a line follow its dates, half a minor unit up, unless the tax is an override or `nights` is another number than its dates have.',
  'BOOKING-53':
    'Rates, notes and guests that a change does not send of a room stay: those of the same room, else, with as many rooms as before, of the room that its guests leave. An empty list removes.',
  'BOOKING-54':
    'A field of `primaryGuestDetails` that a change does not send stays. An empty text removes it; an empty `lastName` is 422.',
  'BOOKING-55':
    'The number of guests in the only room follows `guests` if both were equal. More than the maximum and than before is 422; infants do not count.',
  'BOOKING-70':
    'A check-out, cancellation or no-show that is taken back holds all nights and places again, past nights too. Rooms to sell go down where there are any.',
  'BOOKING-71':
    'Taking back sets the fee to 0. Its event is `reservation.modified`. Its message is New, and StatusChanged for 4→3.',
  'BOOKING-72':
    'A request that takes a status back changes nothing else but notes, payments and letters: 409 INVALID_TRANSITION names each other field that differs from what is stored.',
  'BOOKING-73':
    'What others have taken since refuses it: 409 with the room and the first night, or with the slot, under any concurrency.',
  'BOOKING-74': 'No change of status issues or ends a link.',
  'BOOKING-75': 'A cancelled inquiry becomes Tentative or Confirmed only with dates, and a room or an activity.',
  'BOOKING-76':
    'A new booking, `postreservation` or `postinquiry` with the identity of a booking that is Cancelled or NoShow is 409 IDENTITY_CONFLICT, with the same body too. It says to take the status back or to use another identity.',
  'BOOKING-77':
    'The change to NoShow may have a fee. Another fee for a reservation that is NoShow is 409 INVALID_TRANSITION.',
  'BOOKING-90':
    'The `version` of a booking counts its changes, with sales and payments on its account. PostBooking sends it as `X-Reservation-Version`.',
  'BOOKING-91':
    'A change that expects another version is 409 VERSION_CONFLICT, which names the present one, and changes nothing. Of several at once that expect one version, one is made. A repetition is judged first.',
  'BOOKING-92': 'A repetition has the `X-Reservation-Version` of the first response.',
  'BOOKING-100':
    'A new booking with `holdMinutes` is Tentative, and holds its rooms and places. `holdUntil` of GetReservations is when the hold ends; it is null for other bookings.',
  'BOOKING-101':
    '`holdMinutes` above 1,440, with another status than 2, or with `modify` is 422, and nothing changes. 0 is absent.',
  'BOOKING-102':
    'From `holdUntil` on a booking cannot be confirmed: 409 INVALID_TRANSITION, also if the hold ends while the request is decided. Either it is confirmed, or it is cancelled.',
  'BOOKING-103': 'A booking that was confirmed or cancelled is not held any more, also after that is taken back.',
  'BOOKING-104':
    'The run of each minute cancels what has been held long enough, as `cancel` does: rooms and places are free, the queue has Cancelled, and the event `reservation.cancelled` is by nobody.',
  'BOOKING-105':
    'One run cancels at most 50 bookings in a database, those first whose hold ended first. One that fails stops no other, and is tried by the next run. Two runs at once cancel once.',
  'BOOKING-106':
    'The link of a booking whose hold ended stays, and shows Cancelled. A payment that comes later is recorded, and the booking stays Cancelled.',
}
