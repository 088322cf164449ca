import { expect, test } from 'vitest'
import { resolveLanguage } from '../../widget/guest-itinerary/language.ts'
import { words as german } from '../../widget/locales/de.ts'
import { words as english } from '../../widget/locales/en.ts'
import { LOAD_WORDS, LOCALES } from '../../widget/locales/index.ts'
import { mountStay, stayWith } from './support/element.ts'
import { eventually } from './support/service.ts'

test.each([
  ['en-GB', 'Arrival', '18 June 2054', 'Thursday 15:00', '4 nights'],
  ['en-US', 'Arrival', 'June 18, 2054', 'Thursday 3:00 PM', '4 nights'],
  ['de', 'Anreise', '18. Juni 2054', 'Donnerstag 15:00', '4 Nächte'],
  ['fr', 'Arrivée', '18 juin 2054', 'jeudi 15:00', '4 nuits'],
  ['es', 'Llegada', '18 jun 2054', 'jueves 15:00', '4 noches'],
  ['pt-PT', 'Chegada', '18/06/2054', 'quinta-feira 15:00', '4 noites'],
  ['it', 'Arrivo', '18 giu 2054', 'giovedì 15:00', '4 notti'],
  ['nl', 'Aankomst', '18 juni 2054', 'donderdag 15:00', '4 nachten'],
  ['ja', 'ご到着', '2054年6月18日', '木曜日 15:00', '4泊'],
  ['zh-CN', '入住', '2054年6月18日', '星期四 15:00', '4晚'],
  ['ar-EG', 'الوصول', '١٨ يونيو ٢٠٥٤', 'الخميس ٣:٠٠ م', '٤ ليالٍ'],
  ['he', 'הגעה', '18 ביוני 2054', 'יום חמישי 15:00', '4 לילות'],
])('The attribute lang sets the language: %s', async (lang, label, date, time, nights) => {
  const itinerary = await mountStay(stayWith(), { lang })
  expect(itinerary.textOf('arrival')).toBe([label, date, time].join(' '))
  expect(itinerary.textOf('nights')).toBe(nights)
  expect(itinerary.sheet.lang).toBe(lang)
})

test.each([
  [['de-AT', 'en'], 'de-AT'],
  [['qaa', 'fr-CA', 'en'], 'fr-CA'],
  [['DE_de', 'en'], 'de-DE'],
  [['pt_BR'], 'pt-BR'],
  [['iw'], 'he'],
  [['iw-IL'], 'he-IL'],
  [['no', 'en-US'], 'nb'],
  [['nn-NO', 'nb'], 'nb-NO'],
  [['zh-TW'], 'zh-TW'],
  [['not a language!', '', 'es-MX'], 'es-MX'],
  [['constructor', 'pt'], 'pt'],
  [[], 'en'],
])('The first supported language is chosen: %j', async (wanted, locale) => {
  expect((await resolveLanguage(wanted, []).translator).locale).toBe(locale)
})

test("A language without a region takes the region of the guest's browser", async () => {
  const translator = await resolveLanguage(['en'], ['de-DE', 'en-GB', 'en-US']).translator
  expect(translator.time('15:00')).toBe('15:00')
})

test("Without lang the browser's language is used, and a later lang changes the words", async () => {
  const itinerary = await mountStay(stayWith(), { lang: '' })
  expect(itinerary.sheet.lang).toBe('en-GB')
  itinerary.element.setAttribute('lang', 'de')
  await eventually(() => expect(itinerary.textOf('title')).toBe('Ihr Aufenthalt: Quinta do Mar'))
})

test('Hours of one digit are aligned with hours of two', async () => {
  const itinerary = await mountStay(stayWith(), { lang: 'en-US' })
  const times = [...itinerary.sheet.querySelectorAll('[part=item] p > time:first-child')]
  expect(times.map(time => time.textContent)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^\u20078:00\sAM$/), expect.stringMatching(/^10:30\sAM$/)]),
  )
  expect(new Set(times.map(time => getComputedStyle(time).fontVariantNumeric))).toEqual(
    new Set(['lining-nums tabular-nums']),
  )
})

test('From right to left, hours of one digit are aligned by their minutes', async () => {
  const itinerary = await mountStay(stayWith(), { lang: 'ar' })
  const times = [...itinerary.sheet.querySelectorAll('[part=item] p > time:first-child')]
  expect(new Set(times.map(({ textContent }) => /^\d+/.exec(textContent)?.[0].length))).toEqual(new Set([1, 2]))
  const lastDigits = times.map(time => {
    const text = [...time.childNodes].find(node => node instanceof Text) as Text
    const digit = document.createRange()
    const end = text.data.indexOf(':') + 3
    digit.setStart(text, end - 1)
    digit.setEnd(text, end)
    return Math.round(digit.getBoundingClientRect().right)
  })
  expect(new Set(lastDigits).size).toBe(1)
})

test('Text that is not a time is shown unchanged', async () => {
  const itinerary = await mountStay(stayWith({ overview: { arrivalTime: 'after lunch' } }))
  expect(itinerary.textOf('arrival')).toContain('after lunch')
})

const TRANSLATIONS = await Promise.all(
  LOCALES.filter(({ tag }) => tag !== 'en').map(async ({ tag }) => [tag, (await LOAD_WORDS[tag]()).words] as const),
)

test.each(TRANSLATIONS)('%s has every word, and translates it [WIDGET-12]', (_, words) => {
  // The script of the element has no words of the guest's page.
  const ofPage = ['forget', 'kept', 'forgotten']
  expect(Object.keys(words).sort()).toEqual([...Object.keys(english), ...ofPage].sort())
  expect(Object.keys(words.statuses)).toEqual(Object.keys(german.statuses))
  expect(Object.keys(words.types)).toEqual(Object.keys(german.types))
  expect(words.gone[0]).not.toBe(english.gone[0])
  for (const [name, word] of Object.entries(english) as [keyof typeof english, unknown][]) {
    if (String(word).includes('#')) expect(JSON.stringify(words[name]), name).toContain('#')
  }
})

test.each(TRANSLATIONS)('%s has every plural form', (tag, words) => {
  const forms = new Intl.PluralRules(tag)
  for (const number of [0, 1, 2, 3, 5, 11, 21, 100]) {
    for (const plural of [words.nights, words.guests]) expect(plural).toHaveProperty(forms.select(number))
  }
})

test.each([
  [['zh-TW'], '您的住宿'],
  [['zh-HK', 'en'], '您的住宿'],
  [['zh-Hant-TW'], '您的住宿'],
  [['zh-CN'], '您的入住'],
  [['zh'], '您的入住'],
  [['pt-BR'], 'Sua estadia'],
  [['pt-PT'], 'A sua estadia'],
  [['pt-AO'], 'A sua estadia'],
  [['pt'], 'A sua estadia'],
])('The words are those of the script and of the region: %j [WIDGET-32]', async (wanted, stay) => {
  expect((await resolveLanguage(wanted, []).translator).words.stay).toBe(stay)
})

test.each([
  ['of a language without words reads British formats', ['la-VA', 'la', 'en-US', 'en'], 'en-GB', '15:00'],
  ['of America reads American formats', ['chr-US', 'en-US', 'en'], 'en', '3:00 PM'],
  ['who prefers American English reads its formats', ['en-US', 'la'], 'en-US', '3:00 PM'],
  ['who prefers Australian English reads its formats', ['en', 'en-AU'], 'en-AU', '3:00 pm'],
])('A guest %s', async (_, tags, locale, time) => {
  const translator = await resolveLanguage(tags, tags).translator
  expect([translator.locale, translator.time('15:00').replace('\u202f', ' ')]).toEqual([locale, time])
})

test.each([
  ['de', 'Sonntag, 22. November 2054'],
  ['en-US', 'Sunday, November 22, 2054'],
  ['es', 'Domingo, 22 de noviembre de 2054'],
  ['he', 'יום ראשון, 22 בנובמבר 2054'],
  ['ar-EG', 'الأحد، ٢٢ نوفمبر ٢٠٥٤'],
  ['ja', '2054年11月22日日曜日'],
  ['zh-CN', '2054年11月22日星期日'],
  ['ko', '2054년 11월 22일 일요일'],
])('The heading of a day is written as %s writes it [WIDGET-32]', async (lang, heading) => {
  const scheduleItems = [{ scheduleDate: '2054-11-22', activityName: 'Sail' }]
  const { sheet } = await mountStay(stayWith({ scheduleItems }), { lang })
  expect(sheet.querySelector('.when time')?.textContent).toBe(heading)
})

test.each([
  ['ar', 'rtl'],
  ['he-IL', 'rtl'],
  ['ja', 'ltr'],
])('%s has its text direction [WIDGET-12]', async (lang, direction) => {
  const { sheet } = await mountStay(stayWith(), { lang })
  expect(sheet.dir).toBe(direction)
})

test('The text has its language in CSS too, which selects the glyphs of Chinese and Japanese', async () => {
  const { sheet } = await mountStay(stayWith(), { lang: 'ja' })
  expect(getComputedStyle(sheet).getPropertyValue('-webkit-locale')).toBe('"ja"')
})

test('Hosts and places are shown as the hotel writes them', async () => {
  const written = { hostNames: 'A. B., Jr., Rui Carvalho', locationName: 'Harbour, pier 2' }
  const scheduleItems = [{ scheduleDate: '2054-06-18', activityName: 'Sail', ...written }]
  const read = async (lang: string) => (await mountStay(stayWith({ scheduleItems }), { lang })).textOf('item')
  expect(await read('en-GB')).toContain('Harbour, pier 2 with A. B., Jr., Rui Carvalho')
  expect(await read('de')).toContain('Harbour, pier 2 mit A. B., Jr., Rui Carvalho')
})

test('A hotel can set its own words, for every language or for one, and invalid ones are ignored [WIDGET-12]', async () => {
  const words = JSON.stringify({
    schedule: 'Our days',
    rooms: 7,
    nights: { other: '# starry nights' },
    statuses: { InHouse: 'With us', Confirmed: null },
    gone: 'nothing',
    de: { schedule: 'Unsere Tage' },
  })
  const itinerary = await mountStay(stayWith(), { words })
  await eventually(() => expect(itinerary.textOf('schedule')).toMatch(/^Our days/))
  expect(itinerary.textOf('rooms')).toMatch(/^Your rooms/)
  expect(itinerary.textOf('nights')).toBe('4 starry nights')
  expect(itinerary.textOf('status')).toBe('With us')
  itinerary.element.setAttribute('lang', 'de')
  await eventually(() => expect(itinerary.textOf('schedule')).toMatch(/^Unsere Tage/))
  itinerary.element.words = { de: { schedule: 'Tage' } }
  await eventually(() => expect(itinerary.textOf('schedule')).toMatch(/^Tage/))
})

test.each(['nonsense', 'null', '[1]', '"word"', '{"stayAt":{}}'])('Invalid words change nothing: %s', async words => {
  const itinerary = await mountStay(stayWith(), { words })
  expect(itinerary.textOf('title')).toBe('Your stay at Quinta do Mar')
})
