import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { secretProblems } from '../../../worker/auth/secret-problems'
import { settingsOf } from '../../../worker/settings'

const problemsWith = async (changes: Partial<typeof env>) => {
  const problems = await secretProblems(settingsOf({ ...env, ...changes }))
  return problems.map(({ name, problem }) => `${name} ${problem}`)
}
const [signingKey] = JSON.parse(env.SIGNING_KEYS).keys
const [linkKey] = JSON.parse(env.LINK_KEYS).keys
const [webhookKey] = JSON.parse(env.WEBHOOK_KEYS).keys
const keySet = (...keys: object[]) => JSON.stringify({ keys })
const { d: _, ...publicHalf } = signingKey

it('secrets that can be used have no problem; nor have two of each', async () => {
  expect(await problemsWith({})).toEqual([])
  const two = {
    ADMIN_TOKEN: `${env.ADMIN_TOKEN}\n${crypto.randomUUID()}\n`,
    SIGNING_KEYS: keySet(signingKey, { ...publicHalf, kid: 'old' }),
    LINK_KEYS: keySet(linkKey, { ...linkKey, kid: 'old' }),
    WEBHOOK_KEYS: keySet(webhookKey, { ...webhookKey, kid: 'old' }),
  }
  expect(await problemsWith(two)).toEqual([])
})

it('missing secrets are named', async () => {
  const none = { ADMIN_TOKEN: '', SIGNING_KEYS: '', LINK_KEYS: '', WEBHOOK_KEYS: '', SECRET_PEPPER: '' }
  const names = ['ADMIN_TOKEN', 'SIGNING_KEYS', 'LINK_KEYS', 'WEBHOOK_KEYS', 'SECRET_PEPPER']
  expect(await problemsWith(none)).toEqual(names.map(name => `${name} is not configured`))
})

const TOKEN = 'ADMIN_TOKEN is not a token of at least 32 characters, or two with a space between them'
const SIGNING = 'SIGNING_KEYS is not a JWKS of private ES256 keys, each with its own kid'
const LINK = 'LINK_KEYS is not a JWKS of oct keys of at least 32 bytes, each with its own kid'
const WEBHOOK = 'WEBHOOK_KEYS is not a JWKS of oct keys of at least 32 bytes, each with its own kid'

it.each<[string, Partial<typeof env>, string]>([
  ['a short token', { ADMIN_TOKEN: 'k'.repeat(31) }, TOKEN],
  ['a short token beside a good one', { ADMIN_TOKEN: `${env.ADMIN_TOKEN} short` }, TOKEN],
  ['three tokens', { ADMIN_TOKEN: [1, 2, 3].map(() => crypto.randomUUID()).join(' ') }, TOKEN],
  ['no JWKS', { SIGNING_KEYS: 'no JWKS' }, SIGNING],
  ['an empty JWKS', { SIGNING_KEYS: keySet() }, SIGNING],
  ['a public half in front', { SIGNING_KEYS: keySet(publicHalf) }, SIGNING],
  ['a link key as signing key', { SIGNING_KEYS: keySet(linkKey) }, SIGNING],
  ['no point of the curve', { SIGNING_KEYS: keySet({ ...signingKey, x: 'AAAA' }) }, SIGNING],
  ['an empty JWKS', { LINK_KEYS: keySet() }, LINK],
  ['a short key', { LINK_KEYS: keySet({ ...linkKey, k: 'AAAA' }) }, LINK],
  ['two keys of one kid', { LINK_KEYS: keySet(linkKey, linkKey) }, LINK],
  ['null in the place of a key', { LINK_KEYS: '{"keys":[null]}' }, LINK],
  ['a signing key as webhook key', { WEBHOOK_KEYS: keySet(signingKey) }, WEBHOOK],
  ['a short key', { WEBHOOK_KEYS: keySet({ ...webhookKey, k: 'AAAA' }) }, WEBHOOK],
  ['a short pepper', { SECRET_PEPPER: 'p'.repeat(15) }, 'SECRET_PEPPER has fewer than 16 characters'],
])('%s is reported, without its value', async (_, changes, problem) => {
  expect(await problemsWith(changes)).toEqual([problem])
})
