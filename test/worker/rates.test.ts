import { expect, it } from 'vitest'
import { exhaustedRateLimit, withBindings } from '../support/bindings'
import { operations } from '../support/operations'

/** What each rate by address counts a caller by. */
async function countedBy(address: string) {
  const [tokens, itineraries, probes] = [exhaustedRateLimit(), exhaustedRateLimit(), exhaustedRateLimit()]
  const there = withBindings({
    TOKEN_PER_ADDRESS: tokens,
    ITINERARY_PER_ADDRESS: itineraries,
    HEALTH_PER_ADDRESS: probes,
  })
  const headers = { 'cf-connecting-ip': address }
  const limited = (await operations()).filter(({ auth, statuses }) => auth === 'public' && statuses.includes('429'))
  expect(limited.length).toBeGreaterThanOrEqual(6)
  for (const { name, method, address: path, body } of limited) {
    expect((await there(method, path, body, headers)).status, name).toBe(429)
  }
  return [...new Set([...tokens.keys, ...itineraries.keys, ...probes.keys])]
}

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::1:2:3:4:6', '2001:db8:0:1::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::ffff:192.0.2.7', '::ffff:192.0.2.7'],
  ['not:an:address', 'not:an:address::/64'],
  ['1::2::3:4:5:6:7:8:9', expect.stringMatching(/::\/64$/)],
])('rates by address count an IPv6 address with its /64: %s [HEADER-6]', async (address, counted) => {
  expect(await countedBy(address)).toEqual([counted])
})
