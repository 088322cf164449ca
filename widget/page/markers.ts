/*
 * What the guest's page, its script and its service worker have in common. The service renders the page, so that nothing here
 * names a type of the browser.
 */

/** The guests' pages: the scope of the service worker. */
export const SCOPE = '/itinerary/'

/** A response header of every response of the service. */
export const FROM_SERVICE = 'x-api-version'

/** A response header of the page: from this date on, in the device's time zone, no copy of it may be stored. */
export const KEEP_UNTIL = 'x-keep-until'

/** A message to the service worker: store this page, and the files that it has loaded. */
export interface KeepMessage {
  /** the path of the page */
  keep: string
  files?: string[]
  pictures?: string[]
}

/** A message to the service worker: delete this page. It responds on the port of the message. */
export interface ForgetMessage {
  /** the path of the page */
  forget: string
}

/**
 * Text for a stored copy of the page: when it was fetched, with `#` for the time. A comment, because the page itself does not show
 * it.
 */
export const asOfComment = (words: string) => `<!--as-of:${words.replace(/[<>&-]/g, '')}-->`

/** The initial data of the element. `asOf` comes first, where `markStored` replaces it. */
export const initialData = (data: { content: unknown; hotels: unknown; timeZone: string; words: unknown }) =>
  JSON.stringify({ asOf: null, ...data })

/**
 * The page, marked as a copy that was fetched at an instant (ISO 8601). What was now and next then is hidden: the element renders it
 * for the present moment.
 */
export function markStored(page: string, asOf: string): string {
  const [, locale] = /<html lang="([^"]*)"/.exec(page) ?? []
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(asOf))
  return page
    .replace(/<!--as-of:(.*?)-->/, (_, words) => `<p class="as-of" part="as-of">${words.replace('#', () => time)}</p>`)
    .replace('<section class="now"', '<section class="now stored"')
    .replace('{"asOf":null', () => `{"asOf":"${asOf}"`)
}
