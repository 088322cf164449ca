import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { PinnedScript } from '../../../widget/embed/snippet'
import worker from '../../../worker/index'
import { brokenDatabase, exhaustedRateLimit, withBindings } from '../../support/bindings'
import {
  calendarPath,
  decodeClaims,
  forgeLink,
  hotelsPath,
  issueLink,
  openDetails,
  pagePath,
  stayWithLink,
} from '../../support/itinerary'
import {
  admin,
  expectStatus,
  newRequest,
  readResponse,
  resetBeforeEach,
  SERVICE_URL,
  send,
} from '../../support/service'

resetBeforeEach()

const page = (token: string, languages = '') =>
  send('GET', pagePath(token), undefined, languages ? { 'accept-language': languages } : {})
type Answer = Awaited<ReturnType<typeof page>>

/** A site that has no file. */
const noSite = { fetch: async () => new Response('', { status: 404 }) } as unknown as Fetcher

/** The document's elements of one name, with their attributes as a browser would read them. */
async function elements(html: string, selector: string) {
  const found: Record<string, string>[] = []
  const rewriter = new HTMLRewriter().on(selector, {
    element: ({ attributes }) => {
      found.push(Object.fromEntries([...attributes].map(([name = '', value = '']) => [name, unescaped(value)])))
    },
  })
  await rewriter.transform(new Response(html)).text()
  return found
}

const unescaped = (text: string) =>
  text.replace(
    /&(lt|gt|quot|#39|amp);/g,
    (_, name) => ({ lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' })[name as 'lt'],
  )

const titleOf = ({ text }: Answer) => unescaped(/<title>([^<]*)<\/title>/.exec(text)?.[1] ?? '')

/** What a guest reads of it before any script has run, in one line. */
async function readable(html: string): Promise<string> {
  const body = html.slice(html.indexOf('<article'), html.indexOf('</article>')).replace(/<[^>]*>/g, ' ')
  return unescaped(body).replace(/\s+/g, ' ')
}

/** What the page hands over to the widget. */
const handedOver = (html: string) =>
  JSON.parse(/<script type="application\/json">([^<]*)<\/script>/.exec(html)?.[1] ?? '')

describe("the guest's page", () => {
  it('is a whole document with the stay in it, to be read before any script has run [LINK-27] [WIDGET-5]', async () => {
    const { token } = await stayWithLink()
    const answer = await expectStatus(200, page(token))
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.text).toMatch(/^<!doctype html>\n<html lang="en" dir="ltr">/)
    expect(titleOf(answer)).toBe('Your stay, Quinta do Mar')
    const text = await readable(answer.text)
    for (const said of [
      'Your stay at Quinta do Mar',
      'Marta Lindqvist',
      'Confirmed',
      '10000001',
      'March 26',
      '4 nights',
      'Fig',
      'Gull',
      'Surf lesson',
      'Inês Duarte',
      'Thomas Baker',
      'Beach hut',
      'Bring a towel',
      '9:30',
      '11:00',
    ]) {
      expect(text).toContain(said)
    }
    expect(await elements(answer.text, 'main > guest-itinerary')).toEqual([{ token, 'heading-level': '1' }])
    expect(await elements(answer.text, 'guest-itinerary > template')).toEqual([{ shadowrootmode: 'open' }])
    expect(await elements(answer.text, 'h1')).toMatchObject([{ part: 'title' }])
    expect(answer.headers.get('x-keep-until')).toBe('2027-03-31')
    expect(await elements(answer.text, 'a[part~=calendar]')).toMatchObject([
      { href: `${SERVICE_URL}${calendarPath(token)}` },
    ])
  })

  it('contains the data that the element would request [LINK-27]', async () => {
    const { token } = await stayWithLink()
    const [{ text }, { json }] = [await page(token), await openDetails(token)]
    const hotels = (await send('GET', hotelsPath(token))).json.content
    expect(handedOver(text)).toEqual({
      asOf: null,
      at: expect.closeTo(Date.now(), -5),
      content: json.content,
      hotels,
      timeZone: 'Europe/Lisbon',
    })
    expect(await elements(text, 'script')).toEqual([
      { type: 'module', src: '/page/itinerary.js' },
      { type: 'module', src: expect.stringContaining('/widget/guest-itinerary.') },
      { type: 'application/json' },
      { type: 'application/ld+json' },
    ])
  })

  it('declares both colour schemes, which the element follows [WIDGET-38]', async () => {
    const { token } = await stayWithLink()
    const { text } = await page(token)
    expect(await elements(text, 'meta')).toContainEqual({ name: 'color-scheme', content: 'light dark' })
    expect(text).toMatch(/:root ?\{\s*color-scheme: ?light dark/)
    expect((await elements(text, 'guest-itinerary'))[0]).not.toHaveProperty('theme')
  })

  it('names the script that it goes together with, which never changes', async () => {
    const { token } = await stayWithLink()
    const [, script] = await elements((await page(token)).text, 'script')
    const latest: PinnedScript = await (await env.ASSETS.fetch('https://site/widget/latest.json')).json()
    expect(script?.src).toBe(latest.script)
    expect(script?.src).toMatch(/^\/widget\/guest-itinerary\.[\da-f]{16}\.js$/)
    const { text } = await expectStatus(200, withBindings({ ASSETS: noSite })('GET', pagePath(token)))
    expect((await elements(text, 'script'))[1]?.src).toBe('/widget/guest-itinerary.js')
  })

  it('brings its styles, each allowed by its hash', async () => {
    const { token } = await stayWithLink()
    const { text, headers } = await page(token)
    expect(await elements(text, 'link[rel=stylesheet], [style]')).toEqual([])
    const styles = [...text.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = '']) => style)
    expect(styles).toHaveLength(2)
    const hashes = await Promise.all(
      styles.map(async style => {
        const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style))
        return `'sha256-${Buffer.from(digest).toString('base64')}'`
      }),
    )
    expect(headers.get('content-security-policy')).toContain(`style-src ${hashes.join(' ')};`)
  })

  it('shows the hotel in a preview of the link, never the guest [WIDGET-7]', async () => {
    const { token } = await stayWithLink()
    const { text } = await expectStatus(200, page(token))
    const previews = await elements(text, 'meta[property]')
    expect(previews).toEqual([
      { property: 'og:type', content: 'website' },
      { property: 'og:title', content: 'Quinta do Mar' },
      { property: 'og:site_name', content: 'Quinta do Mar' },
      { property: 'og:description', content: 'Your stay' },
      { property: 'og:image', content: 'https://hotel.test/sea.jpg' },
    ])
    const head = text.slice(0, text.indexOf('<body>')).replaceAll(token, '')
    for (const secret of ['Marta', 'Lindqvist', '10000001', '2027', 'Gull', 'Surf', 'marta@guest.test']) {
      expect(head).not.toContain(secret)
    }
    for (const secret of ['marta@guest.test', '+46', 'Anniversary', 'High bed']) expect(text).not.toContain(secret)
  })

  it('a hotel without a picture has none in the preview', async () => {
    const { token } = await stayWithLink()
    await expectStatus(200, admin('PUT', '/customers/1', { name: 'Bare', currency: 'EUR', timeZone: 'Europe/Lisbon' }))
    expect(await elements((await page(token)).text, 'meta[property="og:image"]')).toEqual([])
  })
})

describe('the language is the first that the browser asks for and we speak', () => {
  it.each([
    ['', 'en', 'ltr', undefined, 'Arrival'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de-AT', 'ltr', 'de-AT', 'Anreise'],
    ['en;q=0.3, pt-PT;q=0.5', 'pt-PT', 'ltr', 'pt-PT', 'Chegada'],
    ['he', 'he', 'rtl', 'he', 'הגעה'],
    ['fi, el;q=0.9', 'en-GB', 'ltr', undefined, 'Arrival'],
    ['fi, fr;q=0, es;q=0.1, *', 'es', 'ltr', 'es', 'Llegada'],
    ['"><script>, de;q=x, en-GB', 'en-GB', 'ltr', 'en-GB', 'Arrival'],
  ])('of %j it is %s', async (wanted, lang, dir, told, word) => {
    const { token } = await stayWithLink()
    const { text } = await expectStatus(200, page(token, wanted))
    expect(await elements(text, 'html')).toEqual([{ lang, dir }])
    expect(await elements(text, 'article')).toMatchObject([{ lang }])
    expect((await elements(text, 'guest-itinerary'))[0]?.lang).toBe(told)
    expect(await readable(text)).toContain(word)
  })

  it('it is English while the words of another cannot be had', async () => {
    const { token } = await stayWithLink()
    const asked = { 'accept-language': 'nl-BE' }
    const lost = await expectStatus(200, withBindings({ ASSETS: noSite })('GET', pagePath(token), undefined, asked))
    expect(lost.text).toMatch(/^<!doctype html>\n<html lang="en" dir="ltr">/)
    expect((await page(token, 'nl-BE')).text).toMatch(/<html lang="nl-BE" dir="ltr">/)
  })

  it('the page of a dead link has it too', async () => {
    const { text } = await page('abc', 'de')
    expect(await elements(text, 'html')).toEqual([{ lang: 'de', dir: 'ltr' }])
    expect(text).toMatch(/<h1>Der Link ist ungültig oder abgelaufen\.<\/h1>/)
  })
})

describe('today is where the hotel is, wherever the guest is [WIDGET-39]', () => {
  it.each([
    [undefined, '2027-03-27T23:30:00Z', '2027-03-27'],
    ['Pacific/Kiritimati', '2027-03-27T23:30:00Z', '2027-03-27'],
    ['Not/AZone', '2027-03-28T12:00:00Z', '2027-03-28'],
  ])('%s at %s', async (timezone, now, day) => {
    const { token } = await stayWithLink()
    vi.useFakeTimers({ now: Date.parse(now), toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const renewed = await forgeLink({ ...decodeClaims(token), exp: Date.parse(now) / 1000 + 60 })
    const request = newRequest('GET', pagePath(renewed))
    const located = new Request(request, { cf: { ...(timezone && { timezone }) } } as RequestInit)
    const { text } = await readResponse(await worker.fetch(located as never, env, createExecutionContext()))
    const [today = ''] = /aria-current="date".*?datetime="[^"]*"/s.exec(text) ?? []
    expect(today).toContain(day)
  })
})

describe('text is text', () => {
  const evil = `</title></script></style></template><script>alert('1')</script><!-- <img src=x onerror="alert(1)"> & "Mar" 'do' $& \${x} {token} -->`

  it('whatever stands in the record of the hotel is shown as text', async () => {
    const { token } = await stayWithLink()
    const imagePath = `https://hotel.test/"><script>alert(1)</script>&x='y'`
    const customer = { name: evil, currency: 'EUR', timeZone: 'Europe/Lisbon', imagePath }
    await expectStatus(200, admin('PUT', '/customers/1', customer))
    await expectStatus(200, admin('PUT', '/customers/1/setup', { properties: [{ hotelid: 'H1', name: evil }] }))
    const answer = await expectStatus(200, page(token))
    expect(await elements(answer.text, 'script')).toHaveLength(4)
    expect(await elements(answer.text, '[onerror]')).toEqual([])
    expect(titleOf(answer)).toBe(`Your stay, ${evil}`)
    expect((await elements(answer.text, 'meta[property="og:image"]'))[0]?.content).toBe(imagePath)
    expect(handedOver(answer.text).content.overview).toMatchObject({ clientName: evil, clientImagePath: imagePath })
  })

  it('whatever stands in the fields of the stay is shown as text', async () => {
    const { token } = await stayWithLink()
    const said = `${evil.slice(0, 40)}<b onclick="x">&amp;`
    for (const [table, columns] of Object.entries({
      guest: ['first_name', 'last_name'],
      reservation: ['arrival_time', 'departure_time'],
      room: ['room_name', 'room_no'],
      room_type: ['room_type_name', 'room_type_description'],
      location: ['location_name'],
      employee: ['employee_first_name', 'employee_last_name'],
      activity: ['activity_name', 'schedule_type'],
      activity_booking: ['start_time', 'end_time'],
    })) {
      await env.DB.prepare(`UPDATE ${table} SET ${columns.map(column => `${column} = ?1`)}`)
        .bind(said)
        .run()
    }
    await env.DB.prepare(`UPDATE activity_booking SET activity_notes = ?`)
      .bind(JSON.stringify([said]))
      .run()
    const { text } = await expectStatus(200, page(token))
    expect(await elements(text, 'script')).toHaveLength(4)
    expect(await elements(text, 'template, style, b, [onclick]')).toHaveLength(3)
    const { content } = handedOver(text)
    const shown = (await readable(text)).split(said.replace(/\s+/g, ' ').trim()).length - 1
    expect([content.roomStays[0].roomName, content.scheduleItems[0].guestNotes]).toEqual([said, said])
    expect(shown).toBeGreaterThan(20)
  })

  it('nothing of a dead link is repeated', async () => {
    const { text } = await expectStatus(404, page(encodeURIComponent('"><script>alert(1)</script>')))
    expect(text).not.toContain('alert')
  })
})

describe('a dead link', () => {
  it("is a page with status 404 that says 'The link is invalid or has expired.', the same for every reason [LINK-29]", async () => {
    const { token, hotel, reservationId } = await stayWithLink()
    const { token: newer } = await issueLink(hotel, reservationId)
    const past = Math.floor(Date.now() / 1000) - 1
    const dead = [
      await page(token),
      await page(''),
      await page('abc'),
      await page(`${newer}/more`),
      await page(newer.slice(0, -1)),
      await page(await forgeLink({ ...decodeClaims(newer), exp: past })),
      await page(await forgeLink({ ...decodeClaims(newer), customer: 2 })),
      await withBindings({ DB: brokenDatabase })('GET', pagePath(newer)),
      await withBindings({ LINK_KEYS: '' })('GET', pagePath(newer)),
      await withBindings({ LINK_KEYS: 'not JSON' })('GET', pagePath(newer)),
    ]
    for (const answer of dead) {
      expect(answer.status).toBe(404)
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(answer.text).toBe(dead[0]?.text)
    }
    expect(dead[0]?.text).toContain('<h1>The link is invalid or has expired.</h1>')
    expect(dead[0]?.text).toContain('The hotel may have sent you a newer link. Look for its latest message.')
    const own = await elements(dead[0]?.text ?? '', 'script, guest-itinerary')
    expect(own).toEqual([{ type: 'module', src: '/page/dead-link.js' }])
    expect((await openDetails(newer)).status).toBe(200)
  })
})

it('no response can be framed, cached, indexed or sent as referrer, and only our own script runs', async () => {
  const { token } = await stayWithLink()
  const limited = withBindings({ ITINERARY_PER_ADDRESS: exhaustedRateLimit() })
  const answers = [await page(token), await page('abc'), await limited('GET', pagePath(token))]
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 429])
  for (const { headers } of answers) {
    const policy = headers.get('content-security-policy')?.split('; ')
    expect(policy).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'self'", "connect-src 'self'", "manifest-src 'self'"]),
    )
    expect(policy).toEqual(expect.arrayContaining(["frame-ancestors 'none'", 'img-src http: https: data:']))
    expect(policy?.find(each => each.startsWith('style-src'))).toMatch(/^style-src( 'sha256-[\w+/]{43}=')+$/)
    expect(policy?.join()).not.toContain('unsafe')
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('access-control-allow-origin')).toBeNull()
  }
})

it('over its rate an address gets a page with Retry-After of a minute', async () => {
  const answer = await withBindings({ ITINERARY_PER_ADDRESS: exhaustedRateLimit() })('GET', pagePath('abc'))
  expect(answer.status).toBe(429)
  expect(answer.headers.get('retry-after')).toBe('60')
  expect(answer.text).toContain('Please try again in a moment.')
})
