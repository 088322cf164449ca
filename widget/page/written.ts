/*
 * What the service needs of the widget to write a stay into the guest's page, without knowing of browsers: it says what was
 * read from the books and whom it is for, and gets templates and words.
 */

/** A language as the page around a stay speaks it. */
export interface PageLanguage {
  /** for `lang`: `en-GB` */
  locale: string
  direction: 'ltr' | 'rtl'
  words: {
    /** Your stay */
    stay: string
    /** what is wrong, and what the guest may do about it */
    gone: readonly [string, string]
    busy: readonly [string, string]
    /** deletes what the browser keeps of the stay, and what is said once that is done */
    forget: string
    forgotten: string
    /** Of when this is; `#` stands for the time. */
    asOf: string
  }
}

/**
 * The first language of `wanted` (BCP 47 tags, dearest first) that we speak, else English; whether it is one of them at all.
 * `wordsOf` brings the words of any but English; undefined where they cannot be had.
 */
export type LanguageOf = (
  wanted: readonly string[],
  wordsOf: (tongue: string) => Promise<unknown>,
) => Promise<{ language: PageLanguage; isWanted: boolean }>

/**
 * The element's shadow tree for the content of an itinerary's answer. `calendar` is the address of its calendar, `today` the
 * guest's day as UTC milliseconds of its midnight, `level` that of the title's heading, `ahead` what goes before everything else. Undefined: there is nothing to show.
 */
export type WriteStay = (
  content: unknown,
  language: PageLanguage,
  around: { calendar: string; today: number; level: number; ahead: unknown },
) => object | undefined
