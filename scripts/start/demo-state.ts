import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/** What the API tells only once, and what it takes to go on with a demo hotel that was begun. */
export interface DemoState {
  /** The day around which the bookings are: the same again gives the same bookings. */
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
  /** When a reservation was moved to another day, by its id: a later change is somebody else's. */
  moved?: Record<number, string>
  /** The reservation that is being moved. */
  moving?: number
}

/** A small file that only its owner may read, in the state folder and out of git's sight. */
export function demoStateFile(path: string) {
  return {
    read(): DemoState {
      try {
        return JSON.parse(readFileSync(path, 'utf8')) as DemoState
      } catch {
        return {}
      }
    },
    write(memory: DemoState): void {
      writeFileSync(`${path}.new`, `${JSON.stringify(memory, null, 2)}\n`, { mode: 0o600 })
      renameSync(`${path}.new`, path)
    },
  }
}
