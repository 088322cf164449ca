/** Promises about the channel manager's endpoints. An id is stable, and is not used again for another promise. */
export const CHANNEL = {
  'CHANNEL-1':
    'UpdateCMConnect accepts all five groups, every control field and every data field. Leaf values are text or numbers.',
  'CHANNEL-2': 'Every UpdateCMConnect field of another type is refused with the path of its cell.',
  'CHANNEL-3':
    'The keywords are those of Su: hotelDescriptiveContentNotifType, invStatusType, invNotifType, ratePlanNotifType, contactProfileType, phoneTechType, closed, closedonarrival, closedondeparture, languageCode, currencyCode. Every one is accepted, any other is refused.',
  'CHANNEL-4': '`hotelid` and `rateplanid` have at most 20 characters.',
  'CHANNEL-5': 'The days of a message reach at most 730 days after its first day.',
  'CHANNEL-6': 'Groups are applied in their order. A message may use what it declares.',
  'CHANNEL-7': 'A `hotelid`, `roomid` or `rateplanid` that is neither declared nor known is UNKNOWN_REFERENCE.',
  'CHANNEL-8': 'A date entry sets the values that it has and leaves the others. A delta never deletes a price.',
  'CHANNEL-9':
    '`roomstosell` applies to a room and day. `closed` applies to the plans with `rate`, to the room without it.',
  'CHANNEL-10':
    'A date entry may have minimumstay, maximumstay, closedonarrival and closedondeparture: of the room without `rate`, of its plans with it.',
  'CHANNEL-11': '`from` and `to` are both included.',
  'CHANNEL-12': '`action` 1 creates, 2 updates and 3 deletes. 0 or no action does what is necessary.',
  'CHANNEL-13':
    '`syncType` 1 clears every day and plan of the named rooms that the message does not mention. The default is 2.',
  'CHANNEL-14':
    'Overlay, Modify and Active create a room or plan that does not exist. Deactivated, Remove and Delete of one that does not exist are UNKNOWN_REFERENCE.',
  'CHANNEL-15':
    'Control ids are returned as last sent, and 0 means not sent. `syncType` and `action` are commands and are not stored.',
  'CHANNEL-16':
    'A message with none of the five groups is 422, and the error names the groups. An empty group is accepted. A group that is not a list is 422.',
  'CHANNEL-17': 'Each mistake in a message is one error item.',
  'CHANNEL-18':
    'Messages of real clients are stored as intended and read back unchanged, or refused with an error that names the field.',
  'CHANNEL-19': '`roomTypeId` or `roomId` ties a `roomid` to a record of the hotel. `rateID` ties a `rateplanid`.',
  'CHANNEL-20': 'A message is one transaction: all cells or none. All errors are listed with their path.',
  'CHANNEL-21': 'The last write wins.',
  'CHANNEL-22': '730 days of 10 rooms with 4 plans are one request and one D1 round trip.',
  'CHANNEL-23': 'GetCMConnect without `hotelid` returns all hotels of the customer.',
  'CHANNEL-24': 'GetCMConnect returns what was posted, with runs of equal days as one entry.',
  'CHANNEL-25': 'Without `from` and `to` the window is today and the next 365 days. A window has at most 731 days.',
  'CHANNEL-26': 'A known hotel with an empty window has its groups. An unknown `hotelid` has no match.',
  'CHANNEL-27': 'Leaf values of GetCMConnect are strings. Amounts have the decimals of the currency.',
  'CHANNEL-28':
    'CMConnect GetReservation returns `bookingID`, number, status, guest, `roomInfo` with rates, total, currency and times.',
  'CHANNEL-29':
    'CMConnect GetReservation finds reservations by `bookingID`, status and `roomInfo`. Any entry of `roomInfo` can match by type and overlapping dates.',
  'CHANNEL-30': 'The status of a CMConnect reservation is 1 new, 2 modified or 3 cancelled.',
  'CHANNEL-31': 'Every field of a CMConnect GetReservation body of another type is refused.',
  'CHANNEL-32':
    'GetCMConnect comes in pages of at most 50,000 days of rooms and of plans. Together they have what one page would have. Each page costs what it has.',
  'CHANNEL-35': 'A message may set up to 200,000 days within `CHANNEL_BODY_BYTES`, however much its days differ.',
  'CHANNEL-36': 'A date entry with no field to set is 422, except with `action` 3 or `syncType` 1.',
  'CHANNEL-37':
    'CMConnect GetReservation is in the order of `reservationId`; with dates in `roomInfo` in that of departure, followed by `reservationId`.',
  'CHANNEL-38': 'A date entry may name one day as `value` instead of `from` and `to`. With both it is 422.',
  'CHANNEL-39': 'Ids of hotels, rooms and plans may contain colons, underscores and other punctuation, and stay apart.',
  'CHANNEL-40': 'For every subset of the fields of a date entry, all other fields of its days stay.',
  'CHANNEL-41':
    'The subjects of the certification tests of Channex pass: a full year in two messages, prices, each restriction alone, half a year, availability, bookings, limits of calls, repetitions.',
  'CHANNEL-48':
    'Prices of several entries of one message for one day and plan are one list by number of guests: of two for one number the last counts. A later message replaces the list.',
  'CHANNEL-42':
    'After each step of a booking, what a channel manager reads of reservations, of availability and of the queue agrees.',
  'CHANNEL-63':
    'The filter `bookingID` of CMConnect GetReservation means the identity if a booking has it, else the id, else the number.',
}
