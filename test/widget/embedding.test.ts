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
