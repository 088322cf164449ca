/** Promises about the fetch queue. An id is stable, and is not used again for another promise. */
export const FETCH_QUEUE = {
  'QUEUE-1': 'A message has all 27 fields, each of its type, with the values at the time of the change.',
  'QUEUE-2':
    'Every change of a reservation that holds rooms, or stops holding them, writes one message for each room stay.',
  'QUEUE-3': 'All endpoints that change a reservation write messages.',
  'QUEUE-4':
    'The message is New where a stay begins to hold a room, Cancelled where it ends, StatusChanged for statuses 4, 5 and 7 and for 4→3, otherwise Modified.',
  'QUEUE-5':
    'A change of status that also sends rooms writes a message for each stay that ends, and none for a stay that never held a room.',
  'QUEUE-6': 'A consumer that applies every message has the same held rooms as GetReservations.',
  'QUEUE-7': 'A reservation that holds no room writes no message.',
  'QUEUE-8': "`instance` is a setting. `hotelKey` is the property's `fetchHotelKey`.",
  'QUEUE-9':
    'Messages are listed oldest first, Pending ones by default. `status`, `hotelKey`, `currentPage` and `pageSize` filter them.',
  'QUEUE-10': 'Reading does not remove messages from the list. Only an update does.',
  'QUEUE-11': 'UpdateFetchQueueMessage accepts every field of the message, and sets `status` and `notes`.',
  'QUEUE-12': 'A message field of another type is refused.',
  'QUEUE-13': 'A repeated update changes nothing. An unknown id is 404.',
  'QUEUE-14': 'A message is stored until it is Processed, unless the operator sets for how many days.',
  'QUEUE-15': '`health` returns `{status: "Healthy", version}` without reading data.',
  'QUEUE-16': '`healthdb` probes each database at most once in 5 seconds in an isolate.',
  'QUEUE-17': '`healthdb` probes D1. It is 503 if that fails, or if a database lacks a migration of this release.',
  'QUEUE-18':
    'One request to `healthdb` probes the first database, 50 others in turn, and up to 50 that failed. A database that failed is probed by each request until it is healthy.',
  'QUEUE-49':
    '`countryPhoneCode` is the prefix of a number that begins with `+`, `00` or, in countries of +1, `011`, whatever blanks, brackets or digits it is written with; otherwise that of the country.',
  'QUEUE-50':
    '`countryCode` is found by the alpha-2 and alpha-3 code of ISO 3166-1, and by the English names of ISO 3166-1 and CLDR.',
}
