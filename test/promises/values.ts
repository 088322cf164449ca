/** Promises about values and lists. An id is stable, and is not used again for another promise. */
export const VALUES = {
  'VALUE-1': 'Ids are JSON integers.',
  'VALUE-2':
    'A date is sent as `YYYY-MM-DD` or as an ISO date-time. Of a date-time the date counts as written, whatever its zone.',
  'VALUE-3': 'A date that is not in the calendar is refused.',
  'VALUE-4': 'Responses have stay dates as `YYYY-MM-DDT00:00:00`, instants in UTC with `Z`, and times as `HH:mm`.',
  'VALUE-5': 'A time of day is `HH:mm`.',
  'VALUE-6':
    "Amounts are decimals in the customer's currency and are stored in minor units: JPY has no decimals, EUR two, BHD three.",
  'VALUE-7': 'An amount with more decimals than its currency has is refused.',
  'VALUE-39': 'An amount that is within a millionth of a minor unit of a whole number of them is that amount.',
  'VALUE-8': 'Sums of amounts are exact.',
  'LIST-1':
    'Pages are numbered from 1, and 0 or no number means 1. A page has 50 rows by default. Its headers are `X-Page`, `X-Page-Size` and `X-Has-More`.',
  'LIST-2': '`pageSize` is at most 200. A larger value is refused.',
  'LIST-3': '`cursor` and `pageSize` are in the query of a GET and in the body of a POST.',
  'LIST-4': 'The last page has no `X-Next-Cursor`.',
  'LIST-5': 'A cursor that the service did not issue to this customer is 422.',
  'LIST-6': 'By cursor page 1,000 costs as much as page 1.',
  'LIST-7': 'Lists have a stable order. A client that follows all pages gets every element once.',
  'LIST-8': 'In a filter `0`, `""` and `null` mean that the field is absent.',
  'LIST-9': 'No query scans a whole table. A read takes one round trip to D1, a write at most two.',
  'LIST-20':
    'GetReservations finds a guest by `guest`: the whole e-mail address, four or more digits of the telephone number in a row, or the beginning of the last name, in any letter case.',
  'LIST-21':
    '`guest` alone finds stays that depart yesterday or later by the customer’s clock, in that order; with `includePast` all, by id. Beside other filters it narrows their list.',
  'LIST-22':
    'A page of a search for a guest reads at most 20,000 stays, and only those of its range. It may be empty while `X-Has-More` is `true`. Its pages have every stay of the guest once.',
  'LIST-10': 'A cursor continues a list in the order in which it was issued. In another order of the list it is 422.',
}
