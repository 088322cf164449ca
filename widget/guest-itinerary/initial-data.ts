import type { OwnWords } from './translator.ts'

/** Data that the page provides inside the tag as JSON: `<script type="application/json">{"content": …}</script>`. */
export interface InitialData {
  /** the token of the content; if absent, the token that the element starts with */
  token: unknown
  /** the content of the service's response, so that the element need not fetch it */
  content: unknown
  /** the content of the service's response `hotels` */
  hotels: unknown
  /** the time zone of the hotel, used if `hotels` has none */
  timeZone: unknown
  /** by the id of a hotel, the last day of the Wi-Fi that the guest knows or will know */
  wifiUntil: unknown
  /** when the content was fetched, ms; now if unknown */
  asOf: number | undefined
  /** the guest's page: when the service rendered it, ms; or by how many ms the service's clock was ahead of the device's then */
  at: number | undefined
  ahead: number | undefined
  /** the hotel's own words */
  words: OwnWords | undefined
}

/** The data, with every field empty if the JSON is invalid. The content may also be the whole JSON object. */
export function readInitialData(element: Element): InitialData {
  const data = parseObject(element.querySelector(':scope > script[type="application/json"]')?.textContent)
  return { content: data, ...data, asOf: Date.parse(String(data.asOf)) || undefined } as InitialData
}

/** The own words, also as the JSON of the attribute; an empty object for any other value. */
export const objectOf = (value: unknown): object =>
  typeof value === 'string' ? parseObject(value) : typeof value === 'object' ? Object(value) : {}

/** The object of a JSON text; an empty object if the text is invalid. */
export function parseObject(text: string | null | undefined): Record<string, unknown> {
  try {
    return Object(JSON.parse(text ?? ''))
  } catch {
    return {}
  }
}
