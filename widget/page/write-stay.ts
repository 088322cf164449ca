import { itineraryOf } from '../guest-itinerary/itinerary.ts'
import { chooseLocale, localeOf } from '../guest-itinerary/locale.ts'
import { sheet, stay } from '../guest-itinerary/stay.ts'
import { css } from '../guest-itinerary/styles/css.ts'
import { styles } from '../guest-itinerary/styles/styles.ts'
import { html } from '../guest-itinerary/template.ts'
import { createTranslator, type Language } from '../guest-itinerary/translator.ts'
import { words as english } from '../locales/en.ts'
import { LOCALES } from '../locales/locales.ts'
import type { Words } from '../locales/words.ts'
import type { LanguageOf, WriteStay } from './written.ts'

const LANGUAGES: ReadonlySet<string> = new Set(['en', ...LOCALES])

/** Languages that are ready to speak: making one so takes longer than writing a stay in it. They know which year it is. */
const ready = new Map<string, Awaited<ReturnType<LanguageOf>>>()
const MAX_READY = 100

export const languageOf: LanguageOf = async (wanted, wordsOf) => {
  const key = [new Date().getUTCFullYear(), ...wanted].join()
  const known = ready.get(key)
  if (known) return known
  const { tongue, locale } = chooseLocale(wanted, wanted, each => LANGUAGES.has(each))
  const words = tongue === 'en' ? english : ((await wordsOf(tongue)) as Words | undefined)
  // Said in English, and not remembered: the next guest may be luckier.
  if (!words) return { language: createTranslator('en', english), isWanted: false }
  const chosen = { language: createTranslator(locale, words), isWanted: wanted.some(tag => localeOf(tag) === tongue) }
  if (ready.size >= MAX_READY) ready.clear()
  ready.set(key, chosen)
  return chosen
}

export const writeStay: WriteStay = (content, language, { ahead, ...around }) => {
  const itinerary = itineraryOf(content)
  if (!itinerary) return undefined
  return sheet(html`${ahead}${stay(itinerary, language as Language, around)}`, language.locale)
}

/** Until there is a script to hide it, some browsers draw a frame and a sign where a picture does not load. */
const BEFORE_SCRIPTS = css`
  .picture {
    position: relative;
  }

  .picture img::after {
    content: '';
    position: absolute;
    inset: 0;
    background: var(--wash);
  }
`

export const elementStyles: string = styles + BEFORE_SCRIPTS
