import { html, nothing } from 'lit'

/*
 * What every page of the service has, the guest's page excepted. The Worker, the build of the site and the receiver of `npm start`
 * import this file, so it has no imports of its own but lit.
 */

/** The pages that the header links to. */
const PAGES = [
  ['/docs', 'Docs'],
  ['/embed', 'Embed'],
  ['/status', 'Status'],
] as const

export interface Header {
  /** The page of the header that this one belongs to. */
  current?: (typeof PAGES)[number][0]
  /** The service that the links lead to. Default: that of the page. */
  origin?: string
  /** Further elements of the header. */
  tools?: unknown
}

/** The elements of the head that all pages share: icon, fonts and styles. */
export const siteHead = html`
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <link rel="icon" href="/favicon.svg" type="image/svg+xml">
  <link rel="preload" href="/fonts/figtree.woff2" as="font" type="font/woff2" crossorigin>
  <link rel="preload" href="/fonts/fraunces.woff2" as="font" type="font/woff2" crossorigin>
  <link rel="stylesheet" href="/site/base.css">
`

export const siteHeader = ({ current, origin = '', tools = nothing }: Header = {}) => html`
  <header class="site-header">
    <a href=${`${origin}/`}><img src="/favicon.svg" alt="" width="28" height="28">Innlet</a>
    <nav aria-label="Pages">
      ${PAGES.map(
        ([path, name]) =>
          html`<a href=${origin + path} aria-current=${path === current ? 'true' : nothing}>${name}</a>`,
      )}
    </nav>
    ${tools}
  </header>
`
