import { version } from '../../package.json'
import type { Contract } from '../http/endpoint'
import { type Json, operationOf, tagOf } from './operation'

const INTRODUCTION = `Reservations and inventory for hotels, and a guest itinerary behind a link.

Ask the token endpoint for an access token and send it as \`Authorization: Bearer …\`; it is good for fifteen minutes. An API key in the
header \`x-api-key\` does as well. Every answer below \`/api\` is the envelope \`{content, errors, message, success}\`; branch on the status and on
\`errors[].code\`. A lookup that matches nothing is 200 with an empty object. A request that is refused changes nothing at all, and 503 is
always safe to retry. A path that is asked by a method that it does not take is 405 with \`Allow\`. Fields that are not known are ignored; \`null\` counts as absent.

Names of fields and of query parameters are also understood in any other letter case. A field with a neutral value (0, "", false, [], {},
\`0001-01-01\`) is read as if it had not been sent, except where 0 is an amount and where a list of a booking is replaced by an empty one.

Stay dates are the hotel's calendar dates: \`YYYY-MM-DD\`, or an ISO date-time of which the date as written counts. They are answered as
\`YYYY-MM-DDT00:00:00\`. Instants are UTC. Money is decimal, in the customer's currency.

Lists come in pages of {PAGE_SIZE} (\`pageSize\` up to {LARGEST_PAGE_SIZE}) with \`X-Page\`, \`X-Page-Size\`, \`X-Has-More\` and \`X-Next-Cursor\`; passing \`cursor\` back costs
the same on the first page and on the ten-thousandth. A page of very large entries ends earlier, with the entry that brings it to about
{PAGE_BYTES} bytes: \`X-Has-More\` and \`X-Next-Cursor\` say so. Follow the cursor there; a page by its number begins where rows alone put it.`

const TAGS: Record<string, string> = {
  Tokens: 'The token issuer: OAuth 2.0 client credentials, its public keys and metadata.',
  Booking: 'Bookings made, changed and cancelled.',
  OnlineBooking: "A hotel's own booking page: stays sold by the night, and questions.",
  Reservation: 'Reservations, looked up and followed.',
  Fetch: 'A queue of messages about reservations, and health.',
  Inventory: 'What lies in stock, and where.',
  Sale: 'Sales from stock.',
  CMConnect: 'The channel manager: property, rooms, plans, rates and availability.',
  PartnerItinerary: "Links that open a guest's itinerary, and what they open.",
  Administration: 'Customers, their setup, applications and keys: for the administrator alone.',
  Pages: 'Pages for people.',
}

/**
 * The OpenAPI 3.1 document of the contracts, with the parts that are the same in every installation. It is built with the
 * site, so that the Worker's script does not include the generator.
 */
export function documentOf(contracts: readonly Contract[]) {
  const paths: Record<string, Json> = {}
  for (const contract of contracts) {
    paths[contract.path] = { ...paths[contract.path], [contract.method.toLowerCase()]: operationOf(contract) }
  }
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
          description: 'An access token, however it was got.',
        },
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        adminToken: { type: 'http', scheme: 'bearer', description: "The administrator's token." },
      },
      headers: {
        'X-Request-Id': {
          description: "The request's name in our log: the caller's own, if it sent a sane one.",
          schema: { type: 'string' },
        },
        'X-Api-Version': { description: 'The version of the service.', schema: { type: 'string' } },
        'X-D1-Bookmark': {
          description: 'How far the books had come. Sent with a later read, that one is no older.',
          schema: { type: 'string' },
        },
        'Server-Timing': {
          description: 'Milliseconds: `total`, and those spent waiting for `db` and `kv`.',
          schema: { type: 'string' },
        },
        'WWW-Authenticate': {
          description: 'What is wrong with the credential (RFC 6750).',
          schema: { type: 'string' },
        },
        'Retry-After': { description: 'Seconds after which to come back.', schema: { type: 'integer' } },
      },
    },
  }
}
