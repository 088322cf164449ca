import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/** What the API tells only once, and what it takes to go on with a demo hotel that was begun. */
export interface Memory {
  /** The day around which the bookings were made: the same again gives the same bookings. */
  day?: string
  /** Where the service was when the hotel's pictures were last given their address. */
  origin?: string
  clientId?: string
  clientSecret?: string
  /** The reservation whose pages are shown. */
  reservationId?: number
  linkToken?: string
  /** Every booking is made. */
  loaded?: boolean
}

/** A small file that only its owner may read, in the state folder and out of git's sight. */
export function memoryAt(path: string) {
  return {
    recall(): Memory {
      try {
        return JSON.parse(readFileSync(path, 'utf8')) as Memory
      } catch {
        return {}
      }
    },
    keep(memory: Memory): void {
      writeFileSync(`${path}.new`, `${JSON.stringify(memory, null, 2)}\n`, { mode: 0o600 })
      renameSync(`${path}.new`, path)
    },
  }
}
