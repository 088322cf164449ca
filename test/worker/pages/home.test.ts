import { describe, expect, it } from 'vitest'
import { untouchedDatabase, withBindings } from '../../support/bindings'
import { expectStatus } from '../../support/service'

/** `/` of a service whose database throws on any use. */
const home = (accept?: string, method = 'GET') =>
  withBindings({ DB: untouchedDatabase })(method, '/', undefined, accept === undefined ? {} : { accept })

const linksIn = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]*)"/gs)].map(([, href = '']) => href)

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'

describe('GET /', () => {
  it.each([
    BROWSER,
    'text/html',
    'TEXT/HTML; charset=utf-8',
    'text/*',
    'text/html;q=0.2',
    'application/json;q=0.5, text/html;q=0.6',
    '*/*;q=0.1, text/html',
  ])('is a page for a client that prefers HTML: %s [WIDGET-6]', async accept => {
    const { headers, text } = await expectStatus(200, home(accept))
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('vary')).toBe('Accept')
    expect(text).toMatch(/^<!doctype html>\n<html lang="en">/)
  })

  it.each([
    undefined,
    '',
    '*/*',
    'application/json',
    'application/json, text/plain, */*',
    'text/html, application/json',
    'text/html;q=0.5, application/json',
    'text/html;q=0, */*',
    'text/html;q=nonsense',
    'image/png',
  ])('is for any other the 404 of a path that is not there: %s [WIDGET-6]', async accept => {
    const { headers, json } = await expectStatus(404, home(accept))
    expect(json).toEqual({ errors: [{ code: 'NOT_FOUND', description: 'there is no such path' }] })
    expect([headers.get('content-type'), headers.get('vary')]).toEqual(['application/json', 'Accept'])
  })

  it('links to nothing that would open a stay: the stay on it is the sample [WIDGET-6]', async () => {
    const { text } = await home(BROWSER)
    const [sample = ''] = /<template.*<\/template>/s.exec(text) ?? []
    expect([...new Set(linksIn(text.replace(sample, '')))].sort()).toEqual(
      [
        '/',
        '/demo/hotel?itinerary=demo',
        '/docs',
        '/docs/guides/quick-start',
        '/embed',
        '/openapi.json',
        '/status',
      ].sort(),
    )
    expect(sample).toContain('Anna Lindqvist')
    expect(linksIn(sample).filter(href => !/^(tel|mailto):|^https:\/\/(?!innlet\.test)/.test(href))).toEqual([])
  })
})
