import { expect, onTestFinished } from 'vitest'
import '../../../widget/guest-itinerary/guest-itinerary.ts'
import { ItineraryHarness } from '../../../widget/guest-itinerary/test-harness.ts'
import { lindqvistsStay } from './lindqvists-stay.ts'
import { eventually, type StubResponse, tokenFor } from './service.ts'

/** A day of the Lindqvists' stay, in another year than the current one. */
export const TODAY = '2054-06-19'

/** The Lindqvists' stay, 18 to 22 June 2054, with changes and without pictures. */
export function stayWith(changes: { overview?: object; roomStays?: unknown; scheduleItems?: unknown } = {}) {
  const { overview, ...rest } = lindqvistsStay(TODAY, 'https://hotel.test')
  const withoutPictures = { ...overview, clientLogoUrl: '', clientImagePath: '' }
  return { ...rest, ...changes, overview: { ...withoutPictures, ...changes.overview } }
}

/** Adds the element to the page until the test ends, with empty storage and short retry delays. */
export function mount(attributes: Record<string, string> = {}, parent: HTMLElement = document.body): ItineraryHarness {
  const itinerary = mountForAll(attributes, parent)
  onTestFinished(() => itinerary.element.remove())
  return itinerary
}

/** The same for several tests, which remove the element themselves. */
export function mountForAll(attributes: Record<string, string>, parent: HTMLElement): ItineraryHarness {
  localStorage.clear()
  const element = document.createElement('guest-itinerary')
  element.retryPolicy = { requestTimeout: 10_000, retryDelays: [10, 20] }
  for (const [name, value] of Object.entries({ lang: 'en-GB', ...attributes })) element.setAttribute(name, value)
  parent.append(element)
  return new ItineraryHarness(element)
}

/** Opens the same reservation again, with what the browser has stored. */
export async function mountAgain(answer: StubResponse, attributes: Record<string, string> = {}) {
  const element = document.createElement('guest-itinerary')
  const all = { token: attributes.token ?? (await tokenFor(answer)), lang: 'en-GB', ...attributes }
  for (const [name, value] of Object.entries(all)) element.setAttribute(name, value)
  document.body.append(element)
  onTestFinished(() => element.remove())
  return await new ItineraryHarness(element).settled()
}

/** The settled element with these responses of the service. */
export async function mountWith(responses: StubResponse | StubResponse[], attributes: Record<string, string> = {}) {
  const token = await tokenFor(...[responses].flat())
  return await mount({ token, ...attributes }).settled()
}

/** The settled element with a stay. */
export const mountStay = (content: unknown, attributes?: Record<string, string>) => mountWith({ content }, attributes)

/** The dialog of an element, once it is open. */
export const openedDialog = ({ sheet }: ItineraryHarness) =>
  eventually(() => {
    const dialog = sheet.querySelector('dialog')
    expect(dialog?.open).toBe(true)
    return dialog as HTMLDialogElement
  })

/** The links of a dialog by their text. */
export const links = (dialog: Element) =>
  Object.fromEntries([...dialog.querySelectorAll('a')].map(link => [link.textContent, link] as const))
