import { ERRORS } from '../../worker/errors.ts'
import { addressOfOperation, type Group, nameOf } from '../reference/groups.ts'

const PAGES = ['/docs', '/docs/errors', '/docs/promises', '/docs/counts', '/docs/guides', '/embed', '/openapi.json']

/**
 * Returns the address of the page that a code names: an operation (`PostBooking`, `CMConnect/GetReservation`,
 * `POST /api/Booking/PostBooking`), an error code, or a page.
 */
export function createCodeLinks(groups: readonly Group[]): (code: string) => string | undefined {
  const links = new Map(PAGES.map(page => [page, page]))
  for (const code of Object.keys(ERRORS)) links.set(code, `/docs/errors#${code}`)
  for (const endpoint of groups.flatMap(({ endpoints }) => endpoints)) {
    const { method, path } = endpoint
    const words = [nameOf(endpoint), `${method} ${path}`, path, path.replace('/api/', '')]
    // A path of several operations leads to the first.
    for (const code of words) if (!links.has(code)) links.set(code, addressOfOperation(endpoint))
  }
  return code => links.get(code)
}
