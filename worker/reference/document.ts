import { version } from '../../package.json'
import type { Contract } from '../http/endpoint'
import { ENVELOPES } from './envelopes'
import { operationOf, tagOf } from './operation'
import { shareRepeated } from './repeated'
import { HEADER_EXAMPLES, HEADERS } from './responses'
import { createSchemaWriter, type Json } from './schemas'

const INTRODUCTION = `Reservations and inventory for hotels, and a guest itinerary behind a link.

## Credentials and customer

Request an access token from the token endpoint. Send it as \`Authorization: Bearer …\`. It is valid for fifteen minutes. An API key in
the header \`x-api-key\` is accepted too. A client that cannot send headers may send \`token\` or \`apiKey\` in the body of PostBooking.
They are never stored. A header and a body that disagree are 401.

The credential decides the customer. \`clientID\` (or \`clientId\`) is therefore not needed: 0 or absent is the customer of the
credential, and another customer is 403.

## Identity

\`identity\` is your own reference of what you write, of 1 to 200 characters: it makes a retry safe. A new booking keeps it, and
[PostBooking](/docs/booking/postBooking) can name the booking by it later, in place of \`bookingID\`. The same request with the same
identity has the first response again and changes nothing. The same identity with another body is 409 \`IDENTITY_CONFLICT\`. Where the body has
no \`identity\`, the header \`Idempotency-Key\` counts. Identities are unique within the customer, those of bookings apart from those
of sales. Do not put personal data into them.

## Responses

Every response below \`/api\` is the envelope \`{content, errors, message, success}\`: \`content\` is the payload, \`errors\` has an item
for each fault, \`message\` is a text for people, and \`success\` is true for status 200. Branch on the status and on
\`errors[].code\`. A lookup that matches nothing is 200 with an empty object. A refused request changes nothing. A request with status 503 can be sent
again safely. A method that a path does not support is 405 with \`Allow\`.

## Requests

Names that an operation does not know are ignored. The response lists them in \`X-Ignored-Fields\`. With \`Prefer: handling=strict\`
they are 422. \`null\` counts as absent. Names of fields and of query parameters are accepted in any letter case. A
neutral value (0, "", false, [], {}, \`0001-01-01\`) counts as absent. There are two exceptions: 0 where it is an amount, and an empty
list that replaces a list of a booking.

## Dates and amounts

Stay dates are calendar dates of the hotel: \`YYYY-MM-DD\`, or an ISO date-time. The date counts as it is written, without a change
of zone. Responses have stay dates as \`YYYY-MM-DDT00:00:00\`. Times of day are \`HH:mm\`; \`H:mm\` and seconds are accepted, and
seconds are dropped. Instants are UTC. Amounts are decimals in the customer's currency, with at most its decimals: 2 for EUR, 0 for
JPY.

## Lists

Lists have pages of {PAGE_SIZE} (\`pageSize\` up to {LARGEST_PAGE_SIZE}) with \`X-Page\`, \`X-Page-Size\`, \`X-Has-More\` and
\`X-Next-Cursor\`. Send \`X-Next-Cursor\` as \`cursor\` for the next page. The first page and the ten-thousandth then cost the same.

A page also ends with the entry that brings it to about {PAGE_BYTES}. \`X-Has-More\` and \`X-Next-Cursor\` report that. Follow the
cursor in such lists: a page number counts rows alone, and its page may start elsewhere.`

const TAGS: Record<string, string> = {
  Tokens: 'The token issuer: OAuth 2.0 client credentials, its public keys and metadata.',
  Booking: 'Create, change and cancel bookings.',
  OnlineBooking: "The hotel's own booking page: stays sold by the night, and inquiries.",
  Reservation: 'Find reservations and follow their changes.',
  Fetch: 'A queue of messages about reservations, and health checks.',
  Inventory: 'Items in stock and their locations.',
  Sale: 'Sales from stock.',
  CMConnect: 'The channel manager: property, rooms, plans, rates and availability.',
  Event: 'A log of every change, to follow.',
  Webhook: 'Endpoints that receive events as they happen, and what was sent to them.',
  PartnerItinerary: "Links to a guest's itinerary, and the itinerary.",
  Administration: 'Customers, their setup, applications and keys. Only for the administrator.',
  Console: 'The sign-in of people, for the pages of the console alone.',
  Pages: 'HTML pages and their files.',
}

/**
 * The OpenAPI 3.1 document of the contracts, with the parts that are the same in every installation. It is built with the
 * site, so that the Worker's script does not include the generator.
 */
export function documentOf(contracts: readonly Contract[]) {
  const schemas = createSchemaWriter()
  const paths: Record<string, Record<string, Json>> = {}
  for (const contract of contracts) {
    const operation = { [contract.method.toLowerCase()]: operationOf(contract, schemas) }
    paths[contract.path] = { ...paths[contract.path], ...operation }
  }
  const { parameters, responses } = shareRepeated(Object.values(paths).flatMap(Object.values))
  const used = new Set(contracts.map(({ path }) => tagOf(path)))
  return {
    openapi: '3.1.1',
    info: {
      title: 'Innlet',
      version,
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    tags: Object.entries(TAGS)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'An access token of the token endpoint.',
        },
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'An API key.' },
        adminToken: { type: 'http', scheme: 'bearer', description: 'The `ADMIN_TOKEN` of the service.' },
      },
      headers: headersOf(contracts),
      parameters,
      responses,
      schemas: inAlphabeticalOrder({ ...schemas.named, ...ENVELOPES }),
    },
  }
}

/** All response headers. A header has one meaning in all operations. */
function headersOf(contracts: readonly Contract[]): Record<string, Json> {
  const headers: Record<string, Json> = {}
  const all = [HEADERS, ...contracts.map(({ responseHeaders = {} }) => responseHeaders)].flatMap(Object.entries<string>)
  for (const [name, description] of all) {
    const type = name === 'Retry-After' ? 'integer' : 'string'
    if (headers[name] && headers[name].description !== description) throw new Error(`two descriptions of ${name}`)
    const example = HEADER_EXAMPLES[name]
    headers[name] = { description, schema: { type }, ...(example && { example }) }
  }
  return headers
}

const inAlphabeticalOrder = (schemas: Record<string, Json>) =>
  Object.fromEntries(Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1)))
