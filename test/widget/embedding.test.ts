import { expect, onTestFinished, test } from 'vitest'
import { stayWith } from './support/element.ts'
import { eventually, openPage, requestsWith, stubResponses, tokenFor } from './support/service.ts'

/* The built widget on hotels' pages. */

const SCRIPT = '/built/widget/guest-itinerary.js'
const EMBED = `<script type="module" src="${SCRIPT}"></script>`

async function open(...[body, headers, query]: Parameters<typeof openPage>) {
  const page = await openPage(body, headers, query)
  onTestFinished(page.close)
  return page
}

const titles = (page: { document: Document }) =>
  [...page.document.querySelectorAll('guest-itinerary')].map(
    each => each.shadowRoot?.querySelector('.title, .message')?.textContent,
  )

const STRICT = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'none'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types lit-html",
}

test('It violates neither a strict Content-Security-Policy nor Trusted Types', async () => {
  const token = await tokenFor({
    content: stayWith({ overview: { clientImagePath: `${location.origin}/pictures/square.svg` } }),
  })
  const page = await open(`${EMBED}<guest-itinerary lang="de" token="${token}"></guest-itinerary>`, STRICT)
  const violations: string[] = []
  page.document.addEventListener('securitypolicyviolation', event => violations.push(event.violatedDirective))
  await eventually(() => expect(titles(page)).toEqual(['Ihr Aufenthalt: Quinta do Mar']))
  const [sheet] = [...page.document.querySelectorAll('guest-itinerary')].map(each =>
    each.shadowRoot?.querySelector('.sheet'),
  )
  expect(page.window.getComputedStyle(sheet as Element).borderRadius).toBe('14px')
  expect(violations).toEqual([])
})

test.each([
  ['?itinerary=', (token: string) => `?itinerary=${token}`],
  ['?a=b&itinerary=…#part', (token: string) => `?a=b&itinerary=${token}#part`],
])("The token is taken from the page's own address: %s", async (_, query) => {
  const token = await tokenFor({ content: stayWith() })
  const page = await open(`${EMBED}<guest-itinerary lang="en"></guest-itinerary>`, {}, query(token))
  await eventually(() => expect(titles(page)).toEqual(['Your stay at Quinta do Mar']))
})

test('Text in the tag is shown until the element replaces it', async () => {
  const token = await tokenFor({ content: stayWith() })
  const page = await open(`<guest-itinerary lang="en" token="${token}">Please call us.</guest-itinerary>`)
  const tag = page.document.querySelector('guest-itinerary') as HTMLElement
  const heightOfText = () => {
    const range = page.document.createRange()
    range.selectNodeContents(tag)
    return range.getBoundingClientRect().height
  }
  expect(heightOfText()).toBeGreaterThan(0)
  const script = page.document.createElement('script')
  Object.assign(script, { type: 'module', src: SCRIPT })
  page.document.head.append(script)
  await eventually(() => expect(titles(page)).toEqual(['Your stay at Quinta do Mar']))
  expect(heightOfText()).toBe(0)
})

test('The token of the tag comes before that of the address', async () => {
  const [own, other] = [await tokenFor({ content: stayWith() }), await tokenFor({ status: 404 })]
  const page = await open(
    `${EMBED}<guest-itinerary lang="en" token="${own}"></guest-itinerary>`,
    {},
    `?itinerary=${other}`,
  )
  await eventually(() => expect(titles(page)).toEqual(['Your stay at Quinta do Mar']))
  expect(await requestsWith(other)).toEqual([])
})

test('A token that is no token stays one part of the path', async () => {
  const token = '../../a?b#c'
  await stubResponses(token, { status: 404 })
  const page = await open(`${EMBED}<guest-itinerary lang="en" token="${token}"></guest-itinerary>`)
  await eventually(() => expect(titles(page)).toEqual(['The link is invalid or has expired.']))
  const [request] = await requestsWith(token)
  expect(request?.url).toBe('/api/public/PartnerItinerary/details/..%2F..%2Fa%3Fb%23c')
})

test('It works when the script is loaded twice and the tag is used twice [WIDGET-21]', async () => {
  const one = await tokenFor({ content: stayWith() })
  const two = await tokenFor({ status: 404 })
  const page = await open(
    `${EMBED}<script type="module" src="${SCRIPT}?again"></script>
    <guest-itinerary lang="en" token="${one}"></guest-itinerary>
    <div><guest-itinerary lang="en" token="${two}"></guest-itinerary></div>`,
  )
  await eventually(() =>
    expect(titles(page)).toEqual(['Your stay at Quinta do Mar', 'The link is invalid or has expired.']),
  )
})

test('A page that already defined the tag keeps its definition, without an exception', async () => {
  const page = await open(
    `<script>window.failed = []; addEventListener('error', event => failed.push(event.message))
    customElements.define('guest-itinerary', class extends HTMLElement {})</script>
    ${EMBED}<guest-itinerary></guest-itinerary>`,
  )
  expect(titles(page)).toEqual([undefined])
  expect(page.window).toHaveProperty('failed', [])
})

test('It works inside the shadow root of another element', async () => {
  const token = await tokenFor({ content: stayWith() })
  const page = await open(`${EMBED}<div id="host"></div>`)
  const root = page.document.querySelector('#host')?.attachShadow({ mode: 'open' })
  const element = page.document.createElement('guest-itinerary')
  element.setAttribute('token', token)
  root?.append(element)
  await eventually(() => expect(element.shadowRoot?.querySelector('.guest')?.textContent).toBe('Anna Lindqvist'))
})

test('It adds nothing global but its tag [WIDGET-21]', async () => {
  const names = async (body: string) => new Set(Object.getOwnPropertyNames((await open(body)).window))
  const without = await names('')
  const added = [...(await names(EMBED))].filter(name => !without.has(name))
  expect(added.filter(name => !/^(lit|reactiveElement)\w*(Versions|Metadata)$/.test(name))).toEqual([])
})

test("On another site than the service's, it sends one simple request to the origin of its script", async () => {
  const service = location.origin.replace('127.0.0.1', 'localhost')
  expect(service).not.toBe(location.origin)
  const token = await tokenFor({ content: stayWith() })
  const page = await open(
    `<script type="module" src="${service}${SCRIPT}"></script>
    <guest-itinerary lang="de" token="${token}"></guest-itinerary>`,
  )
  await eventually(() => expect(titles(page)).toEqual(['Ihr Aufenthalt: Quinta do Mar']))
  const requests = await requestsWith(token)
  expect(requests.map(({ method, headers }) => [method, headers.host])).toEqual([['GET', new URL(service).host]])
  expect(requests[0]?.headers).not.toHaveProperty('referer')
})

test('A language that cannot be fetched leaves English', async () => {
  const token = await tokenFor({ content: stayWith() })
  const noLanguages = `script-src ${location.origin}${SCRIPT}`
  const page = await open(`${EMBED}<guest-itinerary lang="de" token="${token}"></guest-itinerary>`, {
    'content-security-policy': noLanguages,
  })
  await eventually(() => expect(titles(page)).toEqual(['Your stay at Quinta do Mar']))
})
