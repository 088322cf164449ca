import { expect, onTestFinished, test } from 'vitest'
import { stayWith } from './support/element.ts'
import { eventually, type HotelPage, openPage, requestsWith, tokenFor } from './support/service.ts'

/* Where a page of a hotel has its link, and pages that remove it from their address. */

const EMBED = '<script type="module" src="/built/widget/guest-itinerary.js"></script>'
const TITLE = 'Your stay at Quinta do Mar'

async function open(query: string, head = '', tag = '<guest-itinerary lang="en"></guest-itinerary>') {
  const page = await openPage(`${head}${EMBED}<p>Hotel</p>${tag}`, {}, query)
  onTestFinished(page.close)
  return page
}

const elementOf = ({ document }: HotelPage) => document.querySelector('guest-itinerary') as HTMLElement
const titleOf = (page: HotelPage) => elementOf(page).shadowRoot?.querySelector('.title, .message')?.textContent
const shows = (page: HotelPage, title = TITLE) => eventually(() => expect(titleOf(page)).toBe(title))
const newToken = (clientName = 'Quinta do Mar') => tokenFor({ content: stayWith({ overview: { clientName } }) })
const kept = ({ window }: HotelPage) => JSON.stringify({ ...window.sessionStorage })

test.each([
  ['#itinerary=…', (token: string) => `#itinerary=${token}`],
  ['#/my-stay?itinerary=…', (token: string) => `#/my-stay?itinerary=${token}&lang=en`],
  ['#!/my-stay?a=b&itinerary=…', (token: string) => `#!/my-stay?a=b&itinerary=${token}`],
  ['#part&itinerary=…', (token: string) => `#part&itinerary=${token}`],
  ['?itinerary=….', (token: string) => `?itinerary=${token}.`],
  ['?itinerary=…%22%3E', (token: string) => `?itinerary=${token}%22%3E`],
  ['?itinerary=…%2529', (token: string) => `?itinerary=${token}%2529`],
  ['#itinerary=…%E2%80%8B', (token: string) => `#itinerary=${token}%E2%80%8B`],
])('The token is found in %s [WIDGET-84]', async (_, query) => {
  const token = await newToken()
  await shows(await open(query(token)))
  expect(await requestsWith(token)).toHaveLength(1)
})

test('A token in a path is found with encoded characters after it [WIDGET-84]', async () => {
  const token = await newToken()
  const page = await open('', `<script>history.replaceState(null, '', '/itinerary/${token}%29%E2%80%8B%252E')</script>`)
  await shows(page)
})

test('The query comes before the fragment, and another link in the fragment is shown without a reload [WIDGET-84]', async () => {
  const [first, second, third] = [await newToken(), await newToken('Casa'), await newToken('Torre')]
  const page = await open(`?itinerary=${first}#itinerary=${second}`)
  await shows(page)
  page.window.history.replaceState(null, '', page.window.location.pathname)
  page.window.location.hash = `itinerary=${third}`
  await shows(page, 'Your stay at Torre')
})

const withoutLink = ({ window }: HotelPage) => window.history.replaceState(null, '', window.location.pathname)

async function reload({ window }: HotelPage) {
  const { frameElement } = window
  const loaded = new Promise(resolve => frameElement?.addEventListener('load', resolve, { once: true }))
  window.location.reload()
  await loaded
}

test.each(['?itinerary=', '#itinerary='])(
  'A page that removes %s keeps its stay after a remount and a reload, and shares its address [WIDGET-85]',
  async parameter => {
    const token = await newToken()
    const page = await open(parameter + token)
    await shows(page)
    const { href } = page.window.location
    withoutLink(page)
    const old = elementOf(page)
    old.replaceWith(old.cloneNode())
    await shows(page)
    await reload(page)
    const reloaded = { ...page, document: page.window.document }
    await shows(reloaded)
    const shared: unknown[] = []
    Object.assign(page.window.navigator, {
      canShare: () => true,
      share: async (data: unknown) => void shared.push(data),
    })
    elementOf(reloaded).shadowRoot?.querySelector<HTMLElement>('[part~=share]')?.click()
    await eventually(() => expect(shared).toMatchObject([{ url: href }]))
  },
)

test('Another path of the site does not get it; a newer link replaces it [WIDGET-85]', async () => {
  const [token, newer] = [await newToken(), await newToken('Casa')]
  const page = await open(`?itinerary=${token}`)
  await shows(page)
  const other = await open('')
  // In a frame without a link the element shows nothing.
  await eventually(() => expect(elementOf(other).shadowRoot?.textContent?.trim()).toBe(''))
  page.window.location.hash = `itinerary=${newer}`
  page.window.history.replaceState(null, '', `?itinerary=${newer}`)
  await shows(page, 'Your stay at Casa')
  withoutLink(page)
  await reload(page)
  await shows({ ...page, document: page.window.document }, 'Your stay at Casa')
})

test('An empty token shows nothing and forgets the link [WIDGET-85]', async () => {
  const token = await newToken()
  const page = await open(`?itinerary=${token}`)
  await shows(page)
  expect(kept(page)).toContain(token)
  withoutLink(page)
  elementOf(page).setAttribute('token', '')
  await eventually(() => expect(elementOf(page).shadowRoot?.textContent?.trim()).toBe(''))
  expect(kept(page)).not.toContain(token)
  elementOf(page).removeAttribute('token')
  await eventually(() => expect(titleOf(page)).not.toBeNull())
  expect(titleOf(page)).not.toBe(TITLE)
})

test('A token of the tag is not kept, and a browser that refuses storage shows the stay [WIDGET-85]', async () => {
  const [own, token] = [await newToken(), await newToken()]
  const tagged = await open('', '', `<guest-itinerary lang="en" token="${own}"></guest-itinerary>`)
  await shows(tagged)
  expect(kept(tagged)).not.toContain(own)
  const refuse = `<script>
    window.failed = []
    addEventListener('error', event => failed.push(event.message))
    addEventListener('unhandledrejection', event => failed.push(String(event.reason)))
    Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException('', 'SecurityError') } })
  </script>`
  const page = await open(`?itinerary=${token}`, refuse)
  await shows(page)
  withoutLink(page)
  elementOf(page).setAttribute('lang', 'en-GB')
  await shows(page)
  expect(page.window).toHaveProperty('failed', [])
})
