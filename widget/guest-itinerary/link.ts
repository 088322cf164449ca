/** The addresses of one itinerary link. Those of the service are empty if the link is not for the page. */
export interface Link {
  token: string
  details: string
  hotels: string
  calendar: string
  /** the page to share */
  page: string
}

/**
 * The link from the element's attributes and the page's address. The token is `own`, else that of the address. With `customer`
 * only its links are for the page. The service is `api`, else the origin of this script. Undefined without a token, if `own` is
 * empty, or if `api` is invalid.
 */
export function linkOf(
  own: string | null | undefined,
  api: string | null | undefined,
  page: URL,
  customer?: string,
): Link | undefined {
  const found = tokenIn(tokenOfPage(page))
  const token = tokenIn(own) ?? found
  const base = parseAddress(api || new URL(import.meta.url).origin, page)
  if (own === '' || !token || !base) return undefined
  const service = base.origin + base.pathname.replace(/\/$/, '')
  const path = encodeURIComponent(token)
  const isOther = customer && token !== SAMPLE && customerOf(token) !== Number(customer)
  const address = (endpoint: string) =>
    isOther
      ? ''
      : token === SAMPLE
        ? `sample:${endpoint}:${service}`
        : `${service}/api/public/PartnerItinerary/${endpoint}/${path}`
  return {
    token,
    details: address('details'),
    hotels: address('hotels'),
    calendar: address('calendar'),
    page: found === token ? page.href : `${service}/itinerary/${path}`,
  }
}

/** The customer in the claims of a token; undefined if it has none. */
function customerOf(token: string): unknown {
  try {
    return JSON.parse(atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/'))).customer
  } catch {}
}

/** The token of the sample stay. Its data is a part of the element, so that its addresses are none of the service. */
export const SAMPLE = 'demo'

/** The address of the calendar, in a language other than English. */
export const calendarIn = (locale: string, { calendar }: Link) =>
  /^en\b/.test(locale) ? calendar : `${calendar}?lang=${locale}`

/** Whether the address of a page has a link. */
export const hasLink = (page: URL) => tokenOfPage(page) !== undefined

/** The token in the address of a page: `?itinerary=…`, else `#itinerary=…`, else the last part of a path `/itinerary/…`. */
const tokenOfPage = (page: URL) => parameterOf(page) || /\/itinerary\/([^/]+)\/?$/.exec(page.pathname)?.[1]

/** Sites with routes in the fragment have the parameter there: `#/my-stay?itinerary=…`. */
const parameterOf = ({ search, hash }: URL) =>
  new URLSearchParams(`${search}&${hash.replace(/^#(.*\?)?/, '')}`).get('itinerary')

/**
 * The last address with a link of this page, for this tab and path: the page may have removed the link since. Undefined if there is
 * none, or if the browser refuses storage. A link in the parameters of `page` is kept, unless it is the sample
 * or to be forgotten.
 */
export function keptAddress(page: URL, isForgotten: boolean): URL | undefined {
  try {
    const key = `innlet:link:${page.pathname}`
    const link = parameterOf(page)
    if (isForgotten) sessionStorage.removeItem(key)
    else if (link && link !== SAMPLE) sessionStorage[key] = page.href
    return new URL(sessionStorage[key])
  } catch {
    return undefined
  }
}

/** The token in a text that someone copied: without punctuation after it, and also out of a whole address. */
function tokenIn(text: string | null | undefined): string | undefined {
  const copied = text?.trim().replace(/(?:%(?:25)*[\da-f]{2}|[^\w-])+$/i, '')
  const address = copied?.includes('/') ? parseAddress(copied) : undefined
  return (address ? tokenOfPage(address) : copied) || undefined
}

/** The URL of `text`, relative to `base`; undefined if it is invalid. */
export function parseAddress(text: string, base?: URL): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
