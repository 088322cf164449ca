import { unstable_readConfig } from 'wrangler'
import { LIMITS } from '../../schema/wire/limits'
import { endpoints } from '../../worker/endpoints'
import { ERRORS } from '../../worker/errors'
import { RETENTION } from '../../worker/retention'
import { AREAS, type Area } from './areas'

const withCommas = (count: number) => count.toLocaleString('en-US')

/** The sentence of each error code. Its id is the code. */
const errorCodes = () => Object.entries(ERRORS).map(([code, { status, meaning }]) => [code, `${status}: ${meaning}`])

/** The sentence of each operation. Its id is the method and the path. */
const operations = () =>
  endpoints.map(({ contract: { method, path, summary, auth } }) => [`${method} ${path}`, `${summary} ${needs(auth)}`])

const needs = (auth: string) => {
  if (auth === 'public') return 'Needs no credential.'
  if (auth === 'customer') return 'Needs `ADMIN_TOKEN`, or the token of an owner or a manager.'
  return auth === 'admin' ? 'Needs `ADMIN_TOKEN`.' : `Needs the permission \`${auth}\`.`
}

interface RateLimit {
  name: string
  simple: { limit: number; period: number }
}

/** The sentence of each setting and each rate of wrangler.toml. Its id is the name. */
function settings() {
  const { vars, ratelimits } = unstable_readConfig({ config: 'wrangler.toml' })
  const limits = new Map(Object.entries<readonly number[]>({ ...LIMITS, ...RETENTION }))
  return [
    ...Object.entries(vars).map(([name, value]) => {
      const [usual, min, max] = (limits.get(name) ?? []).map(withCommas)
      return [name, usual ? `Default ${usual}, from ${min} to ${max}.` : `Default \`${JSON.stringify(value)}\`.`]
    }),
    ...ratelimits.map(({ name, simple: { limit, period } }: RateLimit) => [
      name,
      `${withCommas(limit)} requests in ${period} seconds.`,
    ]),
  ]
}

/** Every area of promises: those that are written by hand, and those that a table of the code or of wrangler.toml lists. */
export const catalog = (): readonly Area[] => [
  ...AREAS,
  { title: 'Error codes', promises: Object.fromEntries(errorCodes()) },
  { title: 'Operations', promises: Object.fromEntries(operations()) },
  { title: 'Settings', promises: Object.fromEntries(settings()) },
]
