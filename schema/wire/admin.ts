import * as z from 'zod'
import { perLimits } from './limits'
import { longList } from './long-list'
import { HotelLook, lookChange, optionalLook } from './look'
import { largestQueryPaging } from './paging'
import { currency, id, instant, nonBlankText, text, timeZone, webAddress } from './primitives'

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
export const pathId = z.lazy(() =>
  z
    .string()
    .regex(/^\d{1,10}$/, 'expected an integer')
    .transform(Number)
    .pipe(id),
)

export const CustomerPath = z.lazy(() => z.object({ clientId: pathId }))

export const GuestPath = z.lazy(() => z.object({ clientId: pathId, guestId: pathId }))

/** The number of a database, in a body. */
const shard = z.lazy(() => z.int().min(0).max(99_999))

export const Move = z.lazy(() =>
  z.object({ to: shard }).meta({ id: 'CustomerMove', description: 'The database to move a customer to.' }),
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

export const Customer = z.lazy(() =>
  z
    .object({
      name: nonBlankText(200),
      currency,
      timeZone,
      logoUrl: webAddressOrEmpty.default(''),
      imagePath: webAddressOrEmpty.default(''),
      itineraryUrlTemplate: urlTemplate.default(''),
      look: optionalLook.describe('Of hotels without a look of their own.'),
    })
    .meta({ id: 'CustomerInput', description: 'The fields of a customer.' }),
)

/** Null takes an optional field away, like an empty text. */
export const CustomerChange = z.lazy(() => {
  const { name, currency, timeZone } = Customer.unwrap().shape
  const orNone = (value: z.ZodType<string>) => value.nullable().transform(text => text ?? '')
  return z
    .object({
      name,
      currency,
      timeZone,
      logoUrl: orNone(webAddressOrEmpty),
      imagePath: orNone(webAddressOrEmpty),
      itineraryUrlTemplate: orNone(urlTemplate),
      look: lookChange,
    })
    .partial()
    .meta({ id: 'CustomerChange', description: 'Changes of a customer. `null` takes an optional field away.' })
})

export const CustomerRecord = z.lazy(() =>
  z
    .object({
      clientId: z.int(),
      name: z.string(),
      currency: z.string(),
      timeZone: z.string(),
      logoUrl: z.string(),
      imagePath: z.string(),
      itineraryUrlTemplate: z.string(),
      look: HotelLook.optional(),
    })
    .meta({ id: 'Customer', description: 'A customer.' }),
)

/** The name of a product. */
const product = z.lazy(() => z.string().regex(/^[a-z0-9-]{1,64}$/, 'expected 1 to 64 of a-z, 0-9 and -'))

export const InterfacePath = z.lazy(() => z.object({ product }))

export const Interface = z.lazy(() =>
  z.object({ audience: nonBlankText(200) }).meta({ id: 'InterfaceInput', description: 'The audience of a product.' }),
)

export const InterfaceRecord = z.lazy(() =>
  z
    .object({ product: z.string(), audience: z.string() })
    .meta({ id: 'Interface', description: 'A product with its audience.' }),
)

/** The names of permissions depend on a setting, so that the handler checks them. */
const permissions = z.lazy(() => longList(text(100), 100).min(1))

export const NewApplication = z.lazy(() =>
  z
    .object({
      name: nonBlankText(200),
      customerId: id,
      product,
      permissions,
      expiresAt: instant.nullish(),
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
      status: status.nullish(),
      permissions: permissions.nullish(),
      expiresAt: instant.nullish(),
    })
    .meta({ id: 'ApplicationChange', description: 'Changes of an application. `expiresAt: null` removes the expiry.' }),
)

export const ApplicationPath = z.lazy(() => z.object({ id: z.string() }))

export const ApplicationFilter = perLimits(limits =>
  z.object({ customerId: pathId.optional(), ...largestQueryPaging(limits) }),
)

export const ApplicationRecord = z.lazy(() =>
  z
    .object({
      clientId: z.string(),
      name: z.string(),
      customerId: z.int(),
      product: z.string(),
      permissions: z.array(z.string()),
      status,
      expiresAt: z.string().nullable(),
      createdAt: z.string(),
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
    .extend({ clientSecret: z.string() })
    .meta({ id: 'IssuedApplication', description: 'A new application with its secret.' }),
)

export const IssuedSecret = z.lazy(() =>
  z.object({ clientSecret: z.string() }).meta({ id: 'IssuedSecret', description: 'The new secret of an application.' }),
)

export const NewApiKey = z.lazy(() =>
  z
    .object({ customerId: id, name: nonBlankText(200), permissions })
    .meta({ id: 'ApiKeyInput', description: 'An API key to create.' }),
)

export const IssuedApiKey = z.lazy(() =>
  z
    .object({ id: z.string(), apiKey: z.string() })
    .meta({ id: 'IssuedApiKey', description: 'A new API key. This is the only response with the key itself.' }),
)

export const ApiKeyPath = z.lazy(() => z.object({ id: z.string() }))
