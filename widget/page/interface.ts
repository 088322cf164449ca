/*
 * What the service needs from the widget to render a stay into the guest's page. These types name no browser types: the Worker
 * is compiled without them.
 */

/** A language as the page around the stay uses it. */
export interface PageLanguage {
  /** for `lang`: `en-GB` */
  locale: string
  direction: 'ltr' | 'rtl'
  words: {
    /** Your stay */
    stay: string
    /** a stay in several hotels */
    trip: string
    reservation: string
    arrival: string
    departure: string
    /** what is wrong, and what the guest can do */
    gone: readonly [string, string, string]
    busy: readonly [string, string]
    /** before a telephone number */
    call: string
    /** the button that deletes the browser's copy of the stay, why there is one, and the message when it is deleted */
    forget: string
    kept: string
    forgotten: string
    /** when the stay was stored; `#` stands for date and time, or for the time of today */
    asOf: string
    asOfToday: string
    offline: string
  }
}

/**
 * The first supported language of `wanted` (BCP 47 tags, best first), else English; `isWanted` if it is one of them. `wordsOf`
 * loads the words of a language other than English; undefined if they are not available.
 */
export type LanguageOf = (
  wanted: readonly string[],
  wordsOf: (language: string) => Promise<unknown>,
) => Promise<{ language: PageLanguage; isWanted: boolean }>

/** The language with a hotel's own words, as in the attribute `words` of the element. */
export type WithOwnWords = (language: PageLanguage, own: Record<string, unknown> | undefined) => PageLanguage

/**
 * The element's shadow tree for the contents of the responses `details` and `hotels`; undefined if the first is not an itinerary.
 * `timeZone` is used if `hotels` has none. `wifiUntil` is that of the initial data. `calendar` is the URL of the stay's calendar;
 * undefined for the sample. `at` is the instant (ms) for which the stay is rendered, `level` the level of the title's heading,
 * `without` what the hotel leaves out, and `ahead` what is rendered before everything else.
 */
export type WriteStay = (
  contents: { content: unknown; hotels: unknown; timeZone: string; wifiUntil: unknown },
  language: PageLanguage,
  context: {
    calendar: string | undefined
    at: number
    level: number
    without: readonly string[] | undefined
    ahead: unknown
  },
) => object | undefined
