import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { repetitions, someOf } from '../support/repetitions.ts'
import { launchBrowser, serveHotelPictures } from './support/browser.ts'
import { serve } from './support/serve.ts'
import { sharedService } from './support/shared-service.ts'
import { createStay } from './support/stay.ts'

/*
 * The element, the loader and the guest's page in the oldest browsers that they support: Safari 16.4, Chrome 109 and Firefox 115.
 * What one of these lacks is taken away from Chromium.
 */

/** What a page deletes before its own scripts run: an object and a name. */
const FUNCTIONS = [
  'AbortSignal.any',
  ...['toSorted', 'toReversed', 'toSpliced', 'with'].map(name => `Array.prototype.${name}`),
  ...['Array.fromAsync', 'Object.groupBy', 'Map.groupBy', 'Promise.withResolvers', 'Promise.try'],
  ...['String.prototype.isWellFormed', 'String.prototype.toWellFormed'],
  ...['URL.canParse', 'URL.parse', 'URLSearchParams.prototype.size'],
  ...['union', 'difference', 'intersection', 'isSubsetOf'].map(name => `Set.prototype.${name}`),
  ...['map', 'filter', 'toArray'].map(name => `Iterator.prototype.${name}`),
  ...['ariaDisabled', 'ariaInvalid', 'checkVisibility', 'setHTMLUnsafe', 'getHTML'].map(
    name => `Element.prototype.${name}`,
  ),
  ...['requestIdleCallback', 'scheduler', 'trustedTypes', 'navigation'].map(name => `window.${name}`),
  ...['Intl.Segmenter', 'Intl.DurationFormat'],
  ...['share', 'canShare', 'wakeLock', 'userAgentData'].map(name => `Navigator.prototype.${name}`),
]

/**
 * Sets of functions, so few that a page can be opened without each: for every two functions, there is a set that has the one and not
 * the other. Thus each is away while any other that a script may use with it is there. Each function is in three of eight sets, and no
 * two are in the same three. In the soak, each is a set of its own.
 */
function setsOf(functions: readonly string[]): string[][] {
  if (repetitions(0, 1)) return functions.map(name => [name])
  const sets = [...Array(8).keys()]
  const threes = sets
    .flatMap(a => sets.flatMap(b => sets.map(c => [a, b, c])))
    .filter(([a = 0, b = 0, c = 0]) => a < b && b < c)
  return sets.map(set => functions.filter((_, i) => threes[i]?.includes(set)))
}

/** What style sheets no longer understand: a part of their text, and what is there instead. */
const STYLES: [string, string][] = [
  ['light-dark(', 'no-light-dark('],
  ['oklch(from', 'no-oklch(from'],
  ['color-mix(', 'no-color-mix('],
  [':has(', ':no-has('],
  ['subgrid', 'no-subgrid'],
  ['shadowrootmode', 'no-shadowrootmode'],
  ['(scripting', '(no-scripting'],
]

const run = sharedService()
let browser: Browser
let site: string
let token: string
let guestPage: string
/** What the next page does not understand. */
let unknown: readonly [string, string][] = []

const withoutUnknown = (text: string) => unknown.reduce((all, [from, to]) => all.replaceAll(from, to), text)

beforeAll(async () => {
  browser = await launchBrowser()
  const { issue, reservationId } = await createStay(run)
  guestPage = await issue(reservationId)
  token = guestPage.split('/').at(-1) ?? ''
  site = await serve((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(
      withoutUnknown(`<!doctype html><title>Hotel</title><style>guest-itinerary { --innlet-accent: light-dark(#a84d24, #e08356) }</style>
      <div class="innlet-stay"></div><script src="${run.service.origin}/widget/embed.js"></script>`),
    )
  })
})

/** A page without functions and styles. `errors` has what was thrown into it. */
async function older(
  functions: readonly string[],
  styles: readonly [string, string][] = [],
): Promise<{ page: Page; errors: string[] }> {
  unknown = styles
  const context = await browser.newContext({ locale: 'en-GB', serviceWorkers: 'block', bypassCSP: true })
  onTestFinished(() => context.close())
  await serveHotelPictures(context)
  await context.addInitScript(names => {
    for (const name of names) {
      const path = name.split('.')
      const last = path.pop() ?? ''
      const owner = path.reduce<unknown>((object, each) => (object as Record<string, unknown>)?.[each], window)
      if (owner) delete (owner as Record<string, unknown>)[last]
    }
  }, functions)
  if (styles.length)
    await context.route(/\/(itinerary|widget|page)\//, async route => {
      const response = await route.fetch()
      const text = await response.text()
      await route.fulfill({ response, body: withoutUnknown(text) })
    })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', error => errors.push(error.message))
  return { page, errors }
}

const addresses = (): [string, string][] => [
  ['a page with the loader', `${site}/?itinerary=${token}`],
  ["the guest's page", guestPage],
]

async function expectStay(page: Page) {
  await page.locator('guest-itinerary [part~=share]:not([disabled])').waitFor()
  const text = await page.locator('guest-itinerary article').innerText()
  for (const part of ['Anna Lindqvist', 'Surf lesson', 'Rua do Farol 3']) expect(text).toContain(part)
}

it.each([FUNCTIONS, ...setsOf(FUNCTIONS)].map((functions, i) => [functions.join(', '), functions, i] as const))(
  'shows the stay without %s, and throws nothing [WIDGET-69]',
  async (_, functions, i) => {
    const { page, errors } = await older(functions)
    for (const [, address] of i ? someOf(addresses(), 1, i) : addresses()) {
      await page.goto(address)
      await expectStay(page)
    }
    expect(errors).toEqual([])
  },
)

describe('with style sheets that do not understand', () => {
  /** In npm test, each part is missing on one of the two pages, and all parts on both. */
  const cases: [name: string, styles: typeof STYLES, pages: () => ReturnType<typeof addresses>][] = [
    ...STYLES.map((style, i): (typeof cases)[number] => [style[0], [style], () => someOf(addresses(), 1, i)]),
    ['any of it', STYLES, addresses],
  ]

  it.each(cases)('%s the stay is readable [WIDGET-69]', async (_, styles, pages) => {
    const { page, errors } = await older([], styles)
    for (const [, address] of pages()) {
      await page.goto(address)
      await expectStay(page)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        const around = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
        if (address === guestPage)
          expect(around).toBe(colorScheme === 'light' ? 'rgb(243, 239, 232)' : 'rgb(13, 16, 17)')
        const ground = await page
          .locator('guest-itinerary article')
          .evaluate(each => getComputedStyle(each).backgroundColor)
        expect(ground, `${colorScheme}: ${address}`).toMatch(/^rgb\(/)
        expect(await lowestContrast(page), `${colorScheme}: ${address}`).toBeGreaterThanOrEqual(4.5)
      }
    }
    expect(errors).toEqual([])
  })
})

/** The lowest contrast of a text of the stay to what is behind it, by WCAG 2. */
const lowestContrast = (page: Page) =>
  page.locator('guest-itinerary article').evaluate(sheet => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    const colour = (css: string) => {
      canvas?.clearRect(0, 0, 1, 1)
      if (canvas) canvas.fillStyle = css
      canvas?.fillRect(0, 0, 1, 1)
      return [...(canvas?.getImageData(0, 0, 1, 1).data ?? [])]
    }
    const behind = (element: Element | null): number[] => {
      if (!element) return [255, 255, 255, 255]
      const own = colour(getComputedStyle(element).backgroundColor)
      const root = element.getRootNode()
      return own[3] === 255 ? own : behind(element.parentElement ?? (root instanceof ShadowRoot ? root.host : null))
    }
    const luminance = ([red = 0, green = 0, blue = 0]: number[]) => {
      const linear = (part: number) => (part <= 10.31 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4)
      return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }
    const texts = document.createTreeWalker(sheet, NodeFilter.SHOW_TEXT)
    let lowest = 21
    while (texts.nextNode()) {
      const { textContent, parentElement } = texts.currentNode
      if (!textContent?.trim() || !parentElement?.checkVisibility({ visibilityProperty: true })) continue
      const [dark = 0, light = 0] = [colour(getComputedStyle(parentElement).color), behind(parentElement)]
        .map(luminance)
        .sort((one, other) => one - other)
      lowest = Math.min(lowest, (light + 0.05) / (dark + 0.05))
    }
    return lowest
  })
