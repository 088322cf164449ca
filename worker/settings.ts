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
  HEALTH_PER_ADDRESS: RateLimit
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

/** A setting, or a secret: text, as all variables of a Worker are. */
type TextSetting = { [Name in keyof Env]-?: string extends NonNullable<Env[Name]> ? Name : never }[keyof Env]

export interface Settings {
  /** The address the world uses, without a slash at the end: issuer of tokens, base of links. Empty: each request's own. */
  publicUrl: string
  /** The audience of this API, that of the product `innlet`. */
  audience: string
  /** What may be granted: each feature has `:read` and `:write`. */
  permissions: ReadonlySet<string>
  tokenTtlSeconds: number
  linkTtlHours: number
  /** The name of this installation in queue messages. */
  instance: string
  /** The place in the list is a shard's number, for ever: 0, the first, keeps the control data too. */
  databases: readonly D1Database[]
  /** The shard on which customers begin. */
  newCustomers: number
  limits: Limits
  /** Secrets; empty or undefined: not configured. */
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

/** The settings of an environment, read once an isolate. Those that make no sense stop the service, by name. */
export function settingsOf(env: Env): Settings {
  const known = parsed.get(env)
  if (known) return known
  const settings = read(env)
  parsed.set(env, settings)
  return settings
}

/** Settings are read by hand, without a schema: this is done before an isolate's first answer, which a guest may be waiting for. */
function read(env: Env): Settings {
  const wrong: string[] = []
  const text = (name: TextSetting, usual = ''): string => {
    const written: unknown = env[name] ?? usual
    if (typeof written === 'string') return written
    wrong.push(name)
    return usual
  }
  const words = (name: TextSetting, usual: string) => text(name, usual).split(/\s+/).filter(Boolean)
  const whole = (name: TextSetting, usual: number, least: number, most: number): number => {
    const written = text(name, String(usual))
    const number = /^\d{1,9}$/.test(written) ? Number(written) : Number.NaN
    if (number >= least && number <= most) return number
    wrong.push(name)
    return Number.NaN
  }
  const keySet = (name: TextSetting) => {
    const written = text(name)
    const keys = keysOf(written)
    if (written && !keys) wrong.push(name)
    return keys
  }

  const limits = eachLimit((range, name) => whole(name, ...range))
  if (limits.PAGE_SIZE > limits.LARGEST_PAGE_SIZE) wrong.push('PAGE_SIZE')
  const audience = text('AUDIENCE', 'innlet-api')
  if (!audience) wrong.push('AUDIENCE')
  const databases = databasesOf(env, words('DATABASES', 'DB'))
  if (!databases) wrong.push('DATABASES')
  const newCustomers = whole('NEW_CUSTOMERS', 0, 0, 99_999)
  if (databases && newCustomers >= databases.length) wrong.push('NEW_CUSTOMERS')
  const features = words('FEATURES', 'reservations rates inventory')

  const settings: Settings = {
    publicUrl: text('PUBLIC_URL').replace(/\/+$/, ''),
    audience,
    permissions: new Set(features.flatMap(feature => [`${feature}:read`, `${feature}:write`])),
    tokenTtlSeconds: whole('TOKEN_TTL_SECONDS', 900, 1, 86_400),
    linkTtlHours: whole('ITINERARY_LINK_TTL_HOURS', 336, 1, 87_600),
    instance: text('INSTANCE', 'innlet'),
    databases: databases ?? [],
    newCustomers,
    limits,
    adminToken: text('ADMIN_TOKEN'),
    signingKeys: keySet('SIGNING_KEYS'),
    linkKeys: keySet('LINK_KEYS'),
    secretPepper: text('SECRET_PEPPER'),
  }
  if (wrong.length) throw new Misconfigured([...new Set(wrong)])
  return settings
}

/** The keys of a JWKS; undefined where it is none. The text may be a secret: nothing of it is told. */
function keysOf(text: string): JsonWebKey[] | undefined {
  try {
    const { keys } = JSON.parse(text) as { keys?: unknown }
    return Array.isArray(keys) && keys.length > 0 ? keys : undefined
  } catch {
    return undefined
  }
}

/** The databases by their numbers; undefined where there is none, a name stands twice, or names no database. */
function databasesOf(env: Env, names: readonly string[]): D1Database[] | undefined {
  const bound = names.map(name => (env as unknown as Record<string, unknown>)[name])
  const sound = names.length > 0 && new Set(names).size === names.length && bound.every(isDatabase)
  return sound ? (bound as D1Database[]) : undefined
}

const isDatabase = (binding: unknown) => typeof binding === 'object' && binding !== null && 'withSession' in binding
