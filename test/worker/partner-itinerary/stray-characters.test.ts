import { expect, it } from 'vitest'
import {
  calendarPath,
  detailsPath,
  hotelsPath,
  type IssuedLink,
  issueLink,
  markupPath,
  pagePath,
  stayWithLink,
} from '../../support/itinerary'
import { expectStatus, resetBeforeEach, send } from '../../support/service'

resetBeforeEach()

/** What programs take into an address after the token, as written and percent-encoded. */
const STRAY = [
  '.',
  ')',
  ',',
  '>',
  '"',
  "'",
  ' ',
  '/',
  '=',
  '”',
  '»',
  '\u200b',
  '\u00a0',
  '\ufeff',
  '\n',
  '%',
  '.)',
  '/.',
  '>,"',
]
const STRAYS = [...STRAY, ...STRAY.map(encodeURIComponent), '%2E', '%29', '%2C', '%252E', '%E2%80%8B%22'].filter(
  // A raw line break is no part of an address.
  stray => stray !== '\n',
)

const manifestPath = (token: string) => `${pagePath(token)}/manifest.webmanifest`

it('an address with stray characters after the token has the response of the address without them [LINK-70]', async () => {
  const { token } = await stayWithLink()
  for (const path of [detailsPath, hotelsPath, markupPath, calendarPath, manifestPath]) {
    const { text: expected } = await expectStatus(200, send('GET', path(token)))
    // The router takes a slash for the end of the token, before the rest of the address of the manifest.
    for (const stray of STRAYS.filter(each => path !== manifestPath || !each.includes('/'))) {
      const { status, text } = await send('GET', path(token + stray))
      expect([status, text], `${path('')} ${JSON.stringify(stray)}`).toEqual([200, expected])
    }
  }
})

it('the page redirects to its address without stray characters [LINK-70]', async () => {
  const { token } = await stayWithLink()
  for (const stray of STRAYS) {
    const { status, headers, text } = await send('GET', `${pagePath(token + stray)}?from=mail`)
    expect([status, headers.get('location'), text], JSON.stringify(stray)).toEqual([
      308,
      `${pagePath(token)}?from=mail`,
      '',
    ])
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  }
})

it('a dead link with stray characters stays dead, and other paths below a link too [LINK-70]', async () => {
  const { token, hotel, reservationId } = await stayWithLink()
  const { token: newer }: IssuedLink = await issueLink(hotel, reservationId)
  const { text: dead } = await expectStatus(404, send('GET', detailsPath(token)))
  for (const path of [
    `${token}.`,
    `${newer}A.`,
    `${newer}/more`,
    `${newer}.more`,
    `${newer}%41`,
    `${newer.slice(0, -1)}.`,
    '.',
    `.${newer}`,
  ]) {
    expect((await expectStatus(404, send('GET', detailsPath(path)))).text, path).toBe(dead)
  }
  expect((await send('GET', pagePath(`${token}.`))).headers.get('location')).toBe(pagePath(token))
  for (const path of [`${newer}/more`, `${newer}.more`, 'abc.', 'a.b.'])
    await expectStatus(404, send('GET', pagePath(path)))
})
