import { describe, expect, it } from 'vitest'
import { brokenDatabase, elsewhere, exhausted, recordingKv } from '../../support/elsewhere'
import { admin, freshEachTime, must, send } from '../../support/house'
import { claimsOf, forgeLink, issue, open, pagePath, stayWithLink } from '../../support/itinerary'
import { recordingDatabase } from '../../support/query-plan'

freshEachTime()

const page = (token: string) => send('GET', pagePath(token))
type Answer = Awaited<ReturnType<typeof page>>

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

describe("the guest's page", () => {
  it('is a whole document with the widget on it, and the token for it', async () => {
    const { token } = await stayWithLink()
    const answer = await must(200, page(token))
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.text).toMatch(/^<!doctype html>\n<html lang="en">/)
    expect(await elements(answer.text, 'main > guest-itinerary')).toEqual([{ token }])
    expect(await elements(answer.text, 'script')).toEqual([{ type: 'module', src: '/widget/guest-itinerary.js' }])
    expect(await elements(answer.text, 'link[rel=stylesheet]')).toEqual([
      { rel: 'stylesheet', href: '/page/itinerary.css' },
    ])
    expect(titleOf(answer)).toBe('Quinta do Mar')
  })

  it('shows the hotel to whoever previews the link, never the guest', async () => {
    const { token } = await stayWithLink()
    const { text } = await must(200, page(token))
    const previews = await elements(text, 'meta[property]')
    expect(previews).toEqual([
      { property: 'og:type', content: 'website' },
      { property: 'og:title', content: 'Quinta do Mar' },
      { property: 'og:site_name', content: 'Quinta do Mar' },
      { property: 'og:description', content: 'Your itinerary' },
      { property: 'og:image', content: 'https://hotel.test/sea.jpg' },
    ])
    for (const secret of ['Marta', 'Lindqvist', '10000001', '2027', 'Fig', 'Surf', 'marta@guest.test']) {
      expect(text.replaceAll(token, '')).not.toContain(secret)
    }
  })

  it('a hotel without a picture has none in the preview', async () => {
    const { token } = await stayWithLink()
    await must(200, admin('PUT', '/customers/1', { name: 'Bare', currency: 'EUR', timeZone: 'Europe/Lisbon' }))
    expect(await elements((await page(token)).text, 'meta[property="og:image"]')).toEqual([])
  })

  it('costs one round trip to D1 and one look at KV', async () => {
    const { token } = await stayWithLink()
    const [{ database, trips }, { kv, asked }] = [recordingDatabase(), recordingKv()]
    await must(200, elsewhere({ DB: database, LINKS: kv })('GET', pagePath(token)))
    expect([trips, asked.length]).toEqual([[1], 1])
  })
})

describe('text is text', () => {
  const evil = `</title><script>alert('1')</script><img src=x onerror="alert(1)"> & "Mar" 'do' $& \${x} {token}`

  it.each(['name', 'imagePath'])('whatever stands in the %s', async field => {
    const { token } = await stayWithLink()
    const customer = { name: 'Mar', currency: 'EUR', timeZone: 'Europe/Lisbon' }
    const value = field === 'name' ? evil : `https://hotel.test/"><script>alert(1)</script>&x='y'`
    await must(200, admin('PUT', '/customers/1', { ...customer, [field]: value }))
    const answer = await must(200, page(token))
    expect(await elements(answer.text, 'script')).toHaveLength(1)
    expect(await elements(answer.text, 'img')).toHaveLength(0)
    const shown =
      field === 'name' ? titleOf(answer) : (await elements(answer.text, 'meta[property="og:image"]'))[0]?.content
    expect(shown).toBe(value)
  })

  it('and nothing of a dead link is repeated', async () => {
    const { text, status } = await page(encodeURIComponent('"><script>alert(1)</script>'))
    expect(status).toBe(404)
    expect(text).not.toContain('alert')
  })
})

describe('a dead link', () => {
  it("is a page with status 404 that says 'The link is invalid or has expired.', the same for every reason", async () => {
    const { token, hotel, reservationId } = await stayWithLink()
    const { token: newer } = await issue(hotel, reservationId)
    const past = Math.floor(Date.now() / 1000) - 1
    const dead = [
      await page(token),
      await page(''),
      await page('abc'),
      await page(`${newer}/more`),
      await page(newer.slice(0, -1)),
      await page(await forgeLink({ ...claimsOf(newer), exp: past })),
      await page(await forgeLink({ ...claimsOf(newer), customer: 2 })),
      await elsewhere({ DB: brokenDatabase })('GET', pagePath(newer)),
      await elsewhere({ LINK_KEYS: '' })('GET', pagePath(newer)),
      await elsewhere({ LINK_KEYS: 'not JSON' })('GET', pagePath(newer)),
    ]
    for (const answer of dead) {
      expect(answer.status).toBe(404)
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(answer.text).toBe(dead[0]?.text)
    }
    expect(dead[0]?.text).toContain('<h1>The link is invalid or has expired.</h1>')
    expect(await elements(dead[0]?.text ?? '', 'link[rel=stylesheet]')).toHaveLength(1)
    expect(await elements(dead[0]?.text ?? '', 'script, guest-itinerary')).toEqual([])
    expect((await open(newer)).status).toBe(200)
  })
})

it('every answer is in nobody’s frame, cache, index or referrer, and runs nothing but our own script', async () => {
  const { token } = await stayWithLink()
  const limited = elsewhere({ ITINERARY_PER_ADDRESS: exhausted() })
  const answers = [await page(token), await page('abc'), await limited('GET', pagePath(token))]
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 429])
  for (const { headers } of answers) {
    const policy = headers.get('content-security-policy')?.split('; ')
    expect(policy).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"]),
    )
    expect(policy).toEqual(expect.arrayContaining(["frame-ancestors 'none'", 'img-src http: https: data:']))
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('access-control-allow-origin')).toBeNull()
  }
})

it('over its rate an address is told to come back in a minute', async () => {
  const answer = await elsewhere({ ITINERARY_PER_ADDRESS: exhausted() })('GET', pagePath('abc'))
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '60'])
  expect(answer.text).toContain('Too many requests.')
})
