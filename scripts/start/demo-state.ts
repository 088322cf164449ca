import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/** State of the demo hotel between starts: values that the API returns only once, and how far loading has come. */
export interface DemoState {
  /** The day around which the bookings are. The same day gives the same bookings. */
  day?: string
  /** The service's origin when the URLs of the hotel's pictures were last set. */
  origin?: string
  clientId?: string
  clientSecret?: string
  /** The reservation whose pages are shown. */
  reservationId?: number
  linkToken?: string
  /** All bookings are made, and the prices are sent. */
  loaded?: boolean
  /** `updatedAt` of each reservation after it was moved, by id. A later `updatedAt` means that a user changed it. */
  moved?: Record<number, string>
  /** The reservation that is being moved. */
  moving?: number
  /** The day and the instant whose rows the large hotel has, and whether it has all. */
  large?: { day: string; at: number; loaded?: boolean }
  /** The webhook endpoint of the demo's receiver. */
  endpoint?: DemoEndpoint
}

/** A webhook endpoint as it was requested. The same request again has the response with its secret. */
export interface DemoEndpoint {
  identity: string
  url: string
  /** The id of the endpoint that was made. */
  endpointId?: number
}

/** The state in a file that only its owner can read. It is in the state folder, which git ignores. */
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
