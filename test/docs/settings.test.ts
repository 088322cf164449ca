import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { unstable_readConfig } from 'wrangler'
import { LIMITS } from '../../schema/wire/limits.ts'
import { RETENTION } from '../../worker/retention.ts'

const ROOT = join(import.meta.dirname, '../..')
const { vars, ratelimits } = unstable_readConfig({ config: join(ROOT, 'wrangler.toml') })

it('the limits of a fresh installation are those that are promised, a minute each', () => {
  expect(ratelimits.every(({ simple }) => simple.period === 60)).toBe(true)
  expect(Object.fromEntries(ratelimits.map(({ name, simple }) => [name, simple.limit]))).toEqual({
    TOKEN_PER_CLIENT: 60,
    TOKEN_PER_ADDRESS: 300,
    API_PER_CREDENTIAL: 6000,
    ITINERARY_PER_ADDRESS: 600,
    HEALTH_PER_ADDRESS: 60,
    WEBHOOK_TEST_PER_CUSTOMER: 10,
    SIGN_IN_PER_ADDRESS: 20,
  })
})

it('the settings of a fresh installation are those that are promised', () => {
  expect(vars).toEqual({
    PUBLIC_URL: '',
    AUDIENCE: 'innlet-api',
    FEATURES: 'reservations rates inventory events',
    TOKEN_TTL_SECONDS: '900',
    ITINERARY_LINK_TTL_HOURS: '336',
    INSTANCE: 'innlet',
    DATABASES: 'DB',
    NEW_CUSTOMERS: '0',
    ACCESS_TEAM: '',
    ACCESS_AUD: '',
    BODY_BYTES: '1048576',
    CHANNEL_BODY_BYTES: '5242880',
    ANONYMOUS_BODY_BYTES: '2097152',
    ANONYMOUS_BODY_SECONDS: '10',
    LARGE_BODY_SECONDS: '60',
    PAGE_SIZE: '50',
    LARGEST_PAGE_SIZE: '200',
    PAGE_BYTES: '2097152',
    CHANNEL_DAYS_AHEAD: '730',
    CHANNEL_WINDOW_DAYS: '731',
    PROCESSED_MESSAGE_DAYS: '30',
    FAILED_MESSAGE_DAYS: '0',
    PENDING_MESSAGE_DAYS: '0',
    IDENTITY_DAYS: '90',
    PAST_CALENDAR_DAYS: '0',
    AUDIT_DAYS: '0',
  })
})

it('wrangler.toml explains every setting and rate, with the range of every limit and number of days', () => {
  const text = readFileSync(join(ROOT, 'wrangler.toml'), 'utf8')
  const ranges = [...text.matchAll(/^(\w+) = "(\d+)" +# (\d+) to (\d+): \S/gm)]
  const numbers = Object.fromEntries(ranges.map(([, name, ...values]) => [name, values.map(Number)]))
  expect(numbers).toMatchObject({ ...LIMITS, ...RETENTION })
  const names = [...Object.keys(vars), ...ratelimits.map(({ name }) => name)]
  const isExplained = (name: string) => new RegExp(`^(${name} = |name = "${name}").*# \\S`, 'm').test(text)
  expect(names.filter(name => !isExplained(name))).toEqual([])
})
