import { html } from 'lit'
import type { AllowedStyle } from './content-security-policy'
import { render } from './render'
import { type Header, siteHead, siteHeader } from './site-shell'

interface SitePage extends Header {
  title: string
  description: string
  /** Further elements of the head. */
  head?: unknown
  /** The content of the main element. */
  main: unknown
  /** Style sheets that the page contains. */
  styles?: readonly AllowedStyle[]
}

/** Scripts, styles, fonts, images and requests of this origin, and nothing else. No script builds HTML from text. */
export const sitePolicy = (styles: readonly AllowedStyle[] = []): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    ["style-src 'self'", ...styles.map(({ hash }) => `'sha256-${hash}'`)].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

/** A complete page of the service, with the header of all pages. */
export function sitePage(status: number, { title, description, head, main, styles, ...header }: SitePage): Response {
  const document = render(html`<html lang="en">
      <head>
        ${siteHead}
        <title>${title}</title>
        <meta name="description" content=${description}>
        ${head}
      </head>
      <body>
        ${siteHeader(header)}
        <main>${main}</main>
      </body>
    </html>`)
  return new Response(`<!doctype html>\n${document}`, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': sitePolicy(styles) },
  })
}
