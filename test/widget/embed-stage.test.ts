import { beforeEach, expect, test } from 'vitest'
import { openEmbedPage, sheetsIn } from './support/embed-page.ts'
import { eventually, type HotelPage } from './support/service.ts'

/* The previews of the page for hotels: the sample stay at its moments. */

let page: HotelPage
let violations: string[]

beforeEach(async () => {
  ;({ page, violations } = await openEmbedPage())
})

const sheets = () => sheetsIn(page)

function choose(name: string, value: string): void {
  page.document.querySelector<HTMLInputElement>(`[name=${name}][value=${value}]`)?.click()
}

test('Each moment of the stay can be chosen, and keeps what is chosen [SITE-75]', async () => {
  const texts = () => sheets().map(sheet => sheet?.querySelector('[part~=now]')?.textContent?.replace(/\s+/g, ' '))
  const isIn = (part: string) => sheets().map(sheet => Boolean(sheet?.querySelector(`[part~=${part}]`)))
  choose('theme', 'light')
  const surface = page.document.getElementById('light-surface-hex') as HTMLInputElement
  surface.value = '#fffdf8'
  surface.dispatchEvent(new Event('input', { bubbles: true }))
  const moments = [...page.document.querySelectorAll<HTMLInputElement>('[name=moment]')]
  expect(moments.map(({ value }) => value)).toEqual([
    'before',
    'arrival',
    'now',
    'departure',
    'after',
    'cancelled',
    'no-plans',
  ])
  const seen = new Set<string>()
  for (const { value } of moments) {
    choose('moment', value)
    await eventually(() => expect(isIn('stay')).toEqual([true, true]))
    const [phone, desktop] = sheets().map(sheet => sheet.querySelector('.body')?.textContent?.replace(/\s+/g, ' '))
    expect(phone, value).toBe(desktop)
    seen.add(`${texts()[0]} ${isIn('cancelled')} ${isIn('schedule')}`)
    for (const sheet of sheets())
      expect(page.window.getComputedStyle(sheet).backgroundColor, value).toBe('rgb(255, 253, 248)')
  }
  expect(seen.size).toBe(moments.length)
  expect(violations).toEqual([])
})

test('What is switched is scrolled into the previews [SITE-76]', async () => {
  // Fonts that arrive later move what is scrolled to.
  await page.document.fonts.ready
  const screens = [...page.document.querySelectorAll<HTMLElement>('.screen')]
  const isInSight = (part: string) =>
    screens.map(screen => {
      const found = screen.querySelector('guest-itinerary')?.shadowRoot?.querySelector(`[part~=${part}]`)
      const [outer, inner] = [screen.getBoundingClientRect(), found?.getBoundingClientRect()]
      return inner !== undefined && inner.top >= outer.top && inner.top < outer.bottom
    })
  const isAtTop = () => screens.map(({ scrollTop }) => scrollTop === 0)
  expect(isInSight('good-to-know')).toEqual([false, false])
  // A scroll that is interrupted by the next one can end at a place of its own.
  const scrolled = screens.map(screen => new Promise(resolve => screen.addEventListener('scrollend', resolve)))
  choose('part', 'good-to-know')
  await Promise.all(scrolled)
  expect(isInSight('good-to-know').concat(isAtTop())).toEqual([false, false, false, false])
  for (const screen of screens) screen.scrollTo({ top: 0, behavior: 'instant' })
  choose('part', 'good-to-know')
  await eventually(() => expect(isInSight('good-to-know')).toEqual([true, true]))

  const ended = page.document.querySelector<HTMLInputElement>('[data-word=ended]') as HTMLInputElement
  ended.value = 'See you again.'
  ended.dispatchEvent(new Event('input', { bubbles: true }))
  await eventually(() => {
    for (const sheet of sheets()) expect(sheet.textContent).toContain('See you again.')
  })
})

test('The lines are one press away, at the top of a wide page and beside the preview of a narrow one', async () => {
  const shown = () =>
    [...page.document.querySelectorAll<HTMLElement>('.jump')].filter(link => link.checkVisibility()).length
  expect(shown()).toBe(1)
  ;(page.window.frameElement as HTMLElement).style.inlineSize = '360px'
  await eventually(() => expect(shown()).toBe(1))
})
