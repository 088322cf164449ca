import { parseAddress } from './link.ts'

/* Reads values of a response, none of which is trusted. A value of a wrong type is empty. */

/** The fields of `T`, each of them optional and of any type. */
export type Untrusted<T> = { [Name in keyof T]?: unknown }

export const fields = <T>(value: unknown): Untrusted<T> =>
  value && typeof value === 'object' ? (value as Untrusted<T>) : {}

/** The elements that are objects with at least one field. */
export const list = <T>(value: unknown): Untrusted<T>[] =>
  Array.isArray(value) ? value.map(fields<T>).filter(each => Object.keys(each).length) : []

export const text = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''

/** A property as its attribute would be: the parts of a list are separated by spaces, and what is no text is absent. */
export const asAttribute = (value: unknown): string | undefined =>
  Array.isArray(value)
    ? value.map(each => asAttribute(each)).join(' ')
    : typeof value === 'string' || typeof value === 'number'
      ? String(value)
      : undefined

export const count = (value: unknown) => (Number.isSafeInteger(value) ? Math.max(0, Number(value)) : 0)

/** An http or https address, else empty: a hotel's data must not bring other schemes, such as `javascript:`, into the page. */
export function webAddress(value: unknown): string {
  const address = parseAddress(text(value))
  return address && /^https?:$/.test(address.protocol) ? address.href : ''
}
