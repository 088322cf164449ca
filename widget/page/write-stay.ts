import { itineraryOf } from '../guest-itinerary/itinerary.ts'
import { languageFor } from '../guest-itinerary/language.ts'
import type { Language } from '../guest-itinerary/speak.ts'
import { sheet, stay } from '../guest-itinerary/stay.ts'
import { styles } from '../guest-itinerary/styles/styles.ts'
import { html } from '../guest-itinerary/template.ts'
import type { LanguageOf, WriteStay } from './written.ts'

/** Languages that are ready to speak: making one so takes longer than writing a stay in it. They know which year it is. */
const ready = new Map<string, Awaited<ReturnType<LanguageOf>>>()
const MOST_READY = 100

export const languageOf: LanguageOf = async wanted => {
  const key = [new Date().getUTCFullYear(), ...wanted].join()
  const known = ready.get(key)
  if (known) return known
  const language = await languageFor(wanted, wanted)
  const isWanted = wanted.some(tag => tongueOf(tag) === tongueOf(language.locale))
  if (ready.size >= MOST_READY) ready.clear()
  ready.set(key, { language, isWanted })
  return { language, isWanted }
}

const tongueOf = (tag: string) => tag.split(/[-_]/, 1)[0]?.toLowerCase()

export const writeStay: WriteStay = (content, language, { ahead, ...around }) => {
  const itinerary = itineraryOf(content)
  if (!itinerary) return undefined
  return sheet(html`${ahead}${stay(itinerary, language as Language, around)}`, language as Language)
}

export const elementStyles: string = styles
