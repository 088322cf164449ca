import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { parse } from 'acorn'
import type { Browser, Page } from 'playwright-core'
import { build, type Rolldown } from 'vite'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { MARKS } from '../../widget/embed/snippet.ts'
import { launchBrowser, serveHotelPictures } from './support/browser.ts'
import { serve } from './support/serve.ts'
import { newCustomerId, sharedService } from './support/shared-service.ts'
import { createStay } from './support/stay.ts'

/* `/widget/embed.js` on pages of another origin, as site builders, tag managers and plugins serve them. */

const SCRIPT = join(import.meta.dirname, '../../widget/public/widget/embed.js')

const run = sharedService()
let browser: Browser
/** The tab of all visits: a new one compiles every script again. The script stores nothing. */
let tab: Page
let site: string
/** The path and query that the guest's link adds to a page. */
let link: string
let html = ''
let policy: string | undefined

beforeAll(async () => {
  browser = await launchBrowser()
  const context = await browser.newContext({ locale: 'en-GB' })
  await serveHotelPictures(context)
  tab = await context.newPage()
  const { issue, reservationId } = await createStay(run, CUSTOMER)
  link = `/?itinerary=${(await issue(reservationId)).split('/').at(-1)}`
  site = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', ...(policy && { 'content-security-policy': policy }) })
    response.end(html)
  })
})

const src = () => `${run.service.origin}/widget/embed.js`
const embed = (attributes = '') => `<script src="${src()}"${attributes}></script>`
/** The customer of the hotel, and another. */
const CUSTOMER = newCustomerId()
const OTHER = CUSTOMER + 1
const DIV = '<div class="innlet-stay"></div>'

/** Opens a page of the hotel with a guest's link. */
async function visit(body: string, { head = '', doctype = '<!doctype html>', csp = '', path = link } = {}) {
  html = `${doctype}<html lang="en"><head><title>Hotel</title>${head}</head><body>${body}</body></html>`
  policy = csp || undefined
  const problems: string[] = []
  tab.removeAllListeners()
  tab.on('pageerror', error => problems.push(error.message))
  tab.on('console', message => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  await tab.goto(site + path)
  return { page: tab, problems }
}

/** A script of an installed package, for the browser. */
const packageFile = (path: string) => readFileSync(join(import.meta.dirname, '../../node_modules', path), 'utf8')

const stays = (page: Page) => page.locator('guest-itinerary')
const expectStay = async (page: Page, count = 1) => {
  await page
    .locator('guest-itinerary [part~=schedule]')
    .nth(count - 1)
    .waitFor()
  expect(await stays(page).count()).toBe(count)
  await page.getByText('Anna Lindqvist').first().waitFor()
}
const settled = (page: Page) => page.waitForTimeout(600)

it('is a classic script of ES5, and at most 1,500 bytes brotli [WIDGET-60]', () => {
  const code = readFileSync(SCRIPT)
  parse(code.toString(), { ecmaVersion: 5, sourceType: 'script' })
  const { length } = brotliCompressSync(code, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
  console.log(`widget/embed.js: ${length} bytes brotli`)
  expect(length).toBeLessThanOrEqual(1_500)
})

it('is served to every origin, cacheable for a short time', async () => {
  const { headers } = await fetch(src())
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(headers.get('content-type')).toMatch(/^text\/javascript/)
  expect(headers.get('cache-control')).toContain('max-age=300')
})

/** Adds the script as a tag manager does. */
const ADDED = () =>
  `<script>setTimeout(function () { var s = document.createElement('script'); s.async = true; s.src = '${src()}'; document.head.appendChild(s) }, 50)</script>`
const DELAYED = (type: string) => `
  <script type="${type}" data-src="${src()}"></script>
  <script>addEventListener('load', function () { var held = document.querySelector('[type="${type}"]'); var s = document.createElement('script'); s.src = held.getAttribute('data-src'); held.replaceWith(s) })</script>`

describe('each div of the class innlet-stay gets the stay as its only child [WIDGET-61]', () => {
  it.each<[string, () => string, Parameters<typeof visit>[1]?]>([
    ['before the script', () => DIV + embed()],
    ['after the script', () => embed() + DIV],
    ['with the script in the head', () => DIV, { head: 'SCRIPT' }],
    ['with an async script', () => embed(' async') + DIV],
    ['with a deferred script', () => embed(' defer') + DIV],
    ['with a script that a tag manager adds late, in the head', () => DIV + ADDED()],
    ['with a script that a plugin for speed has held back', () => DIV + DELAYED('text/rocketscript')],
    ['with a script that waits for consent', () => DIV + DELAYED('text/plain')],
    ['with the script twice', () => embed() + DIV + embed() + ADDED()],
    [
      'that is added later',
      () =>
        `${embed()}<script>setTimeout(function () { document.body.insertAdjacentHTML('beforeend', '${DIV}') }, 200)</script>`,
    ],
    ['with text in it', () => `<div class="innlet-stay">Your stay <b>appears here</b></div>${embed()}`],
    ['on a page in quirks mode', () => DIV + embed(), { doctype: '' }],
    ['under a policy that allows the service', () => DIV + embed(), { csp: 'ALLOWED' }],
    [
      'on a page with a global reset',
      () => `<style>* { all: unset; display: block; margin: 0; padding: 0 }</style>${DIV}${embed()}`,
    ],
  ])('%s', async (_, body, options = {}) => {
    const { origin } = run.service
    const csp = options.csp && `default-src 'none'; script-src 'self' ${origin}; connect-src ${origin}; img-src *`
    const { page, problems } = await visit(body(), { ...options, csp, head: options.head ? embed() : '' })
    await expectStay(page)
    expect(
      await page.locator('div.innlet-stay').evaluate(div => [...div.childNodes].map(({ nodeName }) => nodeName)),
    ).toEqual(['GUEST-ITINERARY'])
    expect(problems).toEqual([])
  })

  it('two divs have two, and a div that a framework empties has one again', async () => {
    const { page } = await visit(DIV + DIV + embed())
    await expectStay(page, 2)
    await page
      .locator('div.innlet-stay')
      .first()
      .evaluate(div => div.replaceChildren())
    await expectStay(page, 2)
  })

  // What CKEditor 5 (48.5.2) makes of the lines: its General HTML Support allows div with classes and data attributes. The package
  // has 146 MB, and is not installed for this.
  it('after CKEditor 5', async () => {
    const { page } = await visit(`<p>Welcome</p><div class="innlet-stay" data-theme="dark">&nbsp;</div>${embed()}`)
    await expectStay(page)
    expect(await stays(page).getAttribute('theme')).toBe('dark')
  })

  it('after DOMPurify', async () => {
    const { page } = await visit(`<main></main>${embed()}`)
    await page.addScriptTag({ content: packageFile('dompurify/dist/purify.min.js') })
    await page.evaluate(div => {
      const { DOMPurify } = window as unknown as { DOMPurify: { sanitize(text: string): string } }
      const main = document.querySelector('main') as HTMLElement
      main.innerHTML = DOMPurify.sanitize(`<script>x()</script><guest-itinerary></guest-itinerary>${div}`)
    }, DIV)
    await expectStay(page)
    expect(await page.locator('main > *').evaluateAll(all => all.map(({ localName }) => localName))).toEqual(['div'])
  })
})

it('the data attributes of the div are the attributes and custom properties of the element, also when they change [WIDGET-62]', async () => {
  const words = JSON.stringify({ schedule: 'Our days' }).replaceAll('"', '&quot;')
  const attributes = `data-lang="de" data-theme="dark" data-heading-level="3" data-without="now website" data-words="${words}" data-accent="#ffcc88" data-surface="#101010" data-radius="4"`
  const { page } = await visit(`<div class="innlet-stay" ${attributes}></div>${embed()}`)
  await expectStay(page)
  const read = () =>
    stays(page).evaluate(element => ({
      ...Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
      properties: ['accent', 'surface', 'radius'].map(name =>
        (element as HTMLElement).style.getPropertyValue(`--innlet-${name}`),
      ),
    }))
  const before = await read()
  expect(before).toMatchObject({
    lang: 'de',
    theme: 'dark',
    'heading-level': '3',
    without: 'now website',
    words: '{"schedule":"Our days"}',
    properties: ['#ffcc88', '#101010', '4px'],
  })
  await page.getByText('Our days').waitFor()
  await page.locator('div.innlet-stay').evaluate(div => {
    div.removeAttribute('data-theme')
    div.setAttribute('data-lang', 'fr')
    div.setAttribute('data-radius', '1em')
  })
  await expect.poll(read).toMatchObject({ lang: 'fr', properties: ['#ffcc88', '#101010', '1em'] })
  expect(await read()).not.toHaveProperty('theme')
})

it('the token of the div is that of the element [WIDGET-62]', async () => {
  const token = link.split('=')[1]
  const { page } = await visit(`<div class="innlet-stay" data-token="${token}"></div>${embed()}`, { path: '/' })
  await expectStay(page)
})

it.each(['allow-scripts', 'allow-scripts allow-same-origin allow-popups'])(
  'in a frame of a site builder (%s) nothing is said to the guest, and the console names the cause [WIDGET-66]',
  async sandbox => {
    const srcdoc = `${DIV}${embed()}`.replaceAll('"', '&quot;')
    const { page, problems } = await visit(`<iframe sandbox="${sandbox}" srcdoc="${srcdoc}"></iframe>`)
    await expect.poll(() => problems.join()).toMatch(/innlet: this frame does not have the address of the page/)
    expect(await page.frameLocator('iframe').locator('body').innerText()).toBe('')
  },
)

describe('without a div and without the tag [WIDGET-63]', () => {
  it('the stay is where the parser has found the script', async () => {
    const { page } = await visit(`<h1>Hello</h1><section>${embed()}</section><footer>Bye</footer>`)
    await expectStay(page)
    expect(await stays(page).evaluate(({ parentElement }) => parentElement?.localName)).toBe('section')
  })

  it.each([
    ['a tag manager has added the script', ADDED],
    ['the script is async', () => embed(' async')],
    ['the script is deferred', () => embed(' defer')],
    ['the script is in the head', () => ''],
  ])('nothing is added if %s', async (_, body) => {
    const { page, problems } = await visit(`<h1>Hello</h1>${body()}`, { head: body() ? '' : embed() })
    await settled(page)
    expect(await stays(page).count()).toBe(0)
    expect(problems).toEqual([])
  })

  it('it is taken away again if a div comes later', async () => {
    const { page } = await visit(`<section>${embed()}</section>`)
    await expectStay(page)
    await page.evaluate(div => document.body.insertAdjacentHTML('beforeend', div), DIV)
    await expect.poll(() => page.locator('section guest-itinerary').count()).toBe(0)
    await expectStay(page)
  })

  it('a tag of the page is used as it is', async () => {
    const { page } = await visit(`<main><guest-itinerary lang="de"></guest-itinerary></main>${embed()}`)
    await expectStay(page)
    expect(await stays(page).getAttribute('lang')).toBe('de')
  })
})

describe('the address of the service [WIDGET-64]', () => {
  const renamed = () => readFileSync(SCRIPT, 'utf8').replaceAll('</', '<\\/')

  it('is that of the first such script of the page if a plugin has copied the code', async () => {
    const { page } = await visit(
      `${DIV}<script type="text/plain" src="${src()}"></script><script>${renamed()}</script>`,
    )
    await expectStay(page)
  })

  it('is window.innletOrigin if there is no such script', async () => {
    const { page } = await visit(
      `${DIV}<script>window.innletOrigin = '${run.service.origin}'</script><script>${renamed()}</script>`,
    )
    await expectStay(page)
  })

  it.each([
    ['an image named currentScript', '<img name="currentScript" src="http://other.test/widget/embed.js">'],
    ['an image named scripts', '<img name="scripts" src="http://other.test/widget/embed.js">'],
    ['a link with the id innletOrigin', '<a id="innletOrigin" href="http://other.test/widget/embed.js"></a>'],
    ['data-src of a div', '<div class="innlet-stay" data-src="http://other.test/widget/embed.js"></div>'],
    ['an image with the id innletEmbed', '<img id="innletEmbed">'],
  ])('is not decided by %s', async (_, html) => {
    const { page } = await visit(`${html}<div class="innlet-stay"></div>${embed()}`)
    await page.getByText('Anna Lindqvist').first().waitFor()
    const sources = await page
      .locator('script[type=module]')
      .evaluateAll(all => all.map(each => each.getAttribute('src')))
    expect(sources).toEqual([`${run.service.origin}/widget/guest-itinerary.js`])
  })

  it('otherwise the console says once what to set', async () => {
    const { page, problems } = await visit(
      `<a id="innletOrigin" href="http://other.test"></a>${DIV}${DIV}<script>${renamed()}</script>`,
    )
    await expect.poll(() => problems).toHaveLength(1)
    await settled(page)
    expect(problems).toEqual([expect.stringMatching(/^innlet: .*innletOrigin/)])
  })
})

it('hands the nonce of its policy on, in a language that loads later too [WIDGET-67]', async () => {
  const { origin } = run.service
  const { page, problems } = await visit(`<div class="innlet-stay" data-lang="de"></div>${embed(' nonce="abc"')}`, {
    csp: `default-src 'none'; script-src 'nonce-abc'; connect-src ${origin}; img-src *`,
  })
  await expectStay(page)
  await page.getByText('Ihr Aufenthalt').first().waitFor()
  expect(problems).toEqual([])
})

/** A script of a hotel that has Lit in it: it registers `<hotel-menu>`. */
async function scriptWithLit(): Promise<string> {
  const source = `import { html, LitElement } from 'lit'
    customElements.define('hotel-menu', class extends LitElement { render() { return html\`<p>Breakfast until \${11}</p>\` } })`
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    resolve: { conditions: ['production', 'browser', 'module'] },
    plugins: [
      { name: 'hotel', resolveId: id => (id === 'hotel' ? id : null), load: id => (id === 'hotel' ? source : null) },
    ],
    build: { write: false, modulePreload: false, rolldownOptions: { input: 'hotel' } },
  })
  return (result as Rolldown.RolldownOutput).output[0].code
}

it.each(['before', 'after'])(
  'with the directive of the guide it runs under Trusted Types, beside a Lit of the page that starts %s it [WIDGET-68]',
  async order => {
    const { origin } = run.service
    const guide = readFileSync(join(import.meta.dirname, '../../docs/embedding.md'), 'utf8')
    const [, directive] = /^\| `trusted-types` \| `([^`]+)`/m.exec(guide) ?? []
    const wait = order === 'after' ? `await customElements.whenDefined('guest-itinerary');` : ''
    const menu = `<hotel-menu></hotel-menu><script type="module" nonce="abc">${wait}${await scriptWithLit()}</script>`
    // Deferred scripts and modules run in their order.
    const { page, problems } = await visit(menu + DIV + embed(' nonce="abc" defer'), {
      csp: `default-src 'none'; script-src 'nonce-abc'; connect-src ${origin}; img-src *; require-trusted-types-for 'script'; trusted-types ${directive}`,
    })
    await expectStay(page)
    await page.getByText('Breakfast until 11').waitFor()
    expect(problems).toEqual([])
  },
)

it('keeps the text of a div in browsers that are too old [WIDGET-69]', async () => {
  html = `<!doctype html><body><script>delete Document.prototype.adoptedStyleSheets</script><div class="innlet-stay">Please call us.</div>${embed()}`
  policy = undefined
  const page = await browser.newPage()
  onTestFinished(() => page.close())
  const errors: string[] = []
  page.on('pageerror', error => errors.push(error.message))
  const loaded = page.waitForResponse(/guest-itinerary\.js/)
  await page.goto(site + link)
  await loaded
  await settled(page)
  expect(await page.locator('body').innerText()).toBe('Please call us.')
  expect(errors).toEqual([])
})

it.each([
  [`${CUSTOMER}`, 'Anna Lindqvist'],
  [`${OTHER}`, 'The link is invalid or has expired.'],
  ['seven', 'The link is invalid or has expired.'],
])('with data-customer=%s it shows: %s [WIDGET-70]', async (customer, text) => {
  const requests: string[] = []
  const { page } = await visit(`<div class="innlet-stay"></div>`)
  page.on('request', request => requests.push(request.url()))
  await page
    .locator('div.innlet-stay')
    .evaluate((div, customer) => div.setAttribute('data-customer', customer), customer)
  await page.addScriptTag({ url: src() })
  await page.getByText(text).first().waitFor()
  expect(requests.some(url => url.includes('/api/'))).toBe(customer === `${CUSTOMER}`)
})

it('it adds one global name, marks the script that it adds, and stores nothing', async () => {
  const { page } = await visit(DIV)
  const names = () => page.evaluate(() => Object.getOwnPropertyNames(window))
  const before = await names()
  await page.addScriptTag({ url: src() })
  await expectStay(page)
  const added = (await names()).filter(name => !before.includes(name))
  expect(added.filter(name => !/^(innlet|lit|reactiveElement)/i.test(name))).toEqual([])
  const script = page.locator('script[type=module]')
  const marks = [...MARKS.matchAll(/([\w-]+)(?:="(\w+)")?/g)]
  expect(marks).toHaveLength(8)
  for (const [, name = '', value = ''] of marks) expect(await script.getAttribute(name), name).toBe(value)
})
