import { expect, test } from 'vitest'
import { mount, stayWith } from './support/element.ts'
import { eventually, requestsWith, tokenFor } from './support/service.ts'

/* What a page has written into the tag is shown at once, and nobody is asked for it. */

async function handed(given: object, attributes: Record<string, string> = {}) {
  const token = await tokenFor({ content: stayWith({ overview: { clientName: 'Asked Again' } }) })
  const around = document.createElement('div')
  const itinerary = mount({ token, ...attributes }, around)
  const script = document.createElement('script')
  script.type = 'application/json'
  script.textContent = JSON.stringify(given)
  itinerary.element.append(script)
  document.body.append(itinerary.element)
  return { token, itinerary: await itinerary.settled() }
}

const content = stayWith({ overview: { clientName: 'Handed Over' } })

test('The content is shown, and nobody is asked', async () => {
  const { token, itinerary } = await handed({ content })
  expect(itinerary.textOf('title')).toBe('Your stay at Handed Over')
  expect(itinerary.part('as-of')).toBeUndefined()
  expect(await requestsWith(token)).toEqual([])
})

test('The content of another token is not ours', async () => {
  const { itinerary } = await handed({ content, token: 'another' })
  expect(itinerary.textOf('title')).toBe('Your stay at Asked Again')
})

test('It counts for the first link only', async () => {
  const { itinerary } = await handed({ content })
  itinerary.element.token = await tokenFor({ content: stayWith({ overview: { clientName: 'Next' } }) })
  await eventually(() => expect(itinerary.textOf('title')).toBe('Your stay at Next'))
})

test('What is a copy is shown, and asked for at once', async () => {
  const old = await handed({ content, asOf: '2020-06-01T12:00:00Z' })
  await eventually(() => expect(old.itinerary.textOf('title')).toBe('Your stay at Asked Again'))
  expect(old.itinerary.part('as-of')).toBeUndefined()
})

test('What is old stays, and keeps saying so, while there is no network', async () => {
  const token = await tokenFor({ status: 503 })
  const { itinerary } = await handed({ content, asOf: '2020-06-01T12:00:00Z' }, { token })
  expect(itinerary.textOf('title')).toBe('Your stay at Handed Over')
  await eventually(async () => expect(await requestsWith(token)).toHaveLength(1))
  await itinerary.settled()
  expect(itinerary.textOf('as-of')).toMatch(/^As of 1 June 2020|^As of 1 Jun 2020/)
})

test('Words of the hotel’s own may come along', async () => {
  const { itinerary } = await handed({ content, words: { schedule: 'Our days' } })
  await eventually(() => expect(itinerary.textOf('schedule')).toMatch(/^Our days/))
})
