import { expect, onTestFinished } from 'vitest'
import { eventually, type HotelPage, openAddress } from './service.ts'

export const sheetsIn = (page: HotelPage) =>
  [...page.document.querySelectorAll('guest-itinerary')].map(
    each => each.shadowRoot?.querySelector('.sheet') as HTMLElement,
  )

/** The page for hotels with its previews shown, and the directives of its policy that are violated in the test. */
export async function openEmbedPage(): Promise<{ page: HotelPage; violations: string[] }> {
  const page = await openAddress('/embed')
  onTestFinished(page.close)
  const violations: string[] = []
  page.document.addEventListener('securitypolicyviolation', event => violations.push(event.violatedDirective))
  await eventually(() => expect(sheetsIn(page).map(sheet => sheet.ariaBusy)).toEqual(['false', 'false']))
  return { page, violations }
}
