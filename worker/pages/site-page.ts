import { html } from 'lit'
import { render } from './render'
import { type Header, siteHead, siteHeader } from './site-shell'

interface SitePage extends Header {
  title: string
  description: string
  /** Further elements of the head. */
  head?: unknown
  /** The content of the main element. */
  main: unknown
  /** The page contains the element, whose library has a Trusted Types policy. */
  hasElement?: true
}

/** Scripts, styles, fonts, images and requests of this origin, and nothing else. No script builds HTML from text. */
export const sitePolicy = ({ hasElement }: Pick<SitePage, 'hasElement'> = {}): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${hasElement ? "lit-html 'allow-duplicates'" : "'none'"}`,
  ].join('; ')

/** A complete page of the service, with the header of all pages. */
export function sitePage(
  status: number,
  { title, description, head, main, hasElement, ...header }: SitePage,
): Response {
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
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': sitePolicy({ hasElement }) },
  })
}
