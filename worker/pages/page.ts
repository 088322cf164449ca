import { html } from 'lit'
import type { PageLanguage } from '../../widget/page/interface'
import { allowedStyle, contentSecurityPolicy } from './content-security-policy'
import { FIGTREE, FRAUNCES, fontFilesFor, type PageFonts } from './fonts'
import { Markup, render } from './render'
import { pageStyles } from './styles'

/** Headers of every page. */
export const PAGE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

interface Page {
  language: Pick<PageLanguage, 'locale' | 'direction'>
  title: string
  /** Additional elements of the head. */
  head?: unknown
  /** The content of the main element. */
  main: unknown
  /** Further style sheets that the page contains, besides `pageStyles`. */
  styles?: readonly { hash: string }[]
  /** The colour schemes of the page. */
  schemes?: string
  fonts?: PageFonts
}

const FONTS: PageFonts = { text: FIGTREE, heading: FRAUNCES }

/** A complete document in the design of the guest's page. Its styles are inline, so it can be read if later requests fail. */
export async function page(
  status: number,
  { language, title, head, main, styles = [], schemes = 'light dark', fonts = FONTS }: Page,
): Promise<Response> {
  const style = await allowedStyle(pageStyles)
  const content = render(main)
  const document = render(html`<html lang=${language.locale} dir=${language.direction}>
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content=${schemes}>
        <meta name="robots" content="noindex">
        <title>${title}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml">
        ${fontFilesFor(content, fonts).map(font => html`<link rel="preload" href=${font} as="font" type="font/woff2" crossorigin>`)}
        <style>${new Markup(style.text)}</style>
        ${head}
      </head>
      <body>
        <main>${new Markup(content)}</main>
      </body>
    </html>`)
  return new Response(`<!doctype html>\n${document}`, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy([style, ...styles].map(({ hash }) => hash)),
    },
  })
}

/** A page with a single message: a title, and what the guest can do. */
export const notice = (
  status: number,
  [title, ...texts]: readonly [string, ...string[]],
  language: PageLanguage,
  { head, more }: { head?: unknown; more?: unknown } = {},
) =>
  page(status, {
    language,
    title,
    head,
    main: html`<div class="notice"><h1>${title}</h1>${texts.map(text => html`<p>${text}</p>`)}${more}</div>`,
  })
