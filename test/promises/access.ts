/** Promises about credentials and permissions. An id is stable, and is not used again for another promise. */
export const ACCESS = {
  'ACCESS-1': 'Each endpoint has its path, its method and its permission.',
  'ACCESS-2': 'A bearer token or an API key is enough for every endpoint of the API.',
  'ACCESS-3': 'A `write` permission includes `read`. A `read` permission does not include `write`.',
  'ACCESS-4': 'The permissions in the token decide. A missing permission is 403, which a new token does not change.',
  'ACCESS-5': 'A missing, expired or invalid token is 401.',
  'ACCESS-6': 'The features that permissions are made of are a setting.',
  'ACCESS-7': 'An API key is sent as `x-api-key`, in any letter case. It has permissions and is stored as a hash.',
  'ACCESS-8':
    '`apiKey` and `token` in a PostBooking body replace absent headers. They are never stored or logged. If body and header differ, the request is 401.',
  'ACCESS-9':
    'If a request has a bearer token and an API key, both must be valid and of one customer. The permissions of the token count.',
  'ACCESS-10': 'A `clientID` or `clientId` that is absent or 0 means the customer of the credential.',
  'ACCESS-11': 'The name of the customer field is matched in any letter case.',
  'ACCESS-12': "A credential has no access to another customer's records.",
  'ACCESS-13':
    "Another customer's `clientID` or `clientId`, in the query or at the top of the body, is 403 CUSTOMER_MISMATCH on every endpoint. One that is no integer is 422.",
}
