import { expect, onTestFinished, test } from 'vitest'
import { stayWith } from './support/element.ts'
import { eventually, type HotelPage, openPage, tokenFor } from './support/service.ts'

/* The packaged element in hotels' bundles. */

async function open(host: string, tokens: string[]): Promise<HotelPage> {
  const query = new URLSearchParams(tokens.map(token => ['token', token]))
  const page = await openPage(
    `<script>window.failed = []
    addEventListener('error', event => failed.push(event.message))
    addEventListener('unhandledrejection', event => failed.push(String(event.reason)))
    console.error = (...words) => failed.push(words.join(' '))
    console.warn = console.error</script>
    <body><script type="module" src="/hosts/${host}/host.js"></script>`,
    {},
    `?${query}`,
  )
  onTestFinished(page.close)
  return page
}

const find = <T extends HTMLElement>({ document }: HotelPage, selector: string) => document.querySelector<T>(selector)
const press = (page: HotelPage, name: string) =>
  [...page.document.querySelectorAll('button')].find(each => each.textContent?.trim() === name)?.click()
const title = (page: HotelPage, tag = 'guest-itinerary') =>
  find(page, tag)?.shadowRoot?.querySelector('.title, .message')?.textContent
const logOf = (page: HotelPage) => find(page, 'output')?.textContent

test.each(['react', 'vue', 'svelte'])(
  'A page in %s sets attributes, receives events, changes the token and removes the element [WIDGET-23]',
  async host => {
    const [one, two] = [await tokenFor({ content: stayWith() }), await tokenFor({ status: 404 })]
    const page = await open(host, [one, two])

    await eventually(() => expect(title(page)).toBe('Ihr Aufenthalt: Quinta do Mar'))
    await eventually(() => expect(logOf(page)).toBe('shown: Quinta do Mar'))
    const element = find(page, 'guest-itinerary')
    const sheet = element?.shadowRoot?.querySelector('.sheet') as Element
    expect(element).toMatchObject({ className: 'stay', lang: 'de' })
    expect(page.window.getComputedStyle(sheet)).toMatchObject({ borderRadius: '3px', colorScheme: 'dark' })

    press(page, 'Next')
    await eventually(() => expect(logOf(page)).toBe('shown: Quinta do Mar, failed: gone'))
    expect(find(page, 'guest-itinerary')).toBe(element)
    press(page, 'Next')
    await eventually(() => expect(find(page, 'guest-itinerary')).toBeNull())
    expect(page.window).toHaveProperty('failed', [])
  },
)

test('A ref of React is the element, with its properties', async () => {
  const page = await open('react', [await tokenFor({ content: stayWith() })])
  await eventually(() => expect(logOf(page)).toBe('shown: Quinta do Mar'))
  press(page, 'Ref')
  await eventually(() => expect(logOf(page)).toContain('ref: true'))
})

test('The class alone registers nothing', async () => {
  const page = await open('class-alone', [await tokenFor({ content: stayWith() })])
  await eventually(() => expect(title(page, 'my-stay')).toBe('Your stay at Quinta do Mar'))
  expect(page.document.body.dataset.registered).toBe('false')
  expect(page.window.customElements.get('guest-itinerary')).toBeUndefined()
})
