/** Promises about the public itinerary and its links. An id is stable, and is not used again for another promise. */
export const ITINERARY = {
  'LINK-1': 'The itinerary has every field of `overview`, `roomStays` and `scheduleItems`, and no other.',
  'LINK-2':
    '`arrivalTime` and `departureTime` are those of the booking, otherwise of the property. In several hotels the departure is that of the hotel that the guest leaves last.',
  'LINK-3':
    'Hosts and places are full names joined by ", ". They come from the setup if only ids were sent. Each note is one line.',
  'LINK-4': 'Every text of an itinerary is a string, empty if there is no value.',
  'LINK-5': 'Schedule items are sorted by date and start time.',
  'LINK-6': 'The link of a cancelled reservation opens and shows the status Cancelled.',
  'LINK-7': 'The public itinerary ignores credentials in headers.',
  'LINK-8': 'IssueLink returns `token`, `url`, `calendarUrl` and `expiresAt`.',
  'LINK-9': "`itineraryUrlTemplate` makes links point to the hotel's own site.",
  'LINK-10': 'RevokeLink is 200 without a body, also if there is no live link.',
  'LINK-11':
    'A link token is an HS256 JWT of link id, reservation, customer and expiry. The first key signs, all keys verify.',
  'LINK-12': 'IssueLink and RevokeLink refuse a value that is not an id.',
  'LINK-13': 'A valid link opens any number of times.',
  'LINK-14': 'A link expires after the configured number of hours. It is 404 from then on.',
  'LINK-15': 'A link expires to the second, in details, calendar and page alike.',
  'LINK-16': 'A newer link of the reservation revokes the older one, which is 404 from then on.',
  'LINK-17': 'RevokeLink revokes the link, which is 404 from then on.',
  'LINK-18':
    "Invalid, expired and revoked tokens get the same 404, 'The link is invalid or has expired.', byte for byte except for the request id.",
  'LINK-19': 'A server error while an itinerary loads gives the same 404.',
  'LINK-20': 'A bad signature or an expired token is refused before any I/O.',
  'LINK-21':
    'A newer link writes `revoked:` and the id of the older link to KV, with a time to live up to the expiry of the token.',
  'LINK-22': 'D1 decides whether a link is live, in the round trip that loads the itinerary.',
  'LINK-23': 'If KV fails, links that D1 confirms still open.',
  'LINK-24':
    'Details and calendar allow any origin and are `private, no-store`, `no-referrer` and `noindex` in every response.',
  'LINK-25': 'CORS is open for the public itinerary and the OpenAPI document only.',
  'LINK-26': 'The calendar follows RFC 5545, with stable UIDs and the time zone of the hotel.',
  'LINK-27': "`/itinerary/{token}` is the guest's page with the widget. Its HTML contains the stay.",
  'LINK-28': "The guest's page can be installed. Its manifest names the hotel and opens this link only.",
  'LINK-29': 'The page of a dead link has status 404 and explains it.',
  'LINK-30':
    'A hotel of a stay has `hotelid`, `name`, `timeZone`, `checkInTime`, `checkOutTime`, `logoUrl`, `imagePath` and `roomIds`, and those fields of its setup for guests that are known.',
  'LINK-31':
    'The hotels of a stay are those of its rooms, in the order of the stays. Without rooms it is the hotel of the reservation. Without that the content is an empty object.',
  'LINK-32':
    'What the setup of a hotel does not have is taken from the description of the channel manager: the PhysicalLocation address, the position, the e-mail address of `reservations`, else `general`, and the first voice number.',
  'LINK-33': 'A value of the channel manager that breaks the rule of its field is left out.',
  'LINK-34': 'Markup in a text of a hotel is text.',
  'LINK-35': "The guest's page contains the hotels. It is read in one round trip.",
  'LINK-37': 'The logo and the picture of a hotel are those of its setup, otherwise those of the customer.',
  'LINK-38':
    'A stay in one hotel has its name, logo and picture. In several hotels it is "Your trip" in the language of the guest, and if no hotel is known it has the name of the customer. So it is in the title of the page, the preview of the link, the manifest and the calendar.',
  'LINK-36':
    'In the calendar, the stay has the names and addresses of the hotels, the position of a single hotel, their telephone numbers and the link.',
  'LINK-43':
    "The look of a hotel decides the guest's page and its manifest. Its colours, fonts and words cannot add rules or markup.",
  'LINK-44':
    "The page has the look of the first hotel of the stay, otherwise that of the customer, never a mixture, and never another customer's. The responses of the itinerary have none.",
  'LINK-45': 'The page of a dead link has no look.',
  'LINK-39':
    "The markup of a stay is schema.org's LodgingReservation. Inquiry and Tentative are ReservationPending, Cancelled and NoShow ReservationCancelled, all others ReservationConfirmed. Its times have the offset of the hotel. The guest's page contains it. It is read in one round trip.",
  'LINK-40':
    'A stay in several hotels has a reservation in its markup for each, with the dates in that hotel. Without a hotel the content is an empty object.',
  'LINK-41': 'The markup has only types, properties and values of schema.org, in every status.',
  'LINK-50':
    'A hotel has its Wi-Fi from the day of arrival to the day of departure, by the clock of the hotel. Before and after that the response does not contain it.',
  'LINK-51': 'A hotel has its Wi-Fi only while the status is Confirmed or InHouse.',
  'LINK-52':
    'In a stay in several hotels each has its Wi-Fi on the days of its own rooms. Without rooms these are the days of the reservation.',
  'LINK-53': 'Details, calendar, markup and manifest never contain the Wi-Fi, nor does a revoked link open it.',
  'LINK-54':
    "Before the day of arrival, the guest's page of a confirmed stay says where the Wi-Fi of the hotel will appear.",
  'LINK-80':
    'GetLink returns the link that the guest has, and changes nothing. After a move or without its key it is another text that opens the same.',
  'LINK-81': 'GetLink returns `{}` for a reservation without a link that is alive.',
  'LINK-70':
    'Characters after a token that no token has are ignored, such as `.`, `)`, quotes, blanks and a slash, also percent-encoded. The page redirects to the address without them.',
}
