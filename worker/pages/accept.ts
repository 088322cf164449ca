import { weightedValues } from '../http/weighted-values'

/** The weights of the media ranges of an `Accept` header (RFC 9110, section 12.5.1), in lower case. */
const rangesOf = (accept: string | null) =>
  new Map(weightedValues(accept).map(({ value, weight }) => [value.toLowerCase(), weight]))

/** The weight of a media type: that of the most specific range that it matches. */
function weightOf(type: string, ranges: Map<string, number>): number {
  const [group] = type.split('/')
  return ranges.get(type) ?? ranges.get(`${group}/*`) ?? ranges.get('*/*') ?? 0
}

/** Whether a client prefers HTML to JSON. Without a preference, as in `Accept: *\/*`, it gets JSON. */
export function prefersHtml(headers: Headers): boolean {
  const ranges = rangesOf(headers.get('accept'))
  return weightOf('text/html', ranges) > weightOf('application/json', ranges)
}
