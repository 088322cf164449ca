import { html } from 'lit'
import { parseOwnWords } from '../actions/own-words.ts'
import { wifiSections } from '../actions/wifi-section.ts'
import { itineraryOf } from '../guest-itinerary/itinerary.ts'
import { chooseLocale } from '../guest-itinerary/locale.ts'
import { sheet, stay } from '../guest-itinerary/stay.ts'
import { css } from '../guest-itinerary/styles/css.ts'
import { HOTELS } from '../guest-itinerary/styles/hotels.ts'
import { LATER } from '../guest-itinerary/styles/later.ts'
import { NOW } from '../guest-itinerary/styles/now.ts'
import { OVERVIEW } from '../guest-itinerary/styles/overview.ts'
import { PAPER } from '../guest-itinerary/styles/paper.ts'
import { ROOMS_AND_SCHEDULE } from '../guest-itinerary/styles/rooms-and-schedule.ts'
import { styles } from '../guest-itinerary/styles/styles.ts'
import { WIFI } from '../guest-itinerary/styles/wifi.ts'
import { createTranslator, type Translator } from '../guest-itinerary/translator.ts'
import { words } from '../locales/en.ts'
import type { PageWords, Words } from '../locales/words.ts'
import type { LanguageOf, WithOwnWords, WriteStay } from './interface.ts'

type PageTranslator = Translator & { words: PageWords }

/** Translators are cached, because creating one takes longer than rendering a stay. Their formats depend on the current year. */
const cache = new Map<string, Awaited<ReturnType<LanguageOf>>>()
const MAX_CACHED = 100

const english: Words & PageWords = {
  ...words,
  forget: 'Remove this stay from this device',
  kept: 'It is saved here, so that it opens without a connection.',
  forgotten: 'Nothing of this stay is saved on this device any more.',
}

export const languageOf: LanguageOf = async (wanted, wordsOf) => {
  const key = [new Date().getUTCFullYear(), ...wanted].join()
  const cached = cache.get(key)
  if (cached) return cached
  const { language, locale, isWanted } = chooseLocale(wanted, wanted)
  const words = language === 'en' ? english : ((await wordsOf(language)) as typeof english | undefined)
  // English is the fallback. It is not cached, so that the next request tries again.
  if (!words) return { language: createTranslator('en', english), isWanted: false }
  const chosen = { language: createTranslator(locale, words), isWanted }
  if (cache.size >= MAX_CACHED) cache.clear()
  cache.set(key, chosen)
  return chosen
}

export const withOwnWords: WithOwnWords = (language, own) => {
  if (!own) return language
  const { words, locale, ...formats } = language as PageTranslator
  const { language: tag } = chooseLocale([locale], [locale])
  return { ...formats, locale, words: parseOwnWords(words, own, tag) }
}

export const writeStay: WriteStay = (
  { content, hotels, timeZone, wifiUntil },
  language,
  { ahead, without, ...given },
) => {
  const context = { ...given, wifiUntil, without: new Set(without), showWifi: wifiSections }
  const itinerary = itineraryOf(content, hotels, timeZone)
  if (!itinerary) return undefined
  return sheet(html`${ahead}${stay(itinerary, language as PageTranslator, context)}`, language.locale)
}

/**
 * Styles of what the service writes:
 *
 * - Without a script to hide it, some browsers draw a frame and an icon for a picture that does not load. This covers them.
 * - In a saved copy the block of what was now (`.stored`) is hidden with its space kept, and what is below it waits for the element.
 *   If that does not come, the rest is shown.
 * - Without a script the time until a plan begins would not count down.
 */
const WRITTEN_STYLES = css`
  .picture {
    position: relative;
  }

  .picture img::after {
    content: '';
    position: absolute;
    inset: 0;
    background: var(--wash);
  }

  .stored {
    visibility: hidden;
  }

  :is(.stored, .beside:has(> .stored)) ~ * {
    animation: wait 3s;
  }

  @keyframes wait {
    from,
    99% {
      visibility: hidden;
    }
  }

  @media (scripting: none) {
    .wait {
      display: none;
    }
  }
`

export const elementStyles: string = [
  ...styles,
  OVERVIEW,
  NOW,
  ROOMS_AND_SCHEDULE,
  HOTELS,
  WRITTEN_STYLES,
  LATER,
  WIFI,
  PAPER,
].join('\n')
