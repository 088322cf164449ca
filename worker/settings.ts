import * as z from 'zod'
import { eachLimit, type LimitName, type Limits } from '../schema/wire/limits'

/** What wrangler.toml binds to the Worker, and the secrets beside it. */
export interface Env extends Partial<Record<LimitName, string>> {
  DB: D1Database
  LINKS: KVNamespace
  ASSETS: Fetcher
  TOKEN_PER_CLIENT: RateLimit
  TOKEN_PER_ADDRESS: RateLimit
  API_PER_CREDENTIAL: RateLimit
  ITINERARY_PER_ADDRESS: RateLimit
  METRICS?: AnalyticsEngineDataset
  PUBLIC_URL?: string
  AUDIENCE?: string
  FEATURES?: string
  TOKEN_TTL_SECONDS?: string
  ITINERARY_LINK_TTL_HOURS?: string
  INSTANCE?: string
  DATABASES?: string
  NEW_CUSTOMERS?: string
  ADMIN_TOKEN?: string
  SIGNING_KEYS?: string
  LINK_KEYS?: string
  SECRET_PEPPER?: string
}

const wholeNumber = (usual: number, least: number, most: number) =>
  z
    .string()
    .default(String(usual))
    .transform((written, context) => {
      const number = /^\d{1,9}$/.test(written) ? Number(written) : Number.NaN
      if (number >= least && number <= most) return number
      context.addIssue(`expected a whole number from ${least} to ${most}`)
      return z.NEVER
    })

const keySet = (name: string) =>
  z
    .string()
    .default('')
    .transform((text, context) => {
      if (text === '') return undefined
      try {
        const set = JSON.parse(text) as { keys?: unknown }
        if (Array.isArray(set.keys) && set.keys.length > 0) return set.keys as JsonWebKey[]
      } catch {
        // The text itself is a secret: the fault names the setting, never the value.
      }
      context.addIssue(`${name} is not a JWKS`)
      return z.NEVER
    })

const limits = eachLimit(range => wholeNumber(...range))

const Vars = z
  .object({
    /** The address the world uses, without a slash at the end: issuer of tokens, base of links. Empty: each request's own. */
    PUBLIC_URL: z
      .string()
      .default('')
      .transform(url => url.replace(/\/+$/, '')),
    /** The audience of this API, that of the product `innlet`. */
    AUDIENCE: z.string().min(1).default('innlet-api'),
    /** Features that permissions are made of, parted by spaces: each has `:read` and `:write`. */
    FEATURES: z
      .string()
      .default('reservations rates inventory')
      .transform(features => features.split(/\s+/).filter(Boolean)),
    TOKEN_TTL_SECONDS: wholeNumber(900, 1, 86_400),
    ITINERARY_LINK_TTL_HOURS: wholeNumber(336, 1, 87_600),
    /** The name of this installation in queue messages. */
    INSTANCE: z.string().default('innlet'),
    /** The bindings of D1, parted by spaces. The place in the list is a shard's number, for ever: 0, the first, keeps the control data too. */
    DATABASES: z
      .string()
      .default('DB')
      .transform(names => names.split(/\s+/).filter(Boolean)),
    /** The shard on which customers begin. */
    NEW_CUSTOMERS: wholeNumber(0, 0, 99_999),
    ...limits,
    /** Secrets. An empty value means not configured. */
    ADMIN_TOKEN: z.string().default(''),
    SIGNING_KEYS: keySet('SIGNING_KEYS'),
    LINK_KEYS: keySet('LINK_KEYS'),
    SECRET_PEPPER: z.string().default(''),
  })
  .refine(({ PAGE_SIZE, LARGEST_PAGE_SIZE }) => PAGE_SIZE <= LARGEST_PAGE_SIZE, { path: ['PAGE_SIZE'] })

export interface Settings {
  publicUrl: string
  audience: string
  permissions: ReadonlySet<string>
  tokenTtlSeconds: number
  linkTtlHours: number
  instance: string
  databases: readonly D1Database[]
  newCustomers: number
  limits: Limits
  adminToken: string
  signingKeys: JsonWebKey[] | undefined
  linkKeys: JsonWebKey[] | undefined
  secretPepper: string
}

/** A setting that makes no sense. Only its name is told: the value may be a secret. */
export class Misconfigured extends Error {
  constructor(names: readonly string[]) {
    super()
    this.name = `Misconfigured ${names.join(', ')}`
  }
}

const parsed = new WeakMap<Env, Settings>()

/** The settings of an environment, parsed once an isolate. A setting that makes no sense stops the service, by name. */
export function settingsOf(env: Env): Settings {
  const known = parsed.get(env)
  if (known) return known
  const { data: vars, error } = Vars.safeParse(env)
  if (error) throw new Misconfigured(error.issues.map(({ path }) => String(path[0])))
  const databases = databasesOf(env, vars.DATABASES)
  if (!databases) throw new Misconfigured(['DATABASES'])
  if (vars.NEW_CUSTOMERS >= databases.length) throw new Misconfigured(['NEW_CUSTOMERS'])
  const settings: Settings = {
    publicUrl: vars.PUBLIC_URL,
    audience: vars.AUDIENCE,
    permissions: new Set(vars.FEATURES.flatMap(feature => [`${feature}:read`, `${feature}:write`])),
    tokenTtlSeconds: vars.TOKEN_TTL_SECONDS,
    linkTtlHours: vars.ITINERARY_LINK_TTL_HOURS,
    instance: vars.INSTANCE,
    databases,
    newCustomers: vars.NEW_CUSTOMERS,
    limits: vars,
    adminToken: vars.ADMIN_TOKEN,
    signingKeys: vars.SIGNING_KEYS,
    linkKeys: vars.LINK_KEYS,
    secretPepper: vars.SECRET_PEPPER,
  }
  parsed.set(env, settings)
  return settings
}

/** The databases by their numbers; undefined where there is none, a name stands twice, or names no database. */
function databasesOf(env: Env, names: readonly string[]): D1Database[] | undefined {
  const bound = names.map(name => (env as unknown as Record<string, unknown>)[name])
  const sound = names.length > 0 && new Set(names).size === names.length && bound.every(isDatabase)
  return sound ? (bound as D1Database[]) : undefined
}

const isDatabase = (binding: unknown) => typeof binding === 'object' && binding !== null && 'withSession' in binding
