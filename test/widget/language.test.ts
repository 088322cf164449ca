import { expect, test } from 'vitest'
import { languageFor } from '../../widget/guest-itinerary/language.ts'
import { words as german } from '../../widget/locales/de.ts'
import { words as english } from '../../widget/locales/en.ts'
import { words as spanish } from '../../widget/locales/es.ts'
import { words as french } from '../../widget/locales/fr.ts'
import { words as portuguese } from '../../widget/locales/pt.ts'
import { showing, stayWith } from './support/house.ts'
import { soon } from './support/soon.ts'

test.each([
  ['en-GB', 'Arrival', '18 June 2054', 'Thursday 15:00', '4 nights'],
  ['en-US', 'Arrival', 'June 18, 2054', 'Thursday 3:00 PM', '4 nights'],
  ['de', 'Anreise', '18. Juni 2054', 'Donnerstag 15:00', '4 Nächte'],
  ['fr', 'Arrivée', '18 juin 2054', 'jeudi 15:00', '4 nuits'],
  ['es', 'Llegada', '18 de junio de 2054', 'jueves 15:00', '4 noches'],
  ['pt-PT', 'Chegada', '18 de junho de 2054', 'quinta-feira 15:00', '4 noites'],
])('The hotel may say which language to speak: %s', async (lang, label, date, time, nights) => {
  const itinerary = await showing(stayWith(), { lang })
  expect(itinerary.textOf('arrival')).toBe([label, date, time].join(' '))
  expect(itinerary.textOf('nights')).toBe(nights)
  expect(itinerary.sheet.lang).toBe(lang)
})

test.each([
  [['de-AT', 'en'], 'de-AT'],
  [['sv', 'fr-CA', 'en'], 'fr-CA'],
  [['sv', 'pl'], 'en'],
  [['DE_de', 'en'], 'de'],
  [['not a language!', '', 'es-MX'], 'es-MX'],
  [['constructor', 'pt'], 'pt'],
  [[], 'en'],
])('The first language that we speak is spoken: %j', async (wanted, locale) => {
  expect((await languageFor(wanted, [])).locale).toBe(locale)
})

test("A language without a region takes the region of the guest's browser", async () => {
  const language = await languageFor(['en'], ['de-DE', 'en-GB', 'en-US'])
  expect(language.time('15:00')).toBe('15:00')
})

test('Without a word from the hotel, the browser decides, and the words follow a change', async () => {
  const itinerary = await showing(stayWith(), { lang: '' })
  expect(itinerary.sheet.lang).toBe('en-GB')
  itinerary.element.setAttribute('lang', 'de')
  await soon(() => expect(itinerary.textOf('title')).toBe('Ihr Aufenthalt: Quinta do Mar'))
})

test('Hours of one digit stand under hours of two', async () => {
  const itinerary = await showing(stayWith(), { lang: 'en-US' })
  const times = [...itinerary.sheet.querySelectorAll('[part=item] p > time:first-child')]
  expect(times.map(time => time.textContent)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^\u20078:00\sAM$/), expect.stringMatching(/^10:30\sAM$/)]),
  )
  expect(new Set(times.map(time => getComputedStyle(time).fontVariantNumeric))).toEqual(new Set(['tabular-nums']))
})

test('What is no time of day stays as it is written', async () => {
  const itinerary = await showing(stayWith({ overview: { arrivalTime: 'after lunch' } }))
  expect(itinerary.textOf('arrival')).toContain('after lunch')
})

test.each(Object.entries({ german, french, spanish, portuguese }))(
  '%s has a word for everything, and its own',
  (_, words) => {
    const shape = (table: object): unknown =>
      Object.entries(table).map(([name, word]) => [name, typeof word === 'object' ? shape(word) : typeof word])
    expect(shape(words)).toEqual(shape(english))
    expect(words.gone[0]).not.toBe(english.gone[0])
  },
)
