import { beforeEach, describe, expect, it } from 'vitest'
import { contrast } from '../../../schema/look/colour'
import { book } from '../../support/booking'
import { expectInvalidField } from '../../support/fields'
import { detailsPath, hotelsPath, issueLink, pagePath } from '../../support/itinerary'
import { admin, expectStatus, type Hotel, openHotel, resetBeforeEach, rows, send } from '../../support/service'
import { openCasaDaSerra } from '../../support/two-hotels'

resetBeforeEach()

const whole = {
  theme: 'auto',
  accent: '#a84d24',
  surface: '#fffdf8',
  darkAccent: '#e0a98c',
  darkSurface: '#1b1512',
  radius: 6,
  font: 'system-sans',
  headingFont: 'system-serif',
  without: ['now', 'website'],
  words: { stayAt: 'With us at #', de: { stayAt: 'Bei uns in #' } },
}
const dates = { arrivalDate: '2027-05-10', departureDate: '2027-05-14' }
const [first, second] = [
  { arrivalDate: '2027-05-10', departureDate: '2027-05-12' },
  { arrivalDate: '2027-05-12', departureDate: '2027-05-14' },
]

let hotel: Hotel
beforeEach(async () => {
  hotel = await openHotel()
  await openCasaDaSerra()
})

const lookOfCustomer = (look: unknown, customer = 1) => admin('PATCH', `/customers/${customer}`, { look })
const lookOf = (hotelid: string, look: unknown) =>
  admin('PUT', '/customers/1/setup', { properties: [{ hotelid, name: 'Casa da Serra', look }] })

const linkOf = async (...roomsBooked: object[]) =>
  (await issueLink(hotel, await book(hotel.call, { ...dates, roomsBooked }))).token
const inQuinta = () => linkOf({ roomID: 101 })
const inSerra = () => linkOf({ roomID: 301 })

const page = (token: string, language = 'en') =>
  expectStatus(200, send('GET', pagePath(token), undefined, { 'accept-language': language }))
const manifest = (token: string) => expectStatus(200, send('GET', `${pagePath(token)}/manifest.webmanifest`))

/** The values that style sheets give to a property, in their order: the last one is for browsers that know `light-dark()`. */
const valuesOf = (property: string, styles: string[]) =>
  [...styles.join().matchAll(new RegExp(`${property}:\\s*([^;}]*)[;}]`, 'g'))].map(([, value]) => value)

/** What a page declares of its look. */
async function shown(token: string, language = 'en') {
  const { text } = await page(token, language)
  const themeColors = [...text.matchAll(/<meta name="theme-color" content="([^"]*)"(?: media="([^"]*)")?>/g)]
  const styles = [...text.matchAll(/<style>(.*?)<\/style>/gs)].map(([, rules = '']) => rules.replaceAll(',', ', '))
  return {
    scheme: /<meta name="color-scheme" content="([^"]*)">/.exec(text)?.[1],
    themeColors: themeColors.map(([, color, media]) => (media ? [color, media] : [color])),
    accent: valuesOf('--innlet-accent', styles).at(-1),
    surroundings: valuesOf('--paper', styles).at(-1),
    older: ['--paper', '--innlet-accent'].map(name => valuesOf(name, styles).slice(-3, -1)),
    radius: [...styles.join().matchAll(/--innlet-radius:\s*([^;}]*)/g)].map(([, value]) => value),
    title: /<h1[^>]*>(.*?)<\/h1>/s.exec(text)?.[1]?.replace(/<[^>]*>/g, ''),
    without: / without="([^"]*)"/.exec(text)?.[1],
    now: text.includes('part="now"'),
    words: JSON.parse(/<script type="application\/json">([^<]*)<\/script>/.exec(text)?.[1] ?? '').words,
  }
}

const DEFAULT = {
  scheme: 'light dark',
  themeColors: [
    ['#f3efe8', '(prefers-color-scheme: light)'],
    ['#0d1011', '(prefers-color-scheme: dark)'],
  ],
  accent: undefined,
  title: 'Your stay at Quinta do Mar',
  without: undefined,
  now: true,
}

describe("the look of a hotel decides its guest's page", () => {
  it('every field has an effect, and the manifest has the colour of the surroundings [LINK-43]', async () => {
    await expectStatus(200, lookOf('H2', whole))
    const token = await inSerra()
    const { themeColors, ...others } = await shown(token)
    expect(others).toMatchObject({
      scheme: 'light dark',
      accent: 'light-dark(#a84d24, #e0a98c)',
      title: 'With us at Casa da Serra',
      without: 'now website',
      now: false,
      words: whole.words,
    })
    expect(others.radius).toContain('6px')
    const [light, dark] = themeColors.map(([color]) => color)
    expect(others.surroundings).toBe(`light-dark(${light}, ${dark})`)
    expect(others.older).toEqual([
      [light, dark],
      [whole.accent, whole.darkAccent],
    ])
    expect(themeColors).toEqual([
      [expect.stringMatching(/^#f[\da-f]{5}$/), '(prefers-color-scheme: light)'],
      [expect.stringMatching(/^#1[\da-f]{5}$/), '(prefers-color-scheme: dark)'],
    ])
    expect((await manifest(token)).json).toMatchObject({ background_color: light, theme_color: light })
    expect((await shown(token, 'de')).title).toBe('Bei uns in Casa da Serra')
  })

  it.each([
    ['light', ['#f3efe8']],
    ['dark', ['#0d1011']],
  ])('the theme %s is that of the page, whatever the device prefers [LINK-43]', async (theme, color) => {
    await expectStatus(200, lookOfCustomer({ theme }))
    const token = await inQuinta()
    expect(await shown(token)).toMatchObject({ scheme: theme, themeColors: [color] })
    expect((await manifest(token)).json).toMatchObject({ background_color: color[0], theme_color: color[0] })
  })

  it('without a look it is that of the service [LINK-43]', async () => {
    const token = await inQuinta()
    expect(await shown(token)).toMatchObject(DEFAULT)
    expect((await manifest(token)).json).toMatchObject({ background_color: '#f3efe8', theme_color: '#f3efe8' })
  })

  it('the look of the customer is for hotels without one, and is not mixed with that of a hotel [LINK-44]', async () => {
    await expectStatus(200, lookOfCustomer({ accent: '#8a2f4f', radius: 9, words: { stayAt: 'Welcome to #' } }))
    await expectStatus(200, lookOf('H2', { theme: 'light', accent: '#4c6130' }))
    const accent = expect.stringMatching(/^light-dark\(#8a2f4f, /)
    expect(await shown(await inQuinta())).toMatchObject({ accent, title: 'Welcome to Quinta do Mar' })
    const serra = await shown(await inSerra())
    expect(serra).toMatchObject({ accent: '#4c6130', title: 'Your stay at Casa da Serra' })
    expect(serra.radius).not.toContain('9px')
    expect(serra.words).toBeUndefined()
  })

  it('a stay in several hotels has the look of the first one [LINK-44]', async () => {
    await expectStatus(200, lookOfCustomer({ theme: 'light', accent: '#8a2f4f' }))
    await expectStatus(200, lookOf('H2', { theme: 'light', accent: '#4c6130' }))
    const quintaFirst = await linkOf({ roomID: 101, ...first }, { roomID: 301, ...second })
    expect((await shown(quintaFirst)).accent).toBe('#8a2f4f')
    const serraFirst = await linkOf({ roomID: 102, ...second }, { roomID: 301, ...first })
    expect((await shown(serraFirst)).accent).toBe('#4c6130')
  })

  it('a stay of which no hotel is known has the look of the customer [LINK-44]', async () => {
    await expectStatus(200, lookOfCustomer({ theme: 'light', accent: '#8a2f4f' }))
    const inquiry = { ...dates, bookingParameters: { reservationStatusID: 1 }, roomsBooked: [] }
    const reservationId = await book(hotel.call, inquiry)
    await rows(`UPDATE reservation SET hotel_id = NULL WHERE reservation_id = ${reservationId}`)
    expect((await shown((await issueLink(hotel, reservationId)).token)).accent).toBe('#8a2f4f')
  })

  it("is never on the page of another customer's stay, nor in the responses of the itinerary [LINK-44]", async () => {
    await expectStatus(200, lookOfCustomer(whole))
    const other = await openHotel(2)
    const { token } = await issueLink(other, await book(other.call, { ...dates, roomsBooked: [{ roomID: 101 }] }))
    expect(await shown(token)).toMatchObject(DEFAULT)
    const own = await inQuinta()
    for (const path of [detailsPath(own), hotelsPath(own)]) {
      expect((await expectStatus(200, send('GET', path))).text).not.toMatch(/a84d24|With us|look/)
    }
  })

  it('is never on the page of a dead link [LINK-45]', async () => {
    const dead = () => send('GET', pagePath('dead'))
    const before = await expectStatus(404, dead())
    await expectStatus(200, lookOfCustomer(whole))
    const replaced = await inQuinta()
    const reservationId = (await rows('SELECT max(reservation_id) AS id FROM reservation'))[0]?.id as number
    await issueLink(hotel, reservationId)
    expect((await expectStatus(404, send('GET', pagePath(replaced)))).text).toBe(before.text)
    expect((await expectStatus(404, dead())).text).toBe(before.text)
  })

  it('words are text wherever they stand, and the rules of the page keep their policy [LINK-43]', async () => {
    const hostile = '</script><style>*{display:none}</style>"><b>#'
    await expectStatus(
      200,
      lookOfCustomer({ accent: '#8a2f4f', words: { stayAt: hostile, trip: hostile, stay: hostile } }),
    )
    const { text, headers } = await page(await inQuinta())
    expect(text).not.toContain('<b>')
    expect(text).not.toContain('*{display:none}</style>')
    const policy = headers.get('content-security-policy') ?? ''
    for (const [, rules = ''] of text.matchAll(/<style>(.*?)<\/style>/gs)) {
      const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(rules)))
      expect(policy).toContain(`'sha256-${Buffer.from(hash).toString('base64')}'`)
    }
  })
})

const tooMany = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`word${at}`, 'x']))
const REFUSED: [field: string, look: unknown][] = [
  ['theme', { theme: 'page' }],
  ...['accent', 'surface', 'darkAccent', 'darkSurface'].flatMap((field): [string, unknown][] =>
    ['red', '#fff', '#12345g', '#1d5a66;}', 'url(x)', ''].map(value => [field, { [field]: value }]),
  ),
  ['radius', { radius: 41 }],
  ['radius', { radius: -1 }],
  ['font', { font: 'Comic Sans' }],
  ['headingFont', { headingFont: 'serif;}' }],
  ['without[1]', { without: ['now', 'price'] }],
  ['words', { words: [] }],
  ['words', { words: tooMany }],
  ['words.stay', { words: { stay: 'x'.repeat(201) } }],
  ['words.stay', { words: { stay: 5 } }],
  ['words.stay', { words: { stay: 'a\u0000b' } }],
  ['words.de.stay', { words: { de: { stay: 'x'.repeat(201) } } }],
  ['words.gone[0]', { words: { gone: ['Lost', 'Call us'] } }],
  ['words.de.unreachable[0]', { words: { de: { unreachable: ['Lost', 'Call us'] } } }],
]

describe('422 with the field, and nothing is changed', () => {
  it.each(REFUSED)('%s, case %# [ADMIN-57]', async (field, look) => {
    await expectInvalidField(`look.${field}`, lookOfCustomer(look))
    await expectInvalidField(`properties[0].look.${field}`, lookOf('H2', look))
    expect(await rows('SELECT look FROM customer UNION ALL SELECT look FROM property WHERE look IS NOT NULL')).toEqual([
      { look: null },
    ])
  })

  it.each<[field: string, look: Record<string, unknown>, surface: string]>([
    ['accent', { accent: '#f0e0d0' }, '#ffffff'],
    ['accent', { theme: 'light', accent: '#777777', surface: '#888888' }, '#888888'],
    ['accent', { theme: 'light', surface: '#1d5a66' }, '#1d5a66'],
    ['darkAccent', { darkAccent: '#15191b' }, '#15191b'],
    ['darkAccent', { theme: 'dark', darkAccent: '#333333', darkSurface: '#222222' }, '#222222'],
  ])(
    '%s of %j is not readable: the response has the contrast and the nearest readable tone [ADMIN-58]',
    async (field, look, surface) => {
      const { errors } = (await expectStatus(422, lookOfCustomer(look))).json
      const { description } = errors.find((error: { description: string }) =>
        error.description.startsWith(`look.${field}: `),
      )
      const [, ratio, suggestion = ''] =
        /contrast of ([\d.]+), .* readable tone is (#[\da-f]{6})$/.exec(description) ?? []
      expect(Number(ratio)).toBeLessThan(4.5)
      expect(contrast(suggestion, surface)).toBeGreaterThanOrEqual(4.5)
    },
  )

  it('text on the surface is judged too, and each suggestion is accepted [ADMIN-58]', async () => {
    const look: Record<string, string> = { surface: '#7f7f7f', accent: '#ffffff' }
    for (let tries = 0; tries < 5; tries++) {
      const { status, json } = await lookOfCustomer(look)
      if (status === 200) break
      const { description } = json.errors[0]
      const [, field = '', suggestion = ''] = /^look\.(\w+): .* tone is (#[\da-f]{6})$/.exec(description) ?? []
      look[field] = suggestion
    }
    await expectStatus(200, lookOfCustomer(look))
  })

  it('a scheme that the theme does not admit is not judged, and a dark accent that is left out is readable [ADMIN-58]', async () => {
    await expectStatus(200, lookOfCustomer({ theme: 'light', darkAccent: '#15191b' }))
    await expectStatus(200, lookOfCustomer({ theme: 'dark', accent: '#f0e0d0' }))
    await expectStatus(200, lookOfCustomer({ theme: 'auto', accent: '#101010', darkSurface: '#000000' }))
    const { accent } = await shown(await inQuinta())
    const [, dark = ''] = /^light-dark\(#101010, (#[\da-f]{6})\)$/.exec(accent ?? '') ?? []
    expect(contrast(dark, '#000000')).toBeGreaterThanOrEqual(4.5)
  })
})

describe('the look is stored as it was sent', () => {
  it('a customer has it in each response, and null takes it away [ADMIN-57]', async () => {
    expect((await expectStatus(200, lookOfCustomer(whole))).json.look).toEqual(whole)
    const { json } = await expectStatus(200, admin('GET', '/customers'))
    expect(json.customers[0].look).toEqual(whole)
    expect((await expectStatus(200, admin('PATCH', '/customers/1', { name: 'Quinta' }))).json.look).toEqual(whole)
    expect((await expectStatus(200, lookOfCustomer(null))).json).not.toHaveProperty('look')
    await expectStatus(200, lookOfCustomer(whole))
    const put = { name: 'Quinta', currency: 'EUR', timeZone: 'Europe/Lisbon' }
    expect((await expectStatus(200, admin('PUT', '/customers/1', put))).json).not.toHaveProperty('look')
    expect(await rows('SELECT look FROM customer')).toEqual([{ look: null }])
  })

  it('a look without any field counts as absent [ADMIN-57]', async () => {
    await expectStatus(200, lookOfCustomer({ accent: '#8a2f4f' }))
    await expectStatus(200, lookOf('H2', {}))
    expect((await shown(await inSerra())).accent).toMatch(/^light-dark\(#8a2f4f/)
    expect((await expectStatus(200, lookOfCustomer({}))).json).not.toHaveProperty('look')
  })
})
