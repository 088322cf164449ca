import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { violationsOf } from './support/axe.ts'
import { launchBrowser, PICTURE, serveHotelPictures } from './support/browser.ts'
import { registerApplication, setUpHotel, tokenFor } from './support/hotel.ts'
import { recordShifts, shiftsOf } from './support/layout-shifts.ts'
import { newCustomerId, sharedService } from './support/shared-service.ts'
import { booking, createStay } from './support/stay.ts'

/** Text that the stay must show, and that its hotel adds. */
const STAY = [
  ...['Anna Lindqvist', 'Quinta do Mar', 'Gull', 'Double', 'Sea wing', 'Surf lesson', 'Inês Duarte', 'Beach hut'],
  ...['Bring a towel.', '10:30', '12:30'],
]
const SHOWN = [...STAY, 'Rua do Farol 3', '+351 261 000 000']

const [room] = booking.roomsBooked
const [plan] = booking.activitiesBooked
const THREE_ROOMS = {
  identity: 'three-rooms',
  arrivalDate: '2031-07-10',
  departureDate: '2031-07-13',
  roomsBooked: [101, 103, 201].map(roomID => ({ ...room, roomID })),
  activitiesBooked: ['2031-07-10', '2031-07-11', '2031-07-12'].flatMap(activityDate =>
    ['9:00', '10:30', '15:00', '18:00'].map(activityStartTime => ({
      ...plan,
      activityDate,
      activityStartTime,
      activityEndTime: '20:00',
    })),
  ),
}

const run = sharedService()
let browser: Browser
let url: string
/** A stay of three rooms with four activities a day. */
let threeRoomsUrl: string

beforeAll(async () => {
  browser = await launchBrowser()
  const { book, issue, reservationId } = await createStay(run)
  url = await issue(reservationId)
  threeRoomsUrl = await issue(await book(THREE_ROOMS))
})

/** A new browser context, by default without service workers. */
async function guest(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', serviceWorkers: 'block', ...options })
  await serveHotelPictures(context)
  onTestFinished(() => context.close())
  return context.newPage()
}

const waitForText = (text: string, where: Page | Locator) => where.getByText(text).first().waitFor()

const sheet = (page: Page) => page.locator('guest-itinerary article')

/** The element's tree, without `disabled`, which depends on the script, without Lit's comments, and with single spaces. */
const treeOf = async (page: Page) => {
  const tree = await sheet(page).evaluate(root => {
    const serialize = (node: Node): string => {
      if (node instanceof Text) return node.data.replace(/\s+/g, ' ')
      if (!(node instanceof Element)) return ''
      const attributes = [...node.attributes].filter(({ name }) => name !== 'disabled')
      const tag = [node.localName, ...attributes.map(({ name, value }) => `${name}=${value}`).sort()].join(' ')
      return `\n<${tag}>${[...node.childNodes].map(serialize).join('')}</>`
    }
    return serialize(root)
  })
  return tree.replace(/ +/g, ' ').split('\n')
}

describe('without any script', () => {
  it.each([360, 768, 1280])('the stay is readable, %i pixels wide, and nothing overflows [WIDGET-1]', async width => {
    const page = await guest({ javaScriptEnabled: false, viewport: { width, height: 900 } })
    await page.goto(url)
    for (const shown of [...SHOWN, '10 June 2031']) await waitForText(shown, page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })

  it('it has the language of the browser, right-to-left too', async () => {
    const page = await guest({ javaScriptEnabled: false, locale: 'he-IL' })
    await page.goto(url)
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
    await waitForText('הגעה', page)
  })

  it('a picture that does not load leaves empty space without a broken image', async () => {
    const page = await guest({ javaScriptEnabled: false, viewport: { width: 360, height: 900 } })
    await page.route('https://hotel.test/**', route => route.fulfill({ status: 404 }))
    await page.goto(url)
    const picture = page.locator('guest-itinerary [part=picture]')
    expect((await picture.boundingBox())?.height).toBeGreaterThan(100)
    const left = await picture.screenshot()
    await picture.locator('img').evaluate(broken => broken.remove())
    expect(left.equals(await picture.screenshot())).toBe(true)
  })

  it('an invalid link shows a message', async () => {
    const page = await guest({ javaScriptEnabled: false, locale: 'de' })
    expect((await page.goto(`${url}x`))?.status()).toBe(404)
    expect(await page.locator('h1').textContent()).toBe('Der Link ist ungültig oder abgelaufen.')
  })
})

it('one response is enough to read it: no other request needs to succeed [WIDGET-1]', async () => {
  const page = await guest()
  await page.route('**', route => (route.request().isNavigationRequest() ? route.continue() : new Promise(() => {})))
  await page.goto(url, { waitUntil: 'commit' })
  await page.getByText('Surf lesson').waitFor()
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  const font = await page.getByText('Anna Lindqvist').evaluate(element => getComputedStyle(element).fontFamily)
  expect(font).toContain('Figtree')
})

describe('when the widget loads', () => {
  it('sections that the guest opened stay open', async () => {
    const page = await guest()
    await page.route('**/widget/guest-itinerary*', async route => {
      await page.locator('[part=getting-there] summary').click()
      await route.continue()
    })
    await page.goto(url)
    await rendered(page)
    await waitForText('Left at the lighthouse.', page)
    expect(await page.locator('[part=good-to-know]').getAttribute('open')).toBeNull()
  })

  it('it renders the same tree, without a request for the stay [WIDGET-2]', async () => {
    const withoutScript = await guest({ javaScriptEnabled: false })
    await withoutScript.goto(url)
    const page = await guest()
    const requested: string[] = []
    page.on('request', request => requested.push(request.url()))
    await page.goto(url)
    await rendered(page)
    expect(await treeOf(page)).toEqual(await treeOf(withoutScript))
    expect(requested.filter(each => /\/(details|hotels)\//.test(each))).toEqual([])
    const origins = new Set(requested.map(each => new URL(each).origin))
    expect([...origins].sort()).toEqual([run.service.origin, 'https://hotel.test'].sort())
  })

  it.each([
    [360, 'en-GB'],
    [768, 'he-IL'],
    [1280, 'ja-JP'],
  ])('there is no layout shift, %i pixels wide in %s, even if it loads late [WIDGET-2]', async (width, locale) => {
    const page = await guest({ viewport: { width, height: 800 }, locale })
    await recordShifts(page)
    await page.route('**/widget/**', async route => {
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
      await route.continue()
    })
    await page.goto(url)
    await rendered(page)
    await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 300)))
    expect(await shiftsOf(page)).toEqual([])
  })

  it.each([
    ['fail', 360, 'en-GB'],
    ['fail', 1280, 'ar'],
    ['take their time', 360, 'he-IL'],
    ['take their time', 768, 'en-GB'],
  ])('there is no layout shift if the hotel’s pictures %s, %i pixels wide in %s', async (how, width, locale) => {
    const page = await guest({ viewport: { width, height: 800 }, locale })
    await recordShifts(page)
    await page.route('https://hotel.test/**', async route => {
      if (how === 'fail') return route.fulfill({ status: 404 })
      await rendered(page)
      await route.fulfill({ contentType: 'image/svg+xml', body: PICTURE })
    })
    await page.goto(url, { waitUntil: 'commit' })
    await rendered(page)
    await page.waitForLoadState('load')
    await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 300)))
    expect(await shiftsOf(page)).toEqual([])
  })

  it.each(['en-GB', 'ar', 'dead'])('axe finds nothing in the page (%s) [WIDGET-5] [WIDGET-26]', async which => {
    const page = await guest({ locale: which === 'dead' ? 'de' : which })
    await page.goto(which === 'dead' ? `${url}x` : url)
    if (which !== 'dead') await rendered(page)
    expect(await violationsOf(page)).toEqual([])
  })

  it('nothing violates the page’s Content-Security-Policy', async () => {
    const page = await guest({ serviceWorkers: 'allow' })
    const messages: string[] = []
    page.on('pageerror', error => messages.push(error.message))
    page.on('console', message => messages.push(message.text()))
    await page.goto(url)
    await rendered(page)
    await page.waitForLoadState('networkidle')
    expect(messages).toEqual([])
  })
})

describe('on paper', () => {
  it.each([
    ['with', 'A4', 'en-GB'],
    ['without', 'A4', 'de'],
    ['with', 'Letter', 'ar'],
    ['without', 'Letter', 'en-US'],
  ] as const)(
    'a stay of three rooms and twelve plans is one page, %s a script, on %s in %s',
    async (script, format, locale) => {
      const page = await guest({ javaScriptEnabled: script === 'with', locale })
      await page.goto(threeRoomsUrl)
      if (script === 'with') await rendered(page)
      await waitForText('Heron', page)
      const pdf = await page.pdf({ format })
      expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    },
  )

  it.each([true, false])('nothing is cut off, and there are no buttons (script: %s)', async javaScriptEnabled => {
    const page = await guest({ javaScriptEnabled, viewport: { width: 688, height: 960 } })
    await page.goto(threeRoomsUrl)
    if (javaScriptEnabled) await rendered(page)
    await page.emulateMedia({ media: 'print' })
    for (const text of ['Rua do Farol 3', 'Left at the lighthouse.', 'In the kitchen']) await waitForText(text, page)
    for (const part of ['logo', 'guest', 'arrival', 'address', 'getting-there', 'rooms', 'schedule']) {
      const place = await page.locator(`guest-itinerary [part~=${part}]`).boundingBox()
      expect(place?.x).toBeGreaterThanOrEqual(0)
      expect(place?.y).toBeGreaterThanOrEqual(0)
    }
    const pressed = page.locator('guest-itinerary :is(a:not([part~=contact]), button, [part=picture])')
    expect(await pressed.filter({ visible: true }).count()).toBe(0)
  })
})

/** Resolves when the widget has rendered the stay: its buttons are enabled then. */
const rendered = (page: Page) => page.locator('guest-itinerary [part~=share]:enabled').waitFor()

describe('from a booking to the guest’s phone', () => {
  const DEAD = 'The link is invalid or has expired.'
  const customer = newCustomerId()
  let page: Page
  let bearer: string
  let reservationId: number
  let url: string

  beforeAll(async () => {
    // Up to a day ahead of the hotel, to find dates that shift with the time zone.
    const context = await browser.newContext({
      locale: 'en-GB',
      timezoneId: 'Pacific/Kiritimati',
      viewport: { width: 390, height: 844 },
    })
    page = await context.newPage()
  })
  const issue = async () =>
    (await run.service.requestOk('POST', '/api/PartnerItinerary/IssueLink', { reservationId }, bearer)).json.content

  const waitForStay = async () => {
    for (const text of STAY) await waitForText(text, page.locator('guest-itinerary'))
  }

  it('an administrator sets the hotel up and registers an application', async () => {
    await setUpHotel(run.service, customer)
    const application = await registerApplication(run.service, customer, ['reservations:write'])
    expect(application).toMatchObject({ clientId: expect.any(String), clientSecret: expect.any(String) })

    const granted = await tokenFor(run.service, application)
    expect(granted).toMatchObject({ token_type: 'bearer', expires_in: 900 })
    expect(granted.scope?.split(' ')).toContain('reservations:write')
    bearer = granted.access_token
  })

  it('the integrator posts a booking and has a link issued', async () => {
    const { headers } = await run.service.requestOk('POST', '/api/Booking/PostBooking', booking, bearer)
    reservationId = Number(headers.get('x-reservation-id'))
    url = (await issue()).url
    expect(url).toMatch(new RegExp(`^${run.service.origin}/itinerary/[\\w.-]+$`))
  })

  it('the guest opens the page and sees the room and the schedule, on the hotel’s dates and times [LINK-27]', async () => {
    const response = await page.goto(url)
    expect(response?.status()).toBe(200)
    await waitForStay()
    const text = await page.locator('guest-itinerary').evaluate(element => element.shadowRoot?.textContent ?? '')
    expect(text).toMatch(/\b10\b.*June|June.*\b10\b/s)
    expect(text).not.toMatch(/\b(9|14) June/)
  })

  it('the hotel’s own page shows the stay as well', async () => {
    await page.goto(`${run.service.origin}/demo/hotel?itinerary=${url.split('/').at(-1)}`)
    await waitForStay()
  })

  it('when a link is issued again, the new one opens and the old one is invalid or has expired', async () => {
    const { url: newer } = await issue()
    expect((await page.goto(newer))?.status()).toBe(200)
    await waitForStay()

    expect((await page.goto(url))?.status()).toBe(404)
    await waitForText(DEAD, page)
    expect(await page.getByText(/Gull/).count()).toBe(0)
  })

  it('on the hotel’s own page the old link says the same', async () => {
    await page.goto(`${run.service.origin}/demo/hotel?itinerary=${url.split('/').at(-1)}`)
    await waitForText(DEAD, page)
  })
})
