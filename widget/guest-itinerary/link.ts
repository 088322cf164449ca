/** Where an itinerary is asked for. */
export interface Link {
  details: string
  calendar: string
}

/**
 * The link that the element's attributes and the page tell: `token`, else the page's `?itinerary=`, else the last part of a
 * path `/itinerary/…`; `api`, else the origin that our script came from. Undefined where there is no token, or no such address.
 */
export function linkOf(token: string | null | undefined, api: string | null | undefined, page: URL): Link | undefined {
  const found = token || page.searchParams.get('itinerary') || /\/itinerary\/([^/]+)\/?$/.exec(page.pathname)?.[1]
  const base = addressOf(api || new URL(import.meta.url).origin, page)
  if (!found || !base) return undefined
  const address = (what: string) =>
    `${base.origin}${base.pathname.replace(/\/$/, '')}/api/public/PartnerItinerary/${what}/${encodeURIComponent(found.trim())}`
  return { details: address('details'), calendar: address('calendar') }
}

/** `written` as an address, seen from `base`; undefined if it is none. */
export function addressOf(written: string, base?: URL): URL | undefined {
  try {
    return new URL(written, base)
  } catch {
    return undefined
  }
}
