import type { OwnWords } from './translator.ts'

/** What a page hands over inside the tag, as JSON: `<script type="application/json">{"content": …}</script>`. */
export interface InitialData {
  /** the token that the content is of; if not given, the one that the element begins with */
  token: unknown
  /** the content of the service's answer, so that the element need not ask for it */
  content: unknown
  /** of when it is, ms; now if not known */
  asOf: number | undefined
  /** the hotel's own words */
  words: OwnWords | undefined
}

/** What there is, or nothing: what is no JSON of ours is passed over. The content may also stand there by itself. */
export function readInitialData(element: Element): InitialData {
  const given = objectOf(element.querySelector(':scope > script[type="application/json"]')?.textContent)
  const { token, content = given, asOf, words } = given
  return { token, content, asOf: Date.parse(String(asOf)) || undefined, words: words as OwnWords | undefined }
}

/** A JSON text as an object; an empty one if it is none. */
export function objectOf(text: string | null | undefined): Record<string, unknown> {
  try {
    return Object(JSON.parse(text ?? ''))
  } catch {
    return {}
  }
}
