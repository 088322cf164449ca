import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const SITE = join(import.meta.dirname, '../../widget/public')

/** The rules of the file: the headers of each path. */
const rules = new Map(
  readFileSync(join(SITE, '_headers'), 'utf8')
    .split(/\n\n+/)
    .filter(block => block.startsWith('/'))
    .map(block => {
      const [path = '', ...lines] = block.trim().split('\n')
      return [path, lines.map(line => line.trim()).join('\n')] as const
    }),
)

describe('the files of the site', () => {
  it('are all served with their type, without a referrer, and only by https [HEADER-2]', () => {
    expect(rules.get('/*')).toContain('X-Content-Type-Options: nosniff')
    expect(rules.get('/*')).toContain('Referrer-Policy: no-referrer')
    expect(rules.get('/*')).toMatch(/Strict-Transport-Security: max-age=\d{8}$/m)
  })

  it('have a strict policy if they are pages, and cannot be framed by other sites [HEADER-2]', () => {
    // The build writes the page for hotels (site/embed-page.ts).
    const pages = [...globSync('**/*.html', { cwd: SITE }), 'embed.html']
    expect(pages.length).toBeGreaterThan(1)
    for (const page of pages) {
      const policy = rules.get(`/${page.replace(/\.html$/, '')}`) ?? ''
      expect(policy, page).toEqual(expect.stringContaining("default-src 'none'"))
      expect(policy, page).toEqual(expect.stringMatching(/frame-ancestors '(none|self)'/))
      expect(policy, page).toEqual(expect.stringContaining("script-src 'self';"))
    }
  })
})
