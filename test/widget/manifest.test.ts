import { expect, test } from 'vitest'
import docs from '../../docs/embedding.md?raw'
import { manifestOf } from '../../scripts/package/manifest.ts'
import { GuestItinerary } from '../../widget/guest-itinerary/element.ts'
import source from '../../widget/guest-itinerary/element.ts?raw'
import { mountStay, mountWith, stayWith } from './support/element.ts'
import { HOTELS } from './support/sample-hotels.ts'

/* The manifest describes the element correctly. */

const [{ declarations: [element] = [] } = {}] = manifestOf(source).modules
if (!element) throw new Error('The manifest has no element.')
const names = (entries: { name: string }[]) => entries.map(({ name }) => name).sort()

const sources = Object.values(
  import.meta.glob<string>('../../widget/{guest-itinerary,actions}/**/*.ts', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)
  .map(text => text.replace(/^\/\*\*.*?\*\//gms, ''))
  .join()
const found = (pattern: RegExp) => [...new Set([...sources.matchAll(pattern)].map(([, name = '']) => name))].sort()

test('It describes the registered element', () => {
  expect(element).toMatchObject({ name: GuestItinerary.name, tagName: 'guest-itinerary', customElement: true })
  expect(customElements.get(element.tagName)).toBe(GuestItinerary)
  expect(element.description).toMatch(/^A guest's stay/)
})

test('Its attributes are those that the element observes, and each has a property [WIDGET-24]', () => {
  expect(names(element.attributes)).toEqual([...GuestItinerary.observedAttributes].sort())
  for (const { fieldName } of element.attributes) expect(fieldName in GuestItinerary.prototype, fieldName).toBe(true)
})

test('Its members are properties of the element', () => {
  const own = Object.getOwnPropertyNames(GuestItinerary.prototype)
  expect(element.members.length).toBeGreaterThan(4)
  for (const { name } of element.members) expect(own).toContain(name)
})

test('Its custom properties are those that the styles read', () => {
  expect(names(element.cssProperties)).toEqual(found(/var\((--innlet-[\w-]+)/g))
})

test('Its slots are those of the templates', () => {
  expect(names(element.slots).filter(Boolean)).toEqual(found(/<slot name="([\w-]+)"/g))
})

test('Every event has a type', () => {
  expect(names(element.events)).toEqual(['itinerary-error', 'itinerary-load'])
  for (const { name, type } of element.events) {
    expect(type.text).toMatch(/^Itinerary\w+Event$/)
    expect(sources).toContain(`'${name}'`)
  }
})

test('Every part in the shadow tree is in the manifest [WIDGET-24]', async () => {
  const itineraries = [
    await mountStay(stayWith({ overview: { clientLogoUrl: `${location.origin}/pictures/square.svg` } })),
    await mountStay(stayWith({ overview: { reservationStatus: 'Cancelled' } })),
    await mountWith({ content: stayWith(), hotels: HOTELS.two }),
    await mountWith({ status: 404 }),
    await mountWith({ status: 503 }),
  ]
  const parts = itineraries
    .flatMap(({ sheet }) => [sheet, ...sheet.querySelectorAll('[part]')])
    .flatMap(each => [...each.part])
  const listed = names(element.cssParts)
  expect([...new Set(parts)].filter(part => !listed.includes(part))).toEqual([])
  for (const part of listed) expect(sources).toMatch(new RegExp(`\\b${part}\\b`))
})

test('The documentation names every entry', () => {
  const { attributes, events, cssProperties, cssParts, slots } = element
  const listed = [attributes, events, cssProperties, cssParts, slots].flatMap(names).filter(Boolean)
  expect(listed.filter(name => !docs.includes(`\`${name}\``))).toEqual([])
})
