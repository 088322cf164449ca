import { type SavedWords, savedAt } from '../guest-itinerary/saved-at.ts'

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

/** A message to the service worker: delete this page. It responds on the port of the message whether it is deleted. */
export interface ForgetMessage {
  /** the path of the page */
  forget: string
}

/** Texts for a stored copy of the page: when it was stored. A comment, because the page itself does not show them. */
export const asOfComment = ({ asOf, asOfToday, offline }: SavedWords) =>
  `<!--as-of:${[asOf, asOfToday, offline].map(words => words.replace(/[<>&|]/g, '')).join('|')}-->`

/** The part of the initial data that `withoutPastWifi` reads. */
interface WifiData {
  hotels: readonly { hotelid: string; timeZone: string; wifi?: unknown }[]
  /** by `hotelid`, the last day of the Wi-Fi that the guest knows or will know; absent if there is none */
  wifiUntil?: Readonly<Record<string, string>> | undefined
}

/** The initial data of the element, rendered at an instant (ms). The times come first, where `markStored` replaces them. */
export const initialData = (at: number, data: WifiData & { content: unknown; timeZone: string; words: unknown }) =>
  inScript({ asOf: null, at, ...data })

/** JSON that cannot close its script element. */
export const inScript = (data: unknown) => JSON.stringify(data).replaceAll('<', '\\u003c')

const DATA = /(<script type="application\/json">)([^<]*)/
const RENDERED_WIFI = /<section class="wifi .*?<\/section>/gs

/** A stored page without the Wi-Fi of hotels whose last day is over there. The element renders the others again. */
export function withoutPastWifi(page: string, now: number): string {
  const [, , json = '{}'] = DATA.exec(page) ?? []
  const data: Partial<WifiData> = JSON.parse(json)
  const { hotels = [], wifiUntil = {} } = data
  // Swedish writes dates as `YYYY-MM-DD`.
  const todayIn = (timeZone: string) => new Intl.DateTimeFormat('sv', { timeZone }).format(now)
  const isPast = ({ hotelid, timeZone, wifi }: WifiData['hotels'][number]) =>
    wifi && !(todayIn(timeZone) <= (wifiUntil[hotelid] ?? ''))
  if (!hotels.some(isPast)) return page
  const kept = hotels.map(hotel => (isPast(hotel) ? { ...hotel, wifi: undefined } : hotel))
  return page.replace(RENDERED_WIFI, '').replace(DATA, (_, tag) => tag + inScript({ ...data, hotels: kept }))
}

/**
 * The page, marked as a copy that was fetched at an instant (ISO 8601). What was now and next then is hidden: the element renders it
 * for the present moment, which is `ahead` ms after the time of the device's clock.
 */
export function markStored(page: string, asOf: string, ahead: number): string {
  const [, locale] = /<html lang="([^"]*)"/.exec(page) ?? []
  const text = (words: string) => {
    const [otherDay = '', asOfToday = '', offline = ''] = words.split('|')
    return `${savedAt({ asOf: otherDay, asOfToday, offline }, locale, Date.parse(asOf), Date.now() + ahead)} ${offline}`
  }
  return page
    .replace(/<!--as-of:(.*?)-->/, (_, words) => `<p class="as-of" part="as-of">${text(words)}</p>`)
    .replace('<section class="now"', '<section class="now stored"')
    .replace(/\{"asOf":null(,"at":\d+)?/, () => `{"asOf":"${asOf}","ahead":${ahead}`)
}
