/** Promises about the input that is accepted, and its fixed limits. An id is stable, and is not used again for another promise. */
export const INPUT = {
  'INPUT-1': 'Field names are matched in any letter case, at every depth. Neutral values and nulls count as not sent.',
  'INPUT-2': 'Names of query parameters are matched in any letter case.',
  'INPUT-3': 'Two spellings of one field with different values are 422. With the same value they are one field.',
  'INPUT-4': 'A new booking treats a neutral value as a field that is not sent. In a change it changes nothing.',
  'INPUT-5':
    'Stay dates are from 1900-01-01 to 9998-12-31, wherever they are sent. Instants are in the years 0000 to 9999.',
  'INPUT-6': 'A change of dates that stretches a rate line past its limit is refused.',
  'INPUT-7':
    'An activity is within the booking or within a year of it. A booking of release 1.0.0 with activities outside can be changed, and its calendar read.',
  'INPUT-8': '0 is a value where the field is an amount. An id of 0 that would lose data is an error.',
  'INPUT-9': 'Times of day with one digit or with seconds are accepted. E-mail and telephone are plain text.',
  'INPUT-10': 'Each mistake is one error item, and hides no other.',
  'INPUT-11':
    'The identity of a booking beside its `bookingID` is its name. Any other identity is the key of the change.',
  'INPUT-12': 'A `modify` does not record a payment again that the booking has.',
  'INPUT-13': 'A `modify` cannot remove everything from a booking.',
  'INPUT-14': 'An inquiry without dates has null dates in responses. No date filter finds it, and it has no link.',
  'INPUT-15': 'Clients of two generators book, change and cancel with every optional field at its neutral value.',
  'INPUT-16': 'Invalid settings stop `npm start`, and the error names them.',
  'INPUT-17': 'A blank between date and time counts as `T`, wherever a date or an instant is sent.',
  'INPUT-48': 'Control characters in texts for people become blanks, tabs and line breaks aside. In ids they are 422.',
  'INPUT-49': 'A note has up to 20,000 characters, a telephone number of a guest up to 100.',
  'INPUT-50':
    'A parameter of a query with two different values is 422. The values of a list are joined, and each counts once.',
  'INPUT-51':
    'The body of a request may be compressed with gzip. Its limits are those of what comes out. Any other encoding is 415, and at the token endpoint each is 422.',
  'LIMIT-1': 'A client renews a token about a minute before its end. The old token stays valid until then.',
  'LIMIT-2': 'A changed permission or a revocation applies when the issued token expires.',
  'LIMIT-3': 'A body has at most 64 levels.',
  'LIMIT-4':
    'A list in a body has at most the number of entries in its contract. A response lists at most 1,000 errors of it.',
  'LIMIT-5': 'A row of the database has at most 2,000,000 bytes.',
  'LIMIT-6': 'A token request has at most 64 KiB, and 2,048 characters in a field.',
  'LIMIT-7':
    'A booking has at most 100 rooms, 500 activities, 5,000 rate lines and 1,000 nights, and a sale 500 lines. More is 422, and changes nothing.',
}
