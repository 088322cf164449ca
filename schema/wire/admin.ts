import * as z from 'zod'
import { memoize } from '../memoize'
import { customerState } from './customer-data'
import { perLimits } from './limits'
import { longList } from './long-list'
import { HotelLook, lookChange, optionalLook } from './look'
import { largestQueryPaging } from './paging'
import { currency, id, idText, instant, nonBlankIdText, nonBlankText, timeZone, webAddress } from './primitives'

/*
 * The bodies of /admin: plain objects, instants as ISO 8601 in UTC.
 */

/** A web address, or an empty text. */
export const webAddressOrEmpty = z.lazy(() =>
  z.union([z.literal(''), webAddress], { error: 'expected an http or https address' }),
)

const hostOf = (template: string, token: string) => URL.parse(template.replaceAll('{token}', token))?.host

/** A web address with `{token}` in place of the link's token; empty: the page of this service. */
const urlTemplate = z.lazy(() =>
  z
    .string()
    .max(2048)
    .refine(
      template =>
        template === '' ||
        (template.includes('{token}') &&
          webAddress.safeParse(template.replaceAll('{token}', 'token')).success &&
          hostOf(template, 'one') === hostOf(template, 'two')),
      'expected an http or https address with {token} in its path or after it',
    ),
)

/** An id in a path or a query. */
const pathId = z.lazy(() =>
  z
    .string()
    .regex(/^\d{1,10}$/, 'expected an integer')
    .transform(Number)
    .pipe(id)
    .meta({ 'x-format': 'digits' }),
)

const clientId = z.lazy(() =>
  pathId.describe('The id of the customer. You choose it with the `PUT` that creates the customer.'),
)

export const CustomerPath = z.lazy(() => z.object({ clientId }))

export const GuestPath = z.lazy(() =>
  z.object({ clientId, guestId: pathId.describe('The guest: `guestId` of a reservation.') }),
)

/** The number of a database, in a body. */
const shard = z.lazy(() => z.int().min(0).max(99_999))

export const Move = z.lazy(() =>
  z
    .object({ to: shard.describe('The number of the database that the customer moves to.') })
    .meta({ id: 'CustomerMove', description: 'The database to move a customer to.' }),
)

export const MoveProgress = z.lazy(() =>
  z
    .object({
      clientId: z.int(),
      shard: z.int().describe('The current database of the customer.'),
      to: z.int().describe('The database that the customer moves to.'),
      state: z
        .enum(['clearing', 'copying', 'comparing', 'switched', 'deleting', 'done'])
        .describe(
          'The step of the move: clear earlier rows, copy rows, compare them, switch the customer, delete the old rows.',
        ),
      table: z.string().optional().describe('The table that is being copied or compared.'),
      rows: z.int().optional().describe('Rows of the table that are copied or compared.'),
      total: z.int().optional().describe('All rows of the table.'),
      checksum: z.string().optional().describe('The SHA-256 of all compared rows, hexadecimal.'),
      done: z.boolean().describe('True if the move is complete. Otherwise the same request continues it.'),
    })
    .meta({ id: 'CustomerMoveProgress', description: 'The progress of a move.' }),
)

const WORDS = {
  logoUrl: 'The address of the logo. The itinerary shows it for hotels without their own. Empty: none.',
  imagePath: 'The address of a picture. The itinerary shows it for hotels without their own. Empty: none.',
  itineraryUrlTemplate:
    "The address of the hotel's own page, with `{token}` where the token of a link belongs. New links then open that page. " +
    'Empty: the page of this service.',
}

const customerFields = memoize(() => ({
  name: nonBlankText(200).describe('The name of the customer.'),
  currency: currency.describe(
    'The currency of all amounts: ISO 4217, such as `EUR`. It cannot change once amounts are stored in it.',
  ),
  timeZone: timeZone.describe('The time zone of new hotels: an IANA time zone, such as `Europe/Lisbon`.'),
}))

export const Customer = z.lazy(() =>
  z
    .object({
      ...customerFields(),
      logoUrl: webAddressOrEmpty.default('').describe(WORDS.logoUrl),
      imagePath: webAddressOrEmpty.default('').describe(WORDS.imagePath),
      itineraryUrlTemplate: urlTemplate.default('').describe(WORDS.itineraryUrlTemplate),
      look: optionalLook.describe('Of hotels without a look of their own.'),
    })
    .meta({ id: 'CustomerInput', description: 'The fields of a customer.' }),
)

/** Null takes an optional field away, like an empty text. */
export const CustomerChange = z.lazy(() => {
  const orNone = (value: z.ZodType<string>) => value.nullable().transform(text => text ?? '')
  return z
    .object({
      ...customerFields(),
      logoUrl: orNone(webAddressOrEmpty).describe(WORDS.logoUrl),
      imagePath: orNone(webAddressOrEmpty).describe(WORDS.imagePath),
      itineraryUrlTemplate: orNone(urlTemplate).describe(WORDS.itineraryUrlTemplate),
      look: lookChange.describe('Of hotels without a look of their own. It is replaced as a whole.'),
    })
    .partial()
    .meta({ id: 'CustomerChange', description: 'Changes of a customer. `null` takes an optional field away.' })
})

export const CustomerRecord = z.lazy(() =>
  z
    .object({
      clientId: z.int().describe('The id of the customer.'),
      name: z.string().describe('The name of the customer.'),
      currency: z.string().describe('The currency of all amounts (ISO 4217).'),
      timeZone: z.string().describe('The time zone of new hotels.'),
      logoUrl: z.string().describe('The address of the logo. Empty: none.'),
      imagePath: z.string().describe('The address of a picture. Empty: none.'),
      itineraryUrlTemplate: z
        .string()
        .describe("The address of the hotel's own page. Empty: the page of this service."),
      look: HotelLook.optional(),
    })
    .meta({ id: 'Customer', description: 'A customer.' }),
)

export const CustomerDetails = z.lazy(() =>
  CustomerRecord.unwrap()
    .extend({ state: customerState })
    .meta({ id: 'CustomerDetails', description: 'A customer with its state.' }),
)

/** The name of a product. */
const product = z.lazy(() =>
  z
    .string()
    .regex(/^[a-z0-9-]{1,64}$/, 'expected 1 to 64 of a-z, 0-9 and -')
    .meta({
      'x-format': '1 to 64 of a-z, 0-9 and -',
      description: 'The product: `innlet`, or one with an audience of its own.',
    }),
)

export const InterfacePath = z.lazy(() => z.object({ product }))

export const Interface = z.lazy(() =>
  z
    .object({
      audience: nonBlankIdText(200).describe('The audience that token requests for this product send. It is unique.'),
    })
    .meta({ id: 'InterfaceInput', description: 'The audience of a product.' }),
)

export const InterfaceRecord = z.lazy(() =>
  z
    .object({ product: z.string().describe('The product.'), audience: z.string().describe('Its audience.') })
    .meta({ id: 'Interface', description: 'A product with its audience.' }),
)

/** The names of permissions depend on a setting, so that the handler checks them. */
const permissions = z.lazy(() =>
  longList(idText(100), 100)
    .min(1)
    .describe('Permissions, such as `reservations:write`, which includes `reservations:read`.'),
)

export const NewApplication = z.lazy(() =>
  z
    .object({
      name: nonBlankText(200).describe('A name for people. It is not unique.'),
      customerId: id.describe('The customer whose data the application may use: `clientId` of the customer.'),
      product,
      permissions,
      expiresAt: instant.nullish().describe('From when on the application gets no token. Absent or null: never.'),
    })
    .meta({ id: 'ApplicationInput', description: 'An application to register.' }),
)

const status = z.lazy(() =>
  z
    .enum(['active', 'inactive', 'revoked'])
    .meta({ id: 'ApplicationStatus', description: 'The status of an application.' }),
)

/** `expiresAt: null` removes the expiry; in other fields null means absent. */
export const ApplicationChange = z.lazy(() =>
  z
    .object({
      status: status
        .nullish()
        .describe(
          'Only an `active` application gets tokens. `revoked` can become `active` again, with the same secret.',
        ),
      permissions: permissions.nullish().describe('All permissions. Tokens that were issued before keep theirs.'),
      expiresAt: instant.nullish().describe('From when on the application gets no token. null removes the expiry.'),
    })
    .meta({ id: 'ApplicationChange', description: 'Changes of an application. `expiresAt: null` removes the expiry.' }),
)

export const ApplicationPath = z.lazy(() =>
  z.object({ id: z.string().describe('The application: its `clientId`, such as `app_…`.') }),
)

/** The customer of a list. */
export const customerFilter = z.lazy(() => pathId.optional().describe('Only those of this customer.'))

/** When a credential was last used. `what` it was used for. */
export const lastUsedAt = (what: string) =>
  z
    .string()
    .nullable()
    .describe(`The first ${what} of the latest day (UTC) that it was used: an instant in UTC. Null: there was none.`)

export const ApplicationFilter = perLimits(limits =>
  z.object({ customerId: customerFilter, ...largestQueryPaging(limits) }),
)

export const ApplicationRecord = z.lazy(() =>
  z
    .object({
      clientId: z.string().describe('The id of the application: `client_id` of a token request.'),
      name: z.string().describe('The name, for people.'),
      customerId: z.int().describe('The customer of the application.'),
      product: z.string().describe('The product of the application.'),
      permissions: z.array(z.string()).describe('All granted permissions.'),
      status,
      expiresAt: z.string().nullable().describe('From when on it gets no token: an instant in UTC. Null: never.'),
      lastUsedAt: lastUsedAt('token'),
      createdAt: z.string().describe('When it was registered: an instant in UTC.'),
    })
    .meta({ id: 'Application', description: 'An application, without its secret.' }),
)

export const ApplicationList = z.lazy(() =>
  z
    .object({ applications: z.array(ApplicationRecord) })
    .meta({ id: 'ApplicationList', description: 'A page of applications.' }),
)

export const IssuedApplication = z.lazy(() =>
  ApplicationRecord.unwrap()
    .extend({ clientSecret: z.string().describe('The secret. It is shown only here.') })
    .meta({ id: 'IssuedApplication', description: 'A new application with its secret.' }),
)

export const IssuedSecret = z.lazy(() =>
  z
    .object({ clientSecret: z.string().describe('The secret. It is shown only here.') })
    .meta({ id: 'IssuedSecret', description: 'The new secret of an application.' }),
)

export const NewApiKey = z.lazy(() =>
  z
    .object({
      customerId: id.describe('The customer whose data the key gives access to: `clientId` of the customer.'),
      name: nonBlankText(200).describe('A name for people. It is not unique.'),
      permissions,
    })
    .meta({ id: 'ApiKeyInput', description: 'An API key to create.' }),
)

export const IssuedApiKey = z.lazy(() =>
  z
    .object({
      id: z.string().describe('The id of the key.'),
      apiKey: z.string().describe('The key, for the header `x-api-key`. It is shown only here.'),
    })
    .meta({ id: 'IssuedApiKey', description: 'A new API key. This is the only response with the key itself.' }),
)

export const ApiKeyPath = z.lazy(() =>
  z.object({ id: z.string().describe('The id of the key, which is not the key itself.') }),
)
