/**
 * The address that a rate is counted by, as Cloudflare saw it. Whoever has one IPv6 address has the 2⁶⁴ of its network: they
 * count as one.
 */
export function addressOf(headers: Headers): string {
  const address = headers.get('cf-connecting-ip') ?? 'local'
  if (!address.includes(':') || address.includes('.')) return address
  const [left = [], right] = address.split('::').map(half => half.split(':').filter(Boolean))
  const zeros = right ? Array(Math.max(0, 8 - left.length - right.length)).fill('0') : []
  return `${[...left, ...zeros, ...(right ?? [])].slice(0, 4).join(':')}::/64`
}
