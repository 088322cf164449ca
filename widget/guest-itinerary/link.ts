/** Where an itinerary is asked for, and where it is read. */
export interface Link {
  token: string
  details: string
  calendar: string
  /** the page to share */
  page: string
}

/**
 * The link that the element's attributes and the page tell: `token`, else the page's `?itinerary=`, else the last part of a
 * path `/itinerary/…`; `api`, else the origin that our script came from. Undefined where there is no token, or no such address.
 */
export function linkOf(own: string | null | undefined, api: string | null | undefined, page: URL): Link | undefined {
  const found = page.searchParams.get('itinerary') || /\/itinerary\/([^/]+)\/?$/.exec(page.pathname)?.[1]
  const token = (own || found)?.trim()
  const base = addressOf(api || new URL(import.meta.url).origin, page)
  if (!token || !base) return undefined
  const service = base.origin + base.pathname.replace(/\/$/, '')
  const path = encodeURIComponent(token)
  const address = (what: string) => `${service}/api/public/PartnerItinerary/${what}/${path}`
  return {
    token,
    details: address('details'),
    calendar: address('calendar'),
    page: found === token ? page.href : `${service}/itinerary/${path}`,
  }
}

/** `written` as an address, seen from `base`; undefined if it is none. */
export function addressOf(written: string, base?: URL): URL | undefined {
  try {
    return new URL(written, base)
  } catch {
    return undefined
  }
}
