import { onTestFinished } from 'vitest'
import '../../../widget/guest-itinerary/guest-itinerary.ts'
import { ItineraryHarness } from '../../../widget/guest-itinerary/test-harness.ts'
import { lindqvistsStay } from './lindqvists-stay.ts'
import { type Answer, tokenFor } from './service.ts'

/** A day of the Lindqvists' stay, in a year that is not this one for long. */
export const TODAY = '2054-06-19'

/** The Lindqvists' stay, 18 to 22 June 2054, with some of it changed. */
export function stayWith(changes: { overview?: object; roomStays?: unknown; scheduleItems?: unknown } = {}) {
  const { overview, ...rest } = lindqvistsStay(TODAY, 'https://hotel.test')
  const quiet = { ...overview, clientLogoUrl: '', clientImagePath: '' }
  return { ...rest, ...changes, overview: { ...quiet, ...changes.overview } }
}

/** Puts the element on the page, where it stays until the test ends, before a guest who has not been there. Pauses are short here. */
export function place(attributes: Record<string, string> = {}, around: HTMLElement = document.body): ItineraryHarness {
  localStorage.clear()
  const element = document.createElement('guest-itinerary')
  element.retryPolicy = { answer: 10_000, delays: [10, 20] }
  for (const [name, value] of Object.entries({ lang: 'en-GB', ...attributes })) element.setAttribute(name, value)
  around.append(element)
  onTestFinished(() => element.remove())
  return new ItineraryHarness(element)
}

/** The element with what the service answers, in the end. */
export async function shown(answers: Answer | Answer[], attributes: Record<string, string> = {}) {
  const token = await tokenFor(...[answers].flat())
  return await place({ token, ...attributes }).settled()
}

/** The element with a stay. */
export const showing = (content: unknown, attributes?: Record<string, string>) => shown({ content }, attributes)
