import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const toml = readFileSync(join(import.meta.dirname, '../../wrangler.toml'), 'utf8')

it('the limits of a fresh installation are those that are promised, a minute each', () => {
  const limits = [
    ...toml.matchAll(/^name = "(\w+)"\nnamespace_id = "\d+"\nsimple = \{ limit = (\d+), period = 60 \}/gm),
  ]
  expect(Object.fromEntries(limits.map(([, name, limit]) => [name, Number(limit)]))).toEqual({
    TOKEN_PER_CLIENT: 60,
    TOKEN_PER_ADDRESS: 300,
    API_PER_CREDENTIAL: 6000,
    ITINERARY_PER_ADDRESS: 600,
  })
})

it('the settings of a fresh installation are those that are promised', () => {
  const [, vars = ''] = /\[vars\]\n(.*?)\n\n/s.exec(toml) ?? []
  expect(
    Object.fromEntries([...vars.matchAll(/^(\w+) = "([^"]*)"/gm)].map(([, name, value]) => [name, value])),
  ).toEqual({
    PUBLIC_URL: '',
    AUDIENCE: 'innlet-api',
    FEATURES: 'reservations rates inventory',
    TOKEN_TTL_SECONDS: '900',
    ITINERARY_LINK_TTL_HOURS: '336',
    INSTANCE: 'innlet',
    DATABASES: 'DB',
    NEW_CUSTOMERS: '0',
  })
})
