import { describe, expect, it } from 'vitest'
import { ISO_3166 } from '../../fixtures/iso-3166'
import { book } from '../../support/booking'
import { expectStatus, hotelBeforeEach, rows } from '../../support/service'

const hotel = hotelBeforeEach()

type Contact = readonly [country: string, phone: string]

/** The codes in the queue messages of guests, as `DE +49`, in the order of the guests. */
async function codesOf(guests: readonly Contact[]): Promise<string[]> {
  await book(hotel.call)
  // A message more for each guest: a thousand bookings take half a minute.
  const columns = (await rows(`SELECT name FROM pragma_table_info('fetch_message')`)).map(({ name }) => String(name))
  const replaced: Record<string, string> = { message_id: '2 + key', country: 'value ->> 0', phone: 'value ->> 1' }
  const values = columns.map(column => replaced[column] ?? column)
  await rows(
    `INSERT INTO fetch_message (${columns}) SELECT ${values} FROM fetch_message, json_each(?)`,
    JSON.stringify(guests),
  )
  await rows('DELETE FROM fetch_message WHERE message_id = 1')
  const codes: string[] = []
  for (let page = 1; codes.length < guests.length; page++) {
    const path = `/Fetch/GetFetchQueueMessage?pageSize=200&currentPage=${page}`
    const { json } = await expectStatus(200, hotel.call('GET', path))
    for (const { countryCode, countryPhoneCode } of json.content)
      codes.push(`${countryCode} ${countryPhoneCode}`.trim())
  }
  return codes
}

const byGuest = (guests: readonly Contact[], codes: readonly string[]) =>
  guests.map(([country, phone], i) => `${country} | ${phone} | ${codes[i]}`)

describe('the telephone and the country of a guest, in a message of the queue', () => {
  it('the prefix is that of an international number, however it is written, else that of the country [QUEUE-49]', async () => {
    const cases: [...Contact, codes: string][] = [
      ['Portugal', '912 345 678', 'PT +351'],
      ['pt', '00351 912 345 678', 'PT +351'],
      ['PT', '(+44) 7700 900123', 'PT +44'],
      ['PT', '[00 44] 7700', 'PT +44'],
      ['PT', 'tel:+44-7700-900123', 'PT +44'],
      ['PT', 'TEL: +44.7700.900123', 'PT +44'],
      ['PT', '\u200e\u202a+44 7700\u202c', 'PT +44'],
      ['PT', '\u00a0+4\u2011420/7700', 'PT +44'],
      ['JP', '＋８１ ９０ １２３４', 'JP +81'],
      ['PT', '（＋４４）７７００', 'PT +44'],
      ['EG', '+٩٧١ ٥٠ ١٢٣', 'EG +971'],
      ['IN', '००९१ ९८', 'IN +91'],
      ['US', '011 44 7700 900123', 'US +44'],
      ['Jamaica', '01144 7700', 'JM +44'],
      ['GB', '0114 496 0000', 'GB +44'],
      ['Germany', '+43 (1) 234', 'DE +43'],
      ['USA', '+1 (242) 555', 'US +1'],
      ['FR', '+999 1', 'FR'],
      ['FR', '+', 'FR'],
      ['FR', '00', 'FR'],
      ['FR', ' \u200e', 'FR'],
      ['Antarctica', '', 'AQ'],
      ['Bouvet Island', '555', 'BV'],
      ['Atlantis', '555', ''],
      ['', '+247 6000', '+247'],
      ['', '', ''],
    ]
    const guests = cases.map(([country, phone]): Contact => [country, phone])
    const expected = cases.map(([, , codes]) => codes)
    expect(byGuest(guests, await codesOf(guests))).toEqual(byGuest(guests, expected))
  })

  it('a country is known by both its codes and by its names of ISO 3166 and CLDR [QUEUE-50]', async () => {
    const long = new Intl.DisplayNames('en', { type: 'region' })
    const short = new Intl.DisplayNames('en', { type: 'region', style: 'short' })
    const names = ISO_3166.flatMap(({ alpha2, alpha3, name }) =>
      [alpha3, name, long.of(alpha2) ?? '', short.of(alpha2) ?? ''].map(written => ({ alpha2, written })),
    )
    const guests = names.map(({ written }): Contact => [written, ''])
    const expected = names.map(({ alpha2 }) => alpha2)
    expect(byGuest(guests, await codesOf(guests))).toEqual(byGuest(guests, expected))
  })

  it('a name is read with or without "the", accents, apostrophes and points, and by its usual other names [QUEUE-50]', async () => {
    const named = {
      AE: ['UAE', 'u.a.e.', 'the United Arab Emirates'],
      BA: ['Bosnia and Herzegovina', 'BOSNIA & HERZEGOVINA'],
      CD: ['DR Congo', 'Democratic Republic of the Congo', 'Congo (the Democratic Republic of the)'],
      CI: ['Ivory Coast', 'Côte d’Ivoire', "Cote d'Ivoire", 'COTE DIVOIRE'],
      CV: ['Cape Verde'],
      CZ: ['Czech Republic', 'the czech republic'],
      GB: ['UK', 'U.K.', 'Great Britain', 'england', 'Scotland', 'Wales'],
      IE: ['Republic of Ireland'],
      KN: ['St. Kitts & Nevis', 'Saint Kitts and Nevis', 'St Kitts and Nevis'],
      KR: ['Republic of Korea', 'Korea, Republic of'],
      MM: ['Burma'],
      MO: ['Macau'],
      NL: ['Holland', 'The Netherlands', ' netherlands '],
      RE: ['Reunion'],
      TR: ['Turkey', 'Türkiye', 'turkiye'],
      US: ['USA', 'U.S.A.', 'the United States of America'],
      XK: ['Kosovo', 'XKX'],
      '': ['the', '.', 'constructor', 'Congos'],
    }
    const names = Object.entries(named).flatMap(([code, all]) => all.map(written => ({ code, written })))
    const guests = names.map(({ written }): Contact => [written, ''])
    const expected = names.map(({ code }) => code)
    expect(byGuest(guests, await codesOf(guests))).toEqual(byGuest(guests, expected))
  })
})
