/** Allows the service's own scripts and responses, the page's own styles, and images of any origin. Framing is not allowed. */
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

/** A style sheet as it is written in the page, and the hash that allows it in the policy. */
export interface AllowedStyle {
  text: string
  hash: string
}

/** Each hotel may have rules of its own. */
const MAX_STYLES = 200
const styles = new Map<string, AllowedStyle>()

/** Minifies rules for a page and hashes them. Sets of rules that are in use are processed once. */
export async function allowedStyle(rules: string): Promise<AllowedStyle> {
  const known = styles.get(rules)
  if (known) return known
  const text = rules
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/\s*([{};,])\s*/g, '$1')
    .trim()
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  const style = { text, hash: btoa(String.fromCharCode(...new Uint8Array(digest))) }
  if (styles.size >= MAX_STYLES) styles.clear()
  styles.set(rules, style)
  return style
}
