import { type Html, html } from './html'

/** Nothing but our own script, styles and answers; pictures from where the hotel keeps them; in nobody's frame. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  'img-src http: https: data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** What every answer of a page carries beside its own headers. */
export const PAGE_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** A whole document in the design of the guest's page. `head` is what it adds to the head, `main` what it shows. */
export function page(status: number, { title, head, main }: { title: string; head?: Html; main: Html }): Response {
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="preload" href="/fonts/figtree.woff2" as="font" type="font/woff2" crossorigin>
<link rel="preload" href="/fonts/fraunces.woff2" as="font" type="font/woff2" crossorigin>
${head}<link rel="stylesheet" href="/page/itinerary.css">
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`
  return new Response(document.text, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
}

/** A page that says one thing, and what can be done about it. */
export const notice = (status: number, words: string, advice: string): Response =>
  page(status, { title: words, main: html`<div class="notice"><h1>${words}</h1><p>${advice}</p></div>` })
