/** Counts a request against one of the rates of wrangler.toml, and says whether it is within it. */
export async function withinRate(limiter: RateLimit, key: string): Promise<boolean> {
  const { success } = await limiter.limit({ key })
  return success
}

/**
 * The client's address as a key of a rate. An IPv6 client has the 2⁶⁴ addresses of its network, so that its network is the key.
 */
export function addressOf(headers: Headers): string {
  const address = headers.get('cf-connecting-ip') ?? 'local'
  if (!address.includes(':') || address.includes('.')) return address
  const [left = [], right] = address.split('::').map(half => half.split(':').filter(Boolean))
  const zeros = right ? Array(Math.max(0, 8 - left.length - right.length)).fill('0') : []
  return `${[...left, ...zeros, ...(right ?? [])].slice(0, 4).join(':')}::/64`
}
