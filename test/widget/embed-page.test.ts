import axe from 'axe-core'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { cdp, userEvent } from 'vitest/browser'
import { MARKS, type PinnedScript } from '../../widget/embed/snippet.ts'
import { rulesIn } from '../support/axe-rules.ts'
import { openEmbedPage, sheetsIn } from './support/embed-page.ts'
import { eventually, type HotelPage, openAddress } from './support/service.ts'

/* The built page for hotels, under the Content-Security-Policy of its response. */

let page: HotelPage
let violations: string[]

beforeEach(async () => {
  ;({ page, violations } = await openEmbedPage())
})

const by = <T extends HTMLElement = HTMLInputElement>(id: string) => page.document.getElementById(id) as T
const previews = () => [...page.document.querySelectorAll('guest-itinerary')]
const sheets = () => sheetsIn(page)
const snippet = () => by('snippet').textContent ?? ''
const warnings = () => [...by('contrast-warnings').children].map(each => each.textContent?.replace(/\s+/g, ' '))

function write(id: string, value: string, on = page): void {
  const input = on.document.getElementById(id) as HTMLInputElement
  input.value = value
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

function choose(name: string, value: string, on = page): void {
  on.document.querySelector<HTMLInputElement>(`[name=${name}][value=${value}]`)?.click()
}

const script = () => `<script type="module" src="${location.origin}/widget/guest-itinerary.js"></script>`

test('Without a choice, the lines are those for every site', async () => {
  expect(snippet()).toBe(
    `<div class="innlet-stay"></div>\n<script ${MARKS} src="${location.origin}/widget/embed.js"></script>`,
  )
  write('light-accent-hex', '#8a2f4f')
  choose('theme', 'light')
  write('radius', '4')
  expect(snippet()).toContain(
    '<div class="innlet-stay" data-theme="light" data-accent="#8a2f4f" data-radius="4px"></div>',
  )
  expect(violations).toEqual([])
})

test('For each kind of site there are steps and a text to copy, and how to test it', () => {
  const sites = [...page.document.querySelectorAll<HTMLInputElement>('[name=site]')].map(({ value }) => value)
  expect(sites).toHaveLength(8)
  for (const site of sites) {
    choose('site', site)
    expect(by('recipe').querySelectorAll('li'), site).toHaveLength(site === 'wordpress' ? 4 : 3)
    expect(snippet(), site).not.toBe('')
    expect(by('recipe').textContent?.includes('?itinerary=demo'), site).toBe(site !== 'link')
  }
})

test('WordPress gets the address and the block with what was chosen [SITE-73]', () => {
  choose('site', 'wordpress')
  expect(by('address').textContent).toBe(location.origin)
  expect(snippet()).toBe('<!-- wp:innlet/stay /-->')
  choose('theme', 'dark')
  write('dark-accent-hex', '#e0a98c')
  write('radius', '4')
  choose('part', 'now')
  const title = page.document.querySelector<HTMLInputElement>('[data-word=stayAt]') as HTMLInputElement
  title.value = '--> "#" <b>&\\'
  title.dispatchEvent(new Event('input', { bubbles: true }))
  const [, json = ''] = /^<!-- wp:innlet\/stay (\{[^<>&]*\}) \/-->$/.exec(snippet()) ?? []
  expect(json).not.toContain('--')
  expect(JSON.parse(json)).toEqual({
    theme: 'dark',
    without: 'now',
    words: JSON.stringify({ stayAt: '--> "#" <b>&\\' }),
    accent: '#e0a98c',
    radius: 4,
  })
})

test('The message for the operator has the address of the page, and the command that stores it [SITE-74]', async () => {
  const message = () => by('message').textContent ?? ''
  const command = () =>
    message()
      .split('\n')
      .find(line => line.startsWith('innlet ')) ?? ''
  const data = () => JSON.parse(/ --data '(.*)'$/.exec(command())?.[1]?.replaceAll("'\\''", "'") ?? '')
  expect(message()).toContain('on our own page now: https://your-hotel.example/my-stay\n')
  for (const [typed, template] of [
    ['https://aurora.example/my stay', 'https://aurora.example/my%20stay?itinerary={token}'],
    ["https://aurora.example/?page_id=7&hotel='s", 'https://aurora.example/?page_id=7&hotel=%27s&itinerary={token}'],
    ["https://aurora.example/it's", "https://aurora.example/it's?itinerary={token}"],
    ['javascript:alert(1)', 'https://your-hotel.example/my-stay?itinerary={token}'],
  ]) {
    write('page-address', typed as string)
    by('page-address').dispatchEvent(new Event('input', { bubbles: true }))
    expect(data()).toEqual({ itineraryUrlTemplate: template })
  }
  expect(message()).toContain('customer change NUMBER --data')
  choose('site', 'link')
  write('light-accent-hex', '#a84d24')
  expect(by('page-address-field').checkVisibility()).toBe(false)
  expect(data()).toEqual({ look: { accent: '#a84d24' } })

  const own = await openAddress('/embed?customer=7')
  onTestFinished(own.close)
  await eventually(() => expect(own.document.getElementById('message')?.textContent).toContain('customer change 7 '))
})

test('The hotel’s own words are in the previews, the lines and the look', async () => {
  const title = page.document.querySelector<HTMLInputElement>('[data-word=stayAt]') as HTMLInputElement
  title.value = 'Your days at "#"'
  title.dispatchEvent(new Event('input', { bubbles: true }))
  await eventually(() => expect(sheets()[0]?.textContent).toContain('Your days at "Quinta do Mar"'))
  expect(snippet()).toContain('data-words="{&quot;stayAt&quot;:&quot;Your days at \\&quot;#\\&quot;&quot;}"')
  choose('site', 'link')
  expect(JSON.parse(snippet())).toEqual({ words: { stayAt: 'Your days at "#"' } })
})

test('The lines for a developer are a script and the tag', async () => {
  choose('site', 'developer')
  expect(snippet()).toBe(`${script()}\n<guest-itinerary></guest-itinerary>`)
})

test('The look of the guest’s page is beside the lines, without what is as by default', async () => {
  const look = () => JSON.parse(by('look').textContent ?? '')
  expect(look()).toEqual({})
  write('light-accent-hex', 'a84d24')
  expect(look()).toEqual({ accent: '#a84d24' })
  choose('theme', 'dark')
  write('dark-surface-hex', '#1b1512')
  write('dark-accent-hex', '#e0a98c')
  write('radius', '4')
  by('choice').querySelector<HTMLInputElement>('[name=part][value=now]')?.click()
  expect(look()).toEqual({
    theme: 'dark',
    accent: '#a84d24',
    darkAccent: '#e0a98c',
    darkSurface: '#1b1512',
    radius: 4,
    without: ['now'],
  })
})

test('Both previews show the sample stay with its pictures, and today is one of its days', () => {
  for (const sheet of sheets()) {
    expect(sheet.textContent).toContain('Quinta do Mar')
    expect(sheet.textContent).toContain('Estrada do Farol 1')
    expect(sheet.querySelectorAll('img')).toHaveLength(2)
    expect(sheet.querySelector('[part~=today]')).not.toBeNull()
  }
})

test('A phone renders one preview, and gets the other when it is turned', async () => {
  const phone = await openAddress('/embed', 400)
  onTestFinished(phone.close)
  const count = () => phone.document.querySelectorAll('guest-itinerary').length
  expect(count()).toBe(1)
  const frame = phone.window.frameElement as HTMLElement
  frame.style.inlineSize = '900px'
  await eventually(() => expect(count()).toBe(2))
})

test('A typed colour is shown at once, and is in the lines', async () => {
  choose('site', 'developer')
  choose('theme', 'light')
  write('light-surface-hex', '#FFFDF8')
  write('light-accent-hex', 'a84d24')
  write('radius', '4')
  expect(snippet()).toBe(
    `${script()}
<style>
  guest-itinerary {
    --innlet-accent: #a84d24;
    --innlet-surface: #fffdf8;
    --innlet-radius: 4px;
  }
</style>
<guest-itinerary theme="light"></guest-itinerary>`,
  )
  for (const sheet of sheets()) {
    const { backgroundColor, borderRadius } = page.window.getComputedStyle(sheet)
    expect([backgroundColor, borderRadius]).toEqual(['rgb(255, 253, 248)', '4px'])
  }
  expect(by('light-accent').value).toBe('#a84d24')
})

test('The lines have the properties of the preview, in light and in dark', async () => {
  choose('site', 'developer')
  write('light-accent-hex', '#8a2f4f')
  write('dark-surface-hex', '#20151a')
  const [, style = ''] = /<style>(.*)<\/style>/s.exec(snippet()) ?? []
  const host = document.createElement('div')
  host.innerHTML = `<style>${style.replace('guest-itinerary', '.copy')}</style><div class="copy"></div>`
  document.body.append(host)
  onTestFinished(() => host.remove())
  const copy = getComputedStyle(host.querySelector('.copy') as Element)
  for (const name of ['--innlet-accent', '--innlet-surface', '--innlet-text']) {
    expect(copy.getPropertyValue(name)).toBe(previews()[0]?.style.getPropertyValue(name))
  }
  expect(copy.getPropertyValue('--innlet-accent')).toMatch(/^light-dark\(#8a2f4f, #[\da-f]{6}\)$/)
})

test('An invalid colour is marked, and the last valid one stays', () => {
  write('light-accent-hex', '#a84d24')
  write('light-accent-hex', 'red; }')
  expect(by('light-accent-hex').ariaInvalid).toBe('true')
  expect(snippet()).toContain('#a84d24')
  expect(snippet()).not.toContain('red')
  by('light-accent-hex').dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  expect(by('light-accent-hex').value).toBe('#a84d24')
  expect(by('light-accent-hex').ariaInvalid).toBeNull()
})

test('An unreadable colour gives a warning with a button for a readable tone', () => {
  choose('site', 'developer')
  choose('theme', 'light')
  expect(warnings()).toEqual([])
  write('light-accent-hex', '#e9a37c')
  expect(warnings()).toEqual([
    'The accent is hard to read on this surface: 2.1 to 1 where text needs 4.5 to 1. Links will be in a readable tone of it, but not in older browsers. Take #bc5720 instead',
  ])
  by('contrast-warnings').querySelector('button')?.click()
  expect(warnings()).toEqual([])
  expect(snippet()).toContain('--innlet-accent: #bc5720;')
  expect(page.document.activeElement?.id).toBe('light-accent-hex')
})

test('A surface of middle lightness gives a warning too', () => {
  choose('site', 'developer')
  choose('theme', 'light')
  write('light-surface-hex', '#808080')
  expect(warnings()[0]).toContain('neither dark nor light text reads well')
  for (const button of by('contrast-warnings').querySelectorAll('button')) button.click()
  while (warnings().length) by('contrast-warnings').querySelector('button')?.click()
  expect(snippet()).toMatch(/--innlet-surface: #[\da-f]{6};/)
})

test('The page declares both colour schemes, and the stay follows the hotel’s page unless another theme is chosen [WIDGET-38]', () => {
  choose('site', 'developer')
  expect(page.window.getComputedStyle(page.document.documentElement).colorScheme).toBe('light dark')
  const scheme = () => by('seen-scheme')
  for (const [theme, attribute, isScheme] of [
    ['auto', ' theme="auto"', true],
    ['dark', ' theme="dark"', false],
    ['page', '', true],
  ] as const) {
    choose('theme', theme)
    expect(snippet()).toContain(`<guest-itinerary${attribute}></guest-itinerary>`)
    expect(!scheme().hidden).toBe(isScheme)
  }
  choose('seen-scheme', 'dark')
  for (const sheet of sheets()) {
    expect(page.window.getComputedStyle(sheet).backgroundColor).toBe('rgb(21, 25, 27)')
  }
})

test('A dark surface gets light text', () => {
  choose('site', 'developer')
  choose('theme', 'light')
  write('light-surface-hex', '#10202a')
  expect(snippet()).toContain('--innlet-text: #e9ebe9;')
})

test('The language applies to both previews and the tag', async () => {
  choose('site', 'developer')
  write('lang', 'de')
  expect(snippet()).toContain('<guest-itinerary lang="de"></guest-itinerary>')
  await eventually(() => expect(sheets().map(sheet => sheet.lang.slice(0, 2))).toEqual(['de', 'de']))
})

test('Parts that a hotel omits are missing in both previews, and named in the tag [WIDGET-37]', async () => {
  choose('site', 'developer')
  const shown = (part: string) => sheets().map(sheet => sheet.querySelector(`[part~=${part}]`) !== null)
  await eventually(() => expect(shown('whatsapp')).toEqual([true, true]))
  for (const part of ['whatsapp', 'good-to-know']) choose('part', part)
  expect(snippet()).toContain('<guest-itinerary without="whatsapp good-to-know"></guest-itinerary>')
  await eventually(() => expect(shown('whatsapp')).toEqual([false, false]))
  expect(shown('call')).toEqual([true, true])
  for (const box of page.document.querySelectorAll<HTMLInputElement>('[name=part]:checked')) box.click()
  expect(snippet()).toContain('<guest-itinerary without="now hotel"></guest-itinerary>')
  choose('part', 'now')
  expect(snippet()).toContain('<guest-itinerary without="hotel"></guest-itinerary>')
  await eventually(() => expect(shown('hotels')).toEqual([false, false]))
})

test('The phone is at the end of the lines, right-to-left too', async () => {
  const beside = () => {
    const [phone = 0, desktop = 0] = ['.phone', '.desktop'].map(
      name => page.document.querySelector(name)?.getBoundingClientRect().x,
    )
    return Math.sign(phone - desktop)
  }
  const frame = page.window.frameElement as HTMLElement
  frame.style.inlineSize = '1000px'
  await eventually(() => expect(beside()).toBe(1))
  write('lang', 'he')
  await eventually(() => expect(beside()).toBe(-1))
})

test('The pinned script has the integrity value of the served file', async () => {
  choose('site', 'developer')
  const pinned: PinnedScript = await (await fetch('/widget/latest.json')).json()
  await eventually(() => expect(by('script-pinned').disabled).toBe(false))
  choose('script', 'pinned')
  expect(snippet()).toContain(
    `<script type="module" src="${location.origin}${pinned.script}"\n  integrity="${pinned.integrity}" crossorigin></script>`,
  )
  expect(by('integrity').textContent).toBe(pinned.integrity)
  expect(by('version').textContent).toBe(pinned.version)
})

test('Every control is reachable by keyboard in reading order, and the sample is skipped [WIDGET-26]', async () => {
  const reached: string[] = []
  page.window.focus()
  for (let presses = 0; presses < 50 && reached.at(-1) !== 'copy'; presses++) {
    await userEvent.tab()
    const { activeElement } = page.document
    reached.push(activeElement?.id || activeElement?.className || activeElement?.textContent || '')
  }
  const order = ['Sea', 'light-accent', 'light-accent-hex', 'dark-surface-hex', 'radius', 'lang', 'screen', 'copy']
  expect(order.filter(each => reached.includes(each))).toEqual(order)
  expect([...order].sort((one, other) => reached.indexOf(one) - reached.indexOf(other))).toEqual(order)
})

test.each(['light', 'dark'])('axe finds nothing at WCAG 2.2 AA in %s [WIDGET-26]', async scheme => {
  await cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] })
  onTestFinished(async () => {
    await cdp().send('Emulation.setEmulatedMedia', { features: [] })
  })
  // Without the policy, which would block axe.
  const open = await openAddress('/built/embed.html')
  onTestFinished(open.close)
  const script = open.document.createElement('script')
  script.textContent = axe.source
  open.document.head.append(script)
  choose('theme', 'light', open)
  write('light-accent-hex', '#e9a37c', open)
  await eventually(() =>
    expect(open.document.querySelector('guest-itinerary')?.shadowRoot?.querySelector('h3')).not.toBeNull(),
  )
  const { violations } = await (open.window as typeof window & { axe: typeof axe }).axe.run(
    { exclude: ['.page'] },
    { runOnly: rulesIn(scheme) },
  )
  expect(violations.map(({ id, nodes }) => [id, nodes.map(node => [node.target, node.failureSummary])])).toEqual([])
})
