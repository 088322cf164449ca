/** Promises about all operations: trials, headers, versions. An id is stable, and is not used again for another promise. */
export const TRIALS = {
  'TRIAL-1':
    'No function of the store can be called without the scope of a customer. Only authentication, a verified link and administration make a scope.',
  'TRIAL-2':
    "Another customer's id finds nothing, wherever it is sent: in path, query, body, cursor, identity, key or link. A new operation without these trials fails the suite.",
  'TRIAL-3': 'Under any concurrency the stored data is consistent and agrees with every response.',
  'TRIAL-4':
    'Whichever access to D1 or KV fails, is late or runs twice: the response is true, the stored data is as before or as after, and the repeated request succeeds once.',
  'TRIAL-5': 'No request causes a 500 response, and the OpenAPI document describes every response.',
  'TRIAL-6': 'If the process is killed at any moment, every acknowledged booking is stored once and complete.',
  'HEADER-1':
    'Every response has `nosniff`, no referrer and no framing. Its policy allows no script, and that of a page its own script only.',
  'HEADER-2': 'Static pages have a strict policy and cannot be framed by other sites.',
  'HEADER-3': 'No cache may store a response, except for public keys, metadata and the OpenAPI document.',
  'HEADER-4':
    'Pages of other origins may read only the public itinerary and the OpenAPI document, never with credentials.',
  'HEADER-5': 'HSTS is set for two years, for the own host only, and only over https.',
  'HEADER-6': 'A rate by address counts an IPv6 address by its network.',
  'VERSION-1': '`X-Api-Version` of every response is the version of the package.',
  'VERSION-2': '`GET /openapi.json` is a valid OpenAPI 3.1 document of all operations.',
  'VERSION-3':
    'The examples of the document get the responses that it describes. Its statuses are those that are returned.',
  'VERSION-4': '`/docs` is a browsable reference without files of other hosts.',
  'VERSION-5':
    '`/docs` has search, samples and requests from the page. It is readable without JavaScript, and axe reports nothing.',
  'VERSION-6':
    'Every sample of `/docs` works on a new demo hotel as it is copied, alone, or with the samples that it names.',
  'VERSION-7':
    'What is entered on a page of `/docs` is kept in no address, and in storage only of the tab if the visitor wants that.',
  'VERSION-8':
    'Only pages of a service that `npm start` runs get the credentials of its demo hotel, by the own address of the machine.',
}
