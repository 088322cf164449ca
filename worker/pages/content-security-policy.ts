/** Nothing but our own script and answers, and the styles that the page itself brings; pictures from where the hotel keeps them; in nobody's frame. */
export const contentSecurityPolicy = (styleHashes: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styleHashes.map(hash => `'sha256-${hash}'`).join(' ')}`,
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    'img-src http: https: data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** A style sheet as it stands in the page, and the hash that allows it there. */
export interface AllowedStyle {
  text: string
  hash: string
}

const allowed = new Map<string, AllowedStyle>()

/** Makes rules fit to stand in a page: without what only whoever reads their source needs. The same rules are hashed once. */
export async function allowedStyle(rules: string): Promise<AllowedStyle> {
  const known = allowed.get(rules)
  if (known) return known
  const text = rules
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/\s*([{};,])\s*/g, '$1')
    .trim()
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  const style = { text, hash: btoa(String.fromCharCode(...new Uint8Array(digest))) }
  allowed.set(rules, style)
  return style
}
