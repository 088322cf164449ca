/** More tags than any guest speaks; whoever sends a longer list is not read to its end. */
const MOST = 20

/** The languages that a browser asks for (RFC 9110, Accept-Language), dearest first; none where it does not say. */
export function languagesOf(request: Request): string[] {
  const header = request.headers.get('accept-language') ?? ''
  return header
    .split(',', MOST)
    .map(range => {
      const [tag = '', ...parameters] = range.split(';').map(part => part.trim())
      const weight = parameters.find(each => each.startsWith('q='))?.slice(2)
      return { tag, weight: weight === undefined ? 1 : Number(weight) || 0 }
    })
    .filter(({ tag, weight }) => weight > 0 && tag !== '' && tag !== '*')
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)
}
