import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { LOCALES } from '../../widget/locales/index.ts'
import { mountWith, stayWith } from './support/element.ts'
import { HOTELS } from './support/sample-hotels.ts'
import { eventually } from './support/service.ts'

/* What a guest without plans reads: rooms, Wi-Fi, breakfast, check-out, and the next hotel of a trip. */

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const [quinta] = HOTELS.quinta
const house = (title: string) => [{ ...quinta, houseInfo: [{ title, text: '08:00 to 10:30\nAsk for a basket.' }] }]

/** The stay, 18 to 22 June 2054, at a moment of the hotel's clock. */
async function at(moment: string, hotels: unknown = house('Breakfast'), changes: object = {}, attributes = {}) {
  vi.setSystemTime(new Date(`${moment}+01:00`))
  const overview = { reservationStatus: 'Confirmed' }
  return mountWith({ content: stayWith({ overview, scheduleItems: [], ...changes }), hotels }, attributes)
}

const FACTS = 'Wi-Fi Quinta do Mar Copy password Breakfast 08:00 to 10:30'

test.each([
  [
    '2054-06-18T12:10',
    `Arrival · Today Your room is ready from 15:00 Estrada do Farol 1, 7645-999 Vila Nova de Milfontes, Alentejo Show to the driver ${FACTS} Monday Check-out until 11:00`,
  ],
  ['2054-06-19T09:10', `Your rooms Rosa dos Ventos, Farol ${FACTS} Monday Check-out until 11:00`],
  ['2054-06-21T20:00', `Your rooms Rosa dos Ventos, Farol ${FACTS} Tomorrow Check-out until 11:00`],
  ['2054-06-22T07:05', `Departure · Today Check-out until 11:00 ${FACTS}`],
])('Without plans, at %s it is: %s [WIDGET-112]', async (moment, text) => {
  const itinerary = await at(moment)
  await eventually(() => expect(itinerary.textOf('now')).toBe(text))
})

test('The password is copied from the block, whose button says it [WIDGET-112]', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  onTestFinished(() => write.mockRestore())
  const itinerary = await at('2054-06-19T09:10')
  const button = itinerary.part('now')?.querySelector<HTMLElement>('.button')
  button?.click()
  await eventually(() => expect(button?.textContent).toBe('Password copied.'))
  expect(write).toHaveBeenCalledOnce()
})

test.each(['Frühstück', 'Petit-déjeuner', 'Pequeno-almoço', '朝食のご案内', 'Śniadanie'])(
  'The breakfast is found in the language of the hotel: %s',
  async title => {
    const itinerary = await at('2054-06-19T09:10', house(title))
    await eventually(() => expect(itinerary.textOf('now')).toContain(`${title} 08:00 to 10:30 Monday`))
  },
)

test('What is not known, or left out, has no line', async () => {
  const bare = { ...quinta, wifi: undefined, houseInfo: [{ title: 'Keys', text: 'At the door' }] }
  expect((await at('2054-06-19T09:10', [bare])).textOf('now')).toBe(
    'Your rooms Rosa dos Ventos, Farol Monday Check-out until 11:00',
  )
  const without = await at('2054-06-19T09:10', house('Breakfast'), {}, { without: 'good-to-know' })
  expect(without.textOf('now')).not.toContain('Breakfast')
  expect((await at('2054-06-19T09:10', [bare], { roomStays: [] })).textOf('now')).toBe(
    'Departure In 3 days Monday Check-out until 11:00',
  )
})

test('Until the change of the hotel, a trip has the days until then and the next hotel, with the times of each [WIDGET-110]', async () => {
  const [first, second] = stayWith().roomStays as object[]
  const roomStays = [
    { ...first, assignmentEndDate: '2054-06-20T00:00:00' },
    { ...second, assignmentStartDate: '2054-06-20T00:00:00' },
  ]
  const [, azul] = HOTELS.two
  const hotels = [
    { ...quinta, wifi: undefined, houseInfo: [], roomIds: [203] },
    { ...azul, checkOutTime: '09:30' },
  ]
  const overview = { reservationStatus: 'Confirmed', departureTime: '09:30' }
  const blockAt = async (moment: string) => (await at(moment, hotels, { roomStays, overview })).textOf('now')
  expect(await blockAt('2054-06-19T09:10')).toBe(
    'Your room Rosa dos Ventos Tomorrow Check-out until 11:00 Tomorrow · Pensão Azul',
  )
  expect(await blockAt('2054-06-21T09:10')).toBe('Your room Farol Tomorrow Check-out until 09:30')
  const longer = roomStays.map(room => JSON.parse(JSON.stringify(room).replaceAll('2054-06-20', '2054-06-21')))
  expect((await at('2054-06-19T09:10', hotels, { roomStays: longer, overview })).textOf('now')).toBe(
    'Your room Rosa dos Ventos Sunday Check-out until 11:00 In 2 days · Pensão Azul',
  )
})

test.each([
  ['2054-06-15T10:00', 'Confirmed'],
  ['2054-06-18T12:10', 'Confirmed'],
  ['2054-06-19T09:10', 'InHouse'],
  ['2054-06-22T07:05', 'InHouse'],
  ['2054-06-24T10:00', 'CheckedOut'],
  ['2054-06-15T10:00', 'Cancelled'],
  ['2054-06-15T10:00', 'Tentative'],
])('At %s (%s) the numbers of the rooms are below the name [WIDGET-113]', async (moment, reservationStatus) => {
  const itinerary = await at(moment, HOTELS.quinta, { overview: { reservationStatus } })
  expect(itinerary.textOf('room-numbers')).toBe('Room 203, 201')
  expect(itinerary.part('room-numbers')?.previousElementSibling).toBe(itinerary.part('guest'))
})

test.each([
  ['2054-06-15T10:00', 'Confirmed', 'now'],
  ['2054-06-18T12:10', 'Confirmed', 'actions'],
  ['2054-06-19T09:10', 'InHouse', 'actions'],
  ['2054-06-22T12:00', 'InHouse', undefined],
  ['2054-06-15T10:00', 'Cancelled', undefined],
  ['2054-06-15T10:00', 'Tentative', undefined],
])('At %s (%s) the button of the calendar is in: %s [WIDGET-114]', async (moment, reservationStatus, part) => {
  const itinerary = await at(moment, HOTELS.quinta, { overview: { reservationStatus } })
  const buttons = itinerary.parts('calendar')
  expect(buttons.map(each => each.parentElement?.getAttribute('part'))).toEqual(part ? [part] : [])
  if (part === 'now') {
    const { backgroundColor } = getComputedStyle(buttons[0] as Element)
    expect(backgroundColor).not.toBe('rgba(0, 0, 0, 0)')
  }
})

test.each(LOCALES.map(({ tag }) => tag))('In %s the block has no empty text and no mark of a value', async lang => {
  const itinerary = await at('2054-06-19T09:10', house('Breakfast'), {}, { lang })
  expect(itinerary.textOf('now')).not.toMatch(/#|undefined/)
  expect(itinerary.part('now')?.getAttribute('aria-labelledby')).toBe('now')
  expect(itinerary.sheet.querySelectorAll('ol:empty, ul:empty')).toHaveLength(0)
})
