/** Promises about responses and errors. An id is stable, and is not used again for another promise. */
export const API = {
  'API-1':
    'Every JSON response below `/api` has `content`, `errors`, `message` and `success`. Error responses have them too.',
  'API-2': 'A successful response has its payload in `content`, no `errors`, and `success: true`.',
  'API-3': 'An unknown path below `/api` gets a 404 in the response format of the API.',
  'API-4': 'A wrong method is 405 with the header `Allow`.',
  'API-5': 'PostBooking, UpdateFetchQueueMessage and UpdateCMConnect return 200 with an empty body.',
  'API-6': 'A lookup or list without a match is 200 with `content: {}` and "No data found!".',
  'API-7': 'A response lists all errors of a request at once, one item for each.',
  'API-8': 'The description of a field error begins with the JSON path of the field.',
  'API-9': 'A refused request changes nothing.',
  'API-10':
    'Checks run in this order: path, method, credential, permission, media type, size, JSON, fields. The first that fails decides the response.',
  'API-11': 'After the fields, checks run in this order: customer, record, business rule.',
  'API-12':
    'A client that is still sending gets the refusal. Up to twice the limit of the body is read and discarded, for at most 2 seconds.',
  'API-13': '401 and 403 carry `WWW-Authenticate: Bearer`. It has an `error` only if a credential was sent.',
  'API-14': 'Every response has `X-Request-Id`: the value that the client sent, if it is valid, otherwise a new one.',
  'API-15':
    'Each request has one JSON log line: id, method, route pattern, status, duration, D1 round trips, rows read and written, client, customer and its database.',
  'API-16':
    '`Server-Timing` has the total time and the times of D1 and KV. Error responses of public paths do not have it, because it would tell dead links apart.',
  'API-17':
    'Workers Analytics Engine gets one data point for each request: endpoint, status, code, duration, rows, customer, its database and the client. It has no guest data.',
  'API-18': 'Reads that allow a lag use the nearest replica, or follow `X-D1-Bookmark`. Writes return a bookmark.',
  'API-19': 'An invalid bookmark is 422. A bookmark that D1 does not know is read at the primary.',
  'API-20': 'Link checks, availability, writes, API keys and tokens use the primary.',
  'API-21': 'The log never contains a secret, token, API key, link token, guest name, e-mail or phone, whatever fails.',
  'API-22': 'A credential in a header is checked before the body is read.',
  'API-23': 'Unknown body fields are ignored, unless the request is strict. `null` means that a field is absent.',
  'API-24': 'A JSON body that is not an object is 422. An empty body is 400.',
  'API-25': 'A record that does not exist and a record of another customer get the same 404 text.',
  'API-26': "An error response of the service's own fault never has a stack trace or SQL.",
  'API-27': 'RATE_LIMITED and OVERLOADED responses of the API carry `Retry-After`.',
  'API-28': 'The size of a body is checked while it is read.',
  'API-40':
    'The log has the reason of each refused link: forged, expired, replaced or revoked. The response does not show it.',
  'API-41':
    'The log names the client of a failed token request if the sent value has the form of a client id, and `admin` for administrative requests.',
  'API-42':
    'Log and metrics count the faults of D1 by kind. A fault is known by an allow-list of phrases, others count as `other`, and no message is quoted.',
  'API-43':
    'A repetition is recognised by its JSON: order and letter case of fields, nulls, unknown fields, customer, credentials and `errorMessage` do not count. Values count as they are sent, neutral ones and defaults too.',
  'API-44':
    '`X-Ignored-Fields` of a response under `/api` and `/admin` has the paths of the names in the body and the query that the contract does not know, once the body was read, with every status.',
  'API-45':
    'With `Prefer: handling=strict` a name that the contract does not know is 422, one error for each path. Every response to such a request has `Preference-Applied`.',
  'API-46':
    'Names of the interface, the customer, nulls and empty parameters are not told. The token endpoint and the itinerary of a link tell and refuse no names.',
}
