import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { ItineraryHarness } from '../../widget/guest-itinerary/test-harness.ts'
import { lowContrastTexts } from './support/contrast.ts'
import { mount, mountForAll, mountStay, stayWith } from './support/element.ts'
import { tokenFor } from './support/service.ts'

/* Text is readable with every combination of colours. */

const ACCENTS = [
  '#ffd400',
  '#ff0000',
  '#00ff00',
  '#0000ff',
  '#ff00ff',
  '#00ffff',
  '#000',
  '#fff',
  '#808080',
  '#a84d24',
  '#1d5a66',
  'hotpink',
]
const SURFACES = ['#fff', '#fffdf8', '#f3efe8', '#e6eef5', '#ffe8e8', '#000', '#15191b', '#0a1f44', '#2a1a10']

function containerWith(colours: { surface?: string; text?: string }): HTMLElement {
  const container = document.createElement('div')
  for (const [name, value] of Object.entries(colours)) container.style.setProperty(`--innlet-${name}`, value)
  document.body.append(container)
  return container
}

async function tokenOfStay(): Promise<string> {
  const today = `${new Date().toLocaleDateString('sv')}T00:00:00`
  const { scheduleItems } = stayWith()
  const content = stayWith({
    scheduleItems: [...(scheduleItems as object[]), { scheduleDate: today, activityName: 'Now' }],
  })
  return tokenFor({ content })
}

describe.each(SURFACES)('On a surface %s', surface => {
  // Colours are properties of styles: with another accent the browser computes them anew.
  const stays: { container: HTMLElement; itinerary: ItineraryHarness }[] = []
  beforeAll(async () => {
    for (const theme of ['light', 'dark']) {
      const container = containerWith({ surface })
      const itinerary = await mountForAll({ token: await tokenOfStay(), theme }, container).settled()
      stays.push({ container, itinerary })
    }
  })
  afterAll(() => {
    for (const { container } of stays) container.remove()
  })

  test.each(ACCENTS)('every text is readable with the accent %s, in light and in dark [WIDGET-10]', accent => {
    const found = stays.map(({ container, itinerary }) => {
      container.style.setProperty('--innlet-accent', accent)
      expect(itinerary.text).toContain('Now')
      return lowContrastTexts(itinerary.sheet)
    })
    expect(found).toEqual([[], []])
  })
})

test('The hotel’s text colour is used unchanged', async () => {
  const container = containerWith({ text: 'rgb(31, 59, 68)' })
  onTestFinished(() => container.remove())
  const { sheet } = await mount({ token: await tokenOfStay(), theme: 'light' }, container).settled()
  expect(getComputedStyle(sheet).color).toBe('rgb(31, 59, 68)')
  expect(lowContrastTexts(sheet)).toEqual([])
})

test('Slots are above, below, and in an empty schedule [WIDGET-11]', async () => {
  const itinerary = await mountStay(stayWith({ scheduleItems: [] }))
  itinerary.element.innerHTML =
    '<p slot="header">Welcome</p><p slot="footer">Call us</p><p slot="empty">Ask Rui for a walk.</p>'
  const slotted = (name: string) =>
    itinerary.sheet.querySelector<HTMLSlotElement>(`slot[name=${name}]`)?.assignedElements()[0]?.textContent
  expect(['header', 'empty', 'footer'].map(slotted)).toEqual(['Welcome', 'Ask Rui for a walk.', 'Call us'])
})

const PARTS =
  'title guest status type stay arrival nights departure actions button calendar share print heading rooms room schedule day item kind add'

test('Every part has its name [WIDGET-11]', async () => {
  const itinerary = await mountStay(stayWith({ overview: { reservationType: 'Group' } }))
  for (const part of PARTS.split(' ')) expect(itinerary.part(part), part).toBeDefined()
})
