/** More ranges than any client sends; the rest of a longer list is not read. */
const MAX_RANGES = 20

/** The media ranges of an `Accept` header with their weights (RFC 9110, section 12.5.1), in lower case. */
function rangesOf(accept: string): Map<string, number> {
  const ranges = new Map<string, number>()
  for (const range of accept.toLowerCase().split(',', MAX_RANGES)) {
    const [type = '', ...parameters] = range.split(';').map(part => part.trim())
    const weight = parameters.find(parameter => parameter.startsWith('q='))?.slice(2)
    ranges.set(type, weight === undefined ? 1 : Number(weight) || 0)
  }
  return ranges
}

/** The weight of a media type: that of the most specific range that it matches. */
function weightOf(type: string, ranges: Map<string, number>): number {
  const [group] = type.split('/')
  return ranges.get(type) ?? ranges.get(`${group}/*`) ?? ranges.get('*/*') ?? 0
}

/** Whether a client prefers HTML to JSON. Without a preference, as in `Accept: *\/*`, it gets JSON. */
export function prefersHtml(headers: Headers): boolean {
  const ranges = rangesOf(headers.get('accept') ?? '')
  return weightOf('text/html', ranges) > weightOf('application/json', ranges)
}
