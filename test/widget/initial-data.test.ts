import { expect, test } from 'vitest'
import { mount, stayWith } from './support/element.ts'
import { eventually, requestsWith, tokenFor } from './support/service.ts'

/* Initial data in the tag is shown at once, without a request. */

async function mountWithData(data: object, attributes: Record<string, string> = {}) {
  const token = await tokenFor({ content: stayWith({ overview: { clientName: 'Fetched' } }) })
  const container = document.createElement('div')
  const itinerary = mount({ token, ...attributes }, container)
  const script = document.createElement('script')
  script.type = 'application/json'
  script.textContent = JSON.stringify(data)
  itinerary.element.append(script)
  document.body.append(itinerary.element)
  return { token, itinerary: await itinerary.settled() }
}

const content = stayWith({ overview: { clientName: 'Initial Data' } })

test('The content is shown without a request', async () => {
  const { token, itinerary } = await mountWithData({ content })
  expect(itinerary.textOf('title')).toBe('Your stay at Initial Data')
  expect(itinerary.part('as-of')).toBeUndefined()
  expect(await requestsWith(token)).toEqual([])
})

test('The content of another token is ignored', async () => {
  const { itinerary } = await mountWithData({ content, token: 'another' })
  expect(itinerary.textOf('title')).toBe('Your stay at Fetched')
})

test('It is used for the first link only', async () => {
  const { itinerary } = await mountWithData({ content })
  itinerary.element.token = await tokenFor({ content: stayWith({ overview: { clientName: 'Next' } }) })
  await eventually(() => expect(itinerary.textOf('title')).toBe('Your stay at Next'))
})

test('An old copy is shown, and refreshed at once', async () => {
  const old = await mountWithData({ content, asOf: '2020-06-01T12:00:00Z' })
  await eventually(() => expect(old.itinerary.textOf('title')).toBe('Your stay at Fetched'))
  expect(old.itinerary.part('as-of')).toBeUndefined()
})

test('In an outage an old copy stays, marked with its time', async () => {
  const token = await tokenFor({ status: 503 })
  const { itinerary } = await mountWithData({ content, asOf: '2020-06-01T12:00:00Z' }, { token })
  expect(itinerary.textOf('title')).toBe('Your stay at Initial Data')
  await eventually(async () => expect(await requestsWith(token)).toHaveLength(1))
  await itinerary.settled()
  await eventually(() => expect(itinerary.textOf('as-of')).toMatch(/^Saved 1 Jun 2020, \d\d:\d\d\.$/))
})

test('It may include the hotel’s own words', async () => {
  const { itinerary } = await mountWithData({ content, words: { schedule: 'Our days' } })
  await eventually(() => expect(itinerary.textOf('schedule')).toMatch(/^Our days/))
})
