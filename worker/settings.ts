import { eachLimit, type LimitName, type Limits } from '../schema/wire/limits'
import { eachRetention, type Retention, type RetentionName } from './retention'

/** The bindings and variables of wrangler.toml, and the secrets. */
export interface Env extends Partial<Record<LimitName | RetentionName, string>> {
  DB: D1Database
  LINKS: KVNamespace
  ASSETS: Fetcher
  /** The demo hotel's credentials for the reference. Only `npm start` binds this. */
  DEMO?: Fetcher
  TOKEN_PER_CLIENT: RateLimit
  TOKEN_PER_ADDRESS: RateLimit
  API_PER_CREDENTIAL: RateLimit
  ITINERARY_PER_ADDRESS: RateLimit
  HEALTH_PER_ADDRESS: RateLimit
  WEBHOOK_TEST_PER_CUSTOMER: RateLimit
  SIGN_IN_PER_ADDRESS: RateLimit
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
  WEBHOOK_KEYS?: string
  WEBHOOK_TARGETS?: string
  SECRET_PEPPER?: string
  ACCESS_TEAM?: string
  ACCESS_AUD?: string
}

/** The names of settings and secrets. All variables of a Worker are text. */
type TextSetting = { [Name in keyof Env]-?: string extends NonNullable<Env[Name]> ? Name : never }[keyof Env]

/** Who signs the assertions of Cloudflare Access, and for which application. */
export interface AccessIssuer {
  issuer: string
  audience: string
}

export interface Settings {
  /** The public address, without a slash at the end: issuer of tokens, base of links. Empty: the address of each request. */
  publicUrl: string
  /** The audience of this API, which is the product `innlet`. */
  audience: string
  /** The permissions that can be granted: each feature has `:read` and `:write`. */
  permissions: ReadonlySet<string>
  tokenTtlSeconds: number
  linkTtlHours: number
  /** The name of this installation in queue messages. */
  instance: string
  /** A shard's number is its index in this list, and never changes. Shard 0 also holds the control data. */
  databases: readonly D1Database[]
  /** The shard of new customers. */
  newCustomers: number
  limits: Limits
  /** Webhooks may also be sent over http and to this machine. For `npm start` only. */
  anyWebhookTarget: boolean
  retention: Retention
  /** How Cloudflare Access says who a person is. Undefined: people do not sign in by it. */
  access: AccessIssuer | undefined
  /**
   * Secrets. Empty or undefined means that they are not configured. Keys are checked when they are imported: invalid ones stop
   * only the requests that need them, and the administrator can ask what is wrong. A text that is no JWKS has no keys.
   */
  adminToken: string
  signingKeys: JsonWebKey[] | undefined
  linkKeys: JsonWebKey[] | undefined
  webhookKeys: JsonWebKey[] | undefined
  secretPepper: string
}

/** Settings are invalid. The error has only their names, because a value may be a secret. */
export class Misconfigured extends Error {
  constructor(names: readonly string[]) {
    super()
    this.name = `Misconfigured ${names.join(', ')}`
  }
}

const parsed = new WeakMap<Env, Settings>()

/** The settings of an environment, read once for each isolate. Invalid ones stop the service with their names. */
export function settingsOf(env: Env): Settings {
  const known = parsed.get(env)
  if (known) return known
  const settings = read(env)
  parsed.set(env, settings)
  return settings
}

/** Reads the settings without a schema, because a request waits for this when an isolate starts. */
function read(env: Env): Settings {
  const invalid: string[] = []
  const text = (name: TextSetting, defaultValue = ''): string => {
    const value: unknown = env[name] ?? defaultValue
    if (typeof value === 'string') return value
    invalid.push(name)
    return defaultValue
  }
  const words = (name: TextSetting, defaultValue: string) => text(name, defaultValue).split(/\s+/).filter(Boolean)
  const integer = (name: TextSetting, defaultValue: number, min: number, max: number): number => {
    const value = text(name, String(defaultValue))
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
    if (number >= min && number <= max) return number
    invalid.push(name)
    return Number.NaN
  }
  const keySet = (name: TextSetting) => {
    const value = text(name)
    return value ? keysOf(value) : undefined
  }

  const limits = eachLimit((range, name) => integer(name, ...range))
  if (limits.PAGE_SIZE > limits.LARGEST_PAGE_SIZE) invalid.push('PAGE_SIZE')
  const retention = eachRetention((range, name) => integer(name, ...range))
  const audience = text('AUDIENCE', 'innlet-api')
  if (!audience) invalid.push('AUDIENCE')
  const databases = databasesOf(env, words('DATABASES', 'DB'))
  if (!databases) invalid.push('DATABASES')
  const newCustomers = integer('NEW_CUSTOMERS', 0, 0, 99_999)
  if (databases && newCustomers >= databases.length) invalid.push('NEW_CUSTOMERS')
  const webhookTargets = text('WEBHOOK_TARGETS')
  if (webhookTargets !== '' && webhookTargets !== 'any') invalid.push('WEBHOOK_TARGETS')
  const accessTeam = originOfTeam(text('ACCESS_TEAM'), webhookTargets === 'any')
  if (accessTeam === undefined) invalid.push('ACCESS_TEAM')
  const accessAudience = text('ACCESS_AUD')
  const features = words('FEATURES', 'reservations rates inventory events')

  const settings: Settings = {
    publicUrl: text('PUBLIC_URL').replace(/\/+$/, ''),
    audience,
    permissions: new Set(features.flatMap(feature => [`${feature}:read`, `${feature}:write`])),
    tokenTtlSeconds: integer('TOKEN_TTL_SECONDS', 900, 1, 86_400),
    linkTtlHours: integer('ITINERARY_LINK_TTL_HOURS', 336, 1, 87_600),
    instance: text('INSTANCE', 'innlet'),
    databases: databases ?? [],
    newCustomers,
    limits,
    anyWebhookTarget: webhookTargets === 'any',
    retention,
    access: accessTeam && accessAudience ? { issuer: accessTeam, audience: accessAudience } : undefined,
    adminToken: text('ADMIN_TOKEN'),
    signingKeys: keySet('SIGNING_KEYS'),
    linkKeys: keySet('LINK_KEYS'),
    webhookKeys: keySet('WEBHOOK_KEYS'),
    secretPepper: text('SECRET_PEPPER'),
  }
  if (invalid.length) throw new Misconfigured([...new Set(invalid)])
  return settings
}

/** The origin of a team of Cloudflare Access; empty where there is none. On a machine of one's own it may be a server there. */
function originOfTeam(team: string, mayBeLocal: boolean): string | undefined {
  if (mayBeLocal && /^http:\/\/127\.0\.0\.1:\d+$/.test(team)) return team
  if (team === '') return team
  return /^[a-z\d-]+(\.[a-z\d-]+)+$/.test(team) ? `https://${team}` : undefined
}

/** The keys of a JWKS; empty where the text is none. An error must not quote it, because it may be a secret. */
function keysOf(text: string): JsonWebKey[] {
  try {
    const { keys } = JSON.parse(text) as { keys?: unknown }
    return Array.isArray(keys) ? keys : []
  } catch {
    return []
  }
}

/** The databases by their numbers; undefined where there are none, a name is repeated, or it is not a database. */
function databasesOf(env: Env, names: readonly string[]): D1Database[] | undefined {
  const bound = names.map(name => (env as unknown as Record<string, unknown>)[name])
  const isValid = names.length > 0 && new Set(names).size === names.length && bound.every(isDatabase)
  return isValid ? (bound as D1Database[]) : undefined
}

const isDatabase = (binding: unknown) => typeof binding === 'object' && binding !== null && 'withSession' in binding
