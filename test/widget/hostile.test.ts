import { expect, onTestFinished, test } from 'vitest'
import type { PinnedScript } from '../../widget/embed/snippet.ts'
import { stayWith } from './support/element.ts'
import { eventually, type HotelPage, openPage, tokenFor } from './support/service.ts'

/* The widget on pages whose styles and scripts interfere with it, and its effects on those pages. */

const EMBED = '<script type="module" src="/built/widget/guest-itinerary.js"></script>'

/** Records the page's errors, before any other script runs. The retry delays are set by the name of release 1.0.0. */
const RECORD_ERRORS = `<script>
  window.errors = []
  addEventListener('error', event => errors.push(event.message))
  addEventListener('unhandledrejection', event => errors.push(String(event.reason)))
  addEventListener('securitypolicyviolation', event => errors.push(event.violatedDirective))
  customElements.whenDefined('guest-itinerary').then(() => {
    for (const each of document.querySelectorAll('guest-itinerary')) each.retryPolicy = { retryDelays: [] }
  })
</script>`

async function open(body: string, headers?: Record<string, string>): Promise<HotelPage> {
  const page = await openPage(RECORD_ERRORS + body, headers)
  onTestFinished(page.close)
  return page
}

const elements = ({ document }: HotelPage) => [...document.querySelectorAll('guest-itinerary')]
const within = (element: Element | undefined, selector: string) =>
  element?.shadowRoot?.querySelector<HTMLElement>(selector) ?? undefined
const title = (element: Element | undefined) => within(element, '.title, .message')?.textContent

async function mountOnPage(css: string): Promise<{ page: HotelPage; element: HTMLElement }> {
  // Without a snapshot nothing is marked as new.
  localStorage.clear()
  const token = await tokenFor({ content: stayWith() })
  const page = await open(
    `<style>${css}</style><body>${EMBED}<main><guest-itinerary lang="en" token="${token}"></guest-itinerary></main>`,
  )
  const [element] = elements(page)
  await eventually(() => expect(title(element)).toBe('Your stay at Quinta do Mar'))
  expect(page.window).toHaveProperty('errors', [])
  return { page, element: element as HTMLElement }
}

/** Properties of text, and of layout. */
const TEXT_PROPERTIES =
  `visibility color font-weight font-style font-variant-caps font-stretch font-feature-settings letter-spacing word-spacing
  text-align text-align-last text-indent text-transform text-decoration-line text-shadow text-emphasis-style text-wrap-mode
  white-space-collapse word-break line-break hyphens quotes tab-size direction writing-mode cursor
  -webkit-text-stroke-width`.split(/\s+/)
const LAYOUT_PROPERTIES =
  'display float background-color font-size line-height padding margin border-top-width list-style-type'.split(' ')

/** The computed properties of every element in the sheet. */
function computedStyles({ window }: HotelPage, element: HTMLElement, properties: string[]): Record<string, string> {
  const all = [...(element.shadowRoot?.querySelectorAll('.sheet, .sheet *') ?? [])]
  return Object.fromEntries(
    all.map((each, index) => {
      const style = window.getComputedStyle(each)
      return [
        `${index} ${each.className}`,
        properties.map(name => `${name}: ${style.getPropertyValue(name)}`).join('; '),
      ]
    }),
  )
}

const PLAIN = `body { margin: 0; font: 16px sans-serif }
  body > main { display: block !important; float: none !important; inline-size: 640px !important; margin: 0 !important; padding: 0 !important }`

/** Rules that match every element; a test may narrow the selector `*`. */
const HOSTILE = [
  ['resets all', '* { all: unset }'],
  [
    'sets boxes, lists and headings as it likes',
    `* { box-sizing: content-box; float: right } div, p, section, header { margin: 40px; padding: 40px }
    ul, ol, li { list-style: square; columns: 3 } h2, h3, h4 { font: 900 60px serif; text-transform: uppercase; color: red }
    a, button { display: block; inline-size: 100%; background: red; border: 10px solid lime } time, p { display: none }`,
  ],
  [
    'insists on everything',
    `* { color: lime !important; background: red !important; line-height: 4 !important; text-align: right !important;
    letter-spacing: 9px !important; font-weight: 900 !important; visibility: visible !important }`,
  ],
  ['undoes everything, and insists on it', '* { all: unset !important }'],
  [
    'has its own way of writing',
    `html { font-variant: small-caps; font-feature-settings: "smcp"; font-stretch: condensed; text-shadow: 0 0 9px red; cursor: help;
    hyphens: auto; quotes: "<" ">"; tab-size: 40; word-break: break-all; line-break: anywhere; text-align-last: end;
    text-emphasis: dot; -webkit-text-stroke: 3px red; direction: rtl }`,
  ],
  [
    'shouts in the text around',
    `body { font: italic 900 16px / 3 sans-serif; letter-spacing: 0.4em; word-spacing: 2em; text-align: end; text-indent: 4em;
    text-transform: uppercase; white-space: nowrap }`,
  ],
] as const

test.each(HOSTILE)('On a page that %s, the sheet looks the same [WIDGET-21]', async (_, css) => {
  const plain = await mountOnPage(PLAIN)
  const hostile = await mountOnPage(`${css.replaceAll('*', 'body :not(guest-itinerary)')} ${PLAIN}`)
  const all = [...TEXT_PROPERTIES, ...LAYOUT_PROPERTIES]
  expect(computedStyles(hostile.page, hostile.element, all)).toEqual(computedStyles(plain.page, plain.element, all))
})

test.each(HOSTILE)('On a page that %s, and the tag with it, the text looks the same', async (_, css) => {
  const plain = await mountOnPage(PLAIN)
  const hostile = await mountOnPage(`${css} ${PLAIN}`)
  // The letter spacing of headings depends on their font size, which depends on the width of the tag.
  const properties = TEXT_PROPERTIES.filter(name => name !== 'letter-spacing')
  expect(computedStyles(hostile.page, hostile.element, properties)).toEqual(
    computedStyles(plain.page, plain.element, properties),
  )
})

test.each(['inline', 'inline-block', 'flex', 'inline-flex', 'grid', 'table', 'contents', 'flow-root'])(
  'With display: %s !important of the page, it is complete and fits its container',
  async display => {
    const { page, element } = await mountOnPage(`guest-itinerary { display: ${display} !important }`)
    const sheet = within(element, '.sheet') as HTMLElement
    expect(sheet.offsetWidth).toBeGreaterThanOrEqual(280)
    expect(sheet.scrollWidth).toBe(sheet.clientWidth)
    expect(within(element, '[part=item] h5')?.offsetWidth).toBeGreaterThan(20)
    expect(page.document.documentElement.scrollWidth).toBeLessThanOrEqual(page.window.innerWidth)
  },
)

test('The attribute theme wins over color-scheme: … !important of the page', async () => {
  const { page, element } = await mountOnPage('* { color-scheme: dark !important }')
  element.setAttribute('theme', 'light')
  expect(page.window.getComputedStyle(within(element, '.sheet') as Element).backgroundColor).toBe('rgb(255, 255, 255)')
})

test.each(['visibility: hidden', 'display: none'])('In a hidden part of the page (%s) it is hidden', async css => {
  const { element } = await mountOnPage(`main { ${css} }`)
  expect(within(element, '.title')?.checkVisibility({ visibilityProperty: true })).toBe(false)
})

test('On a page that hides and shrinks every element, a visible tag is completely visible', async () => {
  const { element } =
    await mountOnPage(`* { min-width: 0; max-width: 40px; max-height: 10px; overflow: hidden; opacity: 0.2 }
    html, body, main, guest-itinerary { max-width: none; max-height: none; overflow: visible; opacity: 1 }`)
  const sheet = within(element, '.sheet')
  expect(sheet?.checkVisibility({ opacityProperty: true })).toBe(true)
  expect(sheet?.offsetWidth).toBeGreaterThan(600)
  expect(sheet?.offsetHeight).toBeGreaterThan(600)
})

test.each([8, 40])('The font size follows that of the page: %i pixels', async size => {
  const { page, element } = await mountOnPage(
    `body { font: ${size}px sans-serif } main { inline-size: ${20 * size}px }`,
  )
  const sheet = within(element, '.sheet') as HTMLElement
  expect(page.window.getComputedStyle(sheet).fontSize).toBe(`${size}px`)
  expect(sheet.scrollWidth).toBe(sheet.clientWidth)
})

test('On a right-to-left page, an English stay is left-to-right', async () => {
  const { page, element } = await mountOnPage('html, body { direction: rtl }')
  const sheet = within(element, '.sheet') as HTMLElement
  expect(page.window.getComputedStyle(sheet).direction).toBe('ltr')
  expect(sheet.scrollWidth).toBe(sheet.clientWidth)
})

test('In a container without a width, or with too little, it does not overflow the page', async () => {
  for (const css of [
    'main { display: flex } guest-itinerary { flex: 1 }',
    'main { display: grid; grid-template-columns: 200px 1fr }',
  ]) {
    const { page, element } = await mountOnPage(css)
    expect(element.offsetWidth).toBeGreaterThan(100)
    expect(page.document.documentElement.scrollWidth).toBeLessThanOrEqual(page.window.innerWidth)
  }
})

test('The page keeps its styles, globals, storage and history', async () => {
  const count = ({ window, document }: HotelPage) => ({
    globals: Reflect.ownKeys(window).map(String).sort(),
    styles: document.styleSheets.length + document.adoptedStyleSheets.length,
    head: document.head.children.length,
    body: document.body.children.length,
    // The element stores only hashes of the guest's last visit.
    storage: [
      ...Object.keys(localStorage).filter(key => !/^innlet:\w+$/.test(key)),
      sessionStorage.length,
      document.cookie,
    ],
    history: window.history.length,
    title: document.title,
    prototypes: [window.Element, window.HTMLElement, window.Array, window.Object, window.Promise, window.Document].map(
      each => Reflect.ownKeys(each.prototype).length,
    ),
    attributes: [document.documentElement, document.body].flatMap(each => each.getAttributeNames()),
  })
  const page = await open('<body><h1>Hotel</h1><div id="place"></div>')
  const before = count(page)
  const script = page.document.createElement('script')
  script.type = 'module'
  script.src = '/built/widget/guest-itinerary.js'
  const loaded = new Promise(resolve => script.addEventListener('load', resolve))
  page.document.head.append(script)
  await loaded
  const element = page.document.createElement('guest-itinerary')
  element.setAttribute('token', await tokenFor({ content: stayWith() }))
  element.setAttribute('lang', 'de')
  page.document.querySelector('#place')?.append(element)
  await eventually(() => expect(title(element)).toBe('Ihr Aufenthalt: Quinta do Mar'))
  script.remove()

  const after = count(page)
  // Lit's own: the versions on the page, and a table that decorators use.
  const LIT = /^(lit|reactiveElement)\w*(Versions|Metadata)$/
  expect(after.globals.filter(name => !before.globals.includes(name) && !LIT.test(name))).toEqual([])
  expect({ ...after, globals: [] }).toEqual({ ...before, globals: [] })
})

test('When both the stable and the pinned script are loaded, the first registers the tag, without an exception', async () => {
  const pinned: PinnedScript = await (await fetch('/built/widget/latest.json')).json()
  const token = await tokenFor({ content: stayWith() })
  const page = await open(
    `${EMBED}<script type="module" src="/built${pinned.script}" integrity="${pinned.integrity}" crossorigin></script>
    <guest-itinerary lang="en" token="${token}"></guest-itinerary>`,
  )
  await eventually(() => expect(elements(page).map(title)).toEqual(['Your stay at Quinta do Mar']))
  expect(page.window).toHaveProperty('errors', [])
})

test('The pinned script works alone, with its languages, and is blocked if its integrity value does not match', async () => {
  const pinned: PinnedScript = await (await fetch('/built/widget/latest.json')).json()
  const token = await tokenFor({ content: stayWith() })
  const tag = `<guest-itinerary lang="fr" token="${token}"></guest-itinerary>`
  const script = (integrity: string) =>
    `<script type="module" src="/built${pinned.script}" integrity="${integrity}" crossorigin></script>`
  const page = await open(script(pinned.integrity) + tag)
  await eventually(() => expect(title(elements(page)[0])).toBe('Votre séjour\u00a0: Quinta do Mar'))
  const other = await open(script(`sha384-${'A'.repeat(64)}`) + tag)
  expect(other.window.customElements.get('guest-itinerary')).toBeUndefined()
})

test('In open and closed shadow roots it looks the same, and its events leave them [WIDGET-21]', async () => {
  const token = await tokenFor({ content: stayWith() })
  const page = await open(`${EMBED}<div id="open"></div><div id="closed"></div>`)
  const targets: EventTarget[] = []
  page.document.addEventListener('itinerary-load', ({ target }) => target && targets.push(target))
  const hosts = (['open', 'closed'] as const).map(mode => {
    const host = page.document.querySelector(`#${mode}`) as HTMLElement
    const root = host.attachShadow({ mode })
    root.innerHTML = `<style>* { color: red; display: inline } guest-itinerary { display: block }</style>
      <guest-itinerary lang="en" token="${token}"></guest-itinerary>`
    return { host, element: root.querySelector('guest-itinerary') as HTMLElement }
  })
  for (const { element } of hosts) {
    await eventually(() => expect(title(element)).toBe('Your stay at Quinta do Mar'))
    const style = page.window.getComputedStyle(within(element, '.title') as Element)
    expect(style.display).toBe('block')
    expect(style.color).not.toBe('rgb(255, 0, 0)')
  }
  // In any order: each element has a request of its own.
  expect(targets).toHaveLength(hosts.length)
  expect(targets).toEqual(expect.arrayContaining(hosts.map(({ host }) => host)))
  expect(page.window).toHaveProperty('errors', [])
})

test('With a strict Content-Security-Policy and Trusted Types, chunks that load later work too [WIDGET-21]', async () => {
  const token = await tokenFor({ content: stayWith() })
  const page = await openPage(
    `<script type="module" src="/built/widget/guest-itinerary.js"></script><guest-itinerary lang="ja" token="${token}"></guest-itinerary>`,
    {
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'none'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types lit-html",
    },
  )
  onTestFinished(page.close)
  const violations: string[] = []
  page.document.addEventListener('securitypolicyviolation', event => violations.push(event.violatedDirective))
  const [element] = elements(page)
  await eventually(() => expect(title(element)).toMatch(/Quinta do Mar/))
  const sheet = within(element, '.sheet') as Element
  expect(sheet).toHaveProperty('lang', expect.stringMatching(/^ja/))
  expect(page.window.getComputedStyle(sheet).borderRadius).toBe('14px')
  within(element, '[part~=calendar]')?.click()
  await eventually(() => expect(within(element, 'dialog')?.matches(':modal')).toBe(true))
  expect(violations).toEqual([])
})

test('It works after being moved, cloned, removed and added again', async () => {
  const token = await tokenFor({ content: stayWith() })
  const page = await open(`${EMBED}<div id="one"></div><guest-itinerary lang="en" token="${token}"></guest-itinerary>`)
  const [element] = elements(page)
  page.document.querySelector('#one')?.append(element as Element)
  element?.remove()
  page.document.body.append(element as Element, (element as Element).cloneNode(true))
  await eventually(() => expect(elements(page).map(title)).toEqual(Array(2).fill('Your stay at Quinta do Mar')))
  expect(page.window).toHaveProperty('errors', [])
})

test.each([
  ['a list instead of an envelope', { body: '[]' }],
  ['no JSON', { body: '<html>' }],
  [
    'nulls everywhere',
    { content: { overview: { guestFirstName: null }, roomStays: null, scheduleItems: [null, 1, 'x', {}] } },
  ],
  [
    'the wrong types',
    { content: { overview: { arrivalDate: {}, clientName: [] }, roomStays: {}, scheduleItems: 'x' } },
  ],
  ['a cut connection', { cut: true }],
  ['a fault', { status: 500 }],
  ['a redirect', { status: 302, headers: { location: '/nowhere' } }],
])('No response of the service causes an exception in the page: %s [WIDGET-19]', async (_, answer) => {
  const token = await tokenFor(answer)
  const page = await open(`${EMBED}<guest-itinerary lang="en" token="${token}"></guest-itinerary>`)
  await eventually(() => expect(within(elements(page)[0], '.sheet')?.ariaBusy).toBe('false'))
  expect(page.window).toHaveProperty('errors', [])
})

test.each([
  [
    'no storage',
    "for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get() { throw new Error('denied') } })",
  ],
  ['no fetch', 'window.fetch = () => { throw new Error("broken") }'],
  ['an Array and an Object with more on them', 'Array.prototype.extra = Object.prototype.extra = () => {}'],
  ['a JSON.parse of its own', 'const { parse } = JSON; JSON.parse = text => Object.freeze(parse(text))'],
  [
    'a listener that throws',
    "addEventListener('itinerary-load', () => { window.threw = true; throw new Error('mine') })",
  ],
])('On a page with %s, it causes no exception [WIDGET-19]', async (_, script) => {
  const token = await tokenFor({ content: stayWith() })
  const page = await open(
    `<script>${script}</script>${EMBED}<guest-itinerary lang="en" token="${token}"></guest-itinerary>`,
  )
  await eventually(() => expect(within(elements(page)[0], '.sheet')?.ariaBusy).toBe('false'))
  const { errors } = page.window as unknown as { errors: string[] }
  expect(errors.filter(error => !error.includes('mine'))).toEqual([])
})
