import { expect, test } from 'vitest'
import type { ItineraryHarness } from '../../widget/guest-itinerary/test-harness.ts'
import { mountAgain, mountWith, stayWith } from './support/element.ts'
import { eventually } from './support/service.ts'

/* What a returning guest is told of plans that are removed, or moved to another time or day. */

type Plan = [day: string, start: string, name: string]
const stay = (...plans: Plan[]) => ({
  content: stayWith({
    scheduleItems: plans.map(([day, startTime, activityName]) => ({
      scheduleDate: `2054-06-${day}T00:00:00`,
      startTime,
      activityName,
    })),
  }),
})
const snapshots = () => Object.keys(localStorage).filter(key => /^innlet:\w+$/.test(key))

/** The stay on a second visit. */
async function secondVisit(before: Plan[], after: Plan[]): Promise<ItineraryHarness> {
  const { element } = await mountWith(stay(...before))
  await eventually(() => expect(snapshots()).not.toEqual([]))
  element.remove()
  return mountAgain(stay(...after))
}

/** Without the characters that isolate a name of another direction. */
const plain = (text: string | undefined) => text?.replace(/[\u2068\u2069]/g, '')

const BREAKFAST: Plan[] = [
  ['18', '08:00', 'Breakfast'],
  ['19', '08:00', 'Breakfast'],
  ['20', '08:00', 'Breakfast'],
]

test('A removed plan is told at the top and in its place [WIDGET-111]', async () => {
  const others: Plan[] = [
    ['19', '09:00', 'Yoga'],
    ['19', '19:30', 'Dinner'],
  ]
  const itinerary = await secondVisit([...others, ['19', '11:00', 'Surf lesson']], others)
  const told = 'Surf lesson, Fri 19 11:00: no longer planned'
  await eventually(() => expect(plain(itinerary.textOf('removed'))).toBe(told))
  expect(plain(itinerary.textOf('changes'))).toBe(`1 change since your last visit ${told}`)
  const { previousElementSibling, nextElementSibling } = itinerary.part('removed') as HTMLElement
  expect([previousElementSibling?.textContent, nextElementSibling?.textContent]).toEqual([
    expect.stringContaining('Yoga'),
    expect.stringContaining('Dinner'),
  ])
})

test.each<[string, before: Plan[], after: Plan[], told: string[]]>([
  ['the only one of a day', [['19', '11:00', 'Surf lesson']], [], ['Surf lesson, Fri 19 11:00: no longer planned']],
  ['one of each day', BREAKFAST, BREAKFAST.toSpliced(1, 1), ['Breakfast, Fri 19 08:00: no longer planned']],
  [
    'one of each day, while another has another time',
    BREAKFAST,
    [
      ['18', '08:00', 'Breakfast'],
      ['20', '09:30', 'Breakfast'],
    ],
    ['Breakfast 09:30, was 08:00', 'Breakfast, Fri 19 08:00: no longer planned'],
  ],
  [
    'one that has another day, instead',
    [['19', '11:00', 'Surf lesson']],
    [['20', '11:00', 'Surf lesson']],
    ['Surf lesson Sat 20 11:00, was Fri 19 11:00'],
  ],
  ['one without a time', [['19', '', 'Massage']], [], ['Massage, Fri 19: no longer planned']],
])('%s [WIDGET-111]', async (_, before, after, told) => {
  const itinerary = await secondVisit(before, after)
  await eventually(() => {
    const buttons = [...itinerary.sheet.querySelectorAll('.changes .button')]
    expect(buttons.map(({ textContent }) => plain(textContent ?? ''))).toEqual(told)
  })
})

test('It is told until it was in view, and not of a stay that is cancelled', async () => {
  const itinerary = await secondVisit([['19', '11:00', 'Surf lesson']], [])
  await eventually(() => expect(itinerary.part('removed')).toBeDefined())
  itinerary.part('removed')?.scrollIntoView()
  await eventually(() => expect(JSON.stringify({ ...localStorage })).not.toContain('Surf'))
  itinerary.element.remove()
  const again = await mountAgain(stay())
  await new Promise(resolve => setTimeout(resolve, 500))
  expect(again.part('removed')).toBeUndefined()
  again.element.remove()

  const { element } = await mountWith(stay(['19', '11:00', 'Surf lesson']))
  await eventually(() => expect(snapshots()).not.toEqual([]))
  element.remove()
  const cancelled = await mountAgain({
    content: stayWith({ overview: { reservationStatus: 'Cancelled' }, scheduleItems: [] }),
  })
  await new Promise(resolve => setTimeout(resolve, 500))
  expect(cancelled.part('removed')).toBeUndefined()
})
