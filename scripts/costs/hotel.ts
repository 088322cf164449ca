import { type Rows, rowName, rowsNamed } from './counted-rows.ts'

/** How a hotel uses the service in a month. */
export interface Hotel {
  name: string
  cpuMsPerRequest: number
  kvReads: number
  kvWrites: number
  hotelsPerDatabase: number
  stored: readonly { what: string; rows: number; bytes: number }[]
  uses: readonly Use[]
}

interface Use {
  what: string
  /** Requests a month. */
  requests: number
  /** The operation and the variant of docs/counts.md. */
  operation: string
  variant: string
  /** A request has as many rows as so many of the counted ones. */
  times?: number
  writesEvent?: boolean
}

/** Where the rows are counted: docs/counts.md, and scripts/costs/background-rows.json. */
export interface Counted {
  requests: ReadonlyMap<string, Rows>
  background: ReadonlyMap<string, Rows>
}

/** What is billed. The names are those of the prices. */
export type Resource = 'requests' | 'cpuMs' | 'rowsRead' | 'rowsWritten' | 'storedBytes' | 'kvReads' | 'kvWrites'
export type Usage = Record<Resource, number>

/** A line of the table of one hotel. Undefined rows a request: the line is a sum. */
export interface HotelLine {
  what: string
  requests: number
  each?: Rows
  total: Rows
}

const plus = (one: Rows, other: Rows): Rows => ({ read: one.read + other.read, written: one.written + other.written })
const times = ({ read, written }: Rows, factor: number): Rows => ({ read: read * factor, written: written * factor })

/** Rows of the requests of a month, and of what the hourly run deletes of them later. */
export function hotelLines({ uses }: Hotel, { requests, background }: Counted): HotelLine[] {
  const lines = uses.map(({ what, requests: count, operation, variant, times: factor = 1 }): HotelLine => {
    const each = times(rowsNamed(requests, rowName(operation, variant), 'docs/counts.md'), factor)
    return { what, requests: count, each, total: times(each, count) }
  })
  const deleted = uses.flatMap(use => {
    // A request that writes no event stores nothing that the hourly run deletes.
    if (!use.writesEvent) return []
    const name = rowName(use.operation, use.variant)
    return [times(rowsNamed(background, name, 'scripts/costs/background-rows.json'), use.requests)]
  })
  const none: Rows = { read: 0, written: 0 }
  return [...lines, { what: 'rows that the hourly run deletes', requests: 0, total: deleted.reduce(plus, none) }]
}

/** What a hotel uses in a month. */
export function usageOf(hotel: Hotel, lines: readonly HotelLine[]): Usage {
  const requests = lines.reduce((sum, line) => sum + line.requests, 0)
  const { read, written } = lines.map(({ total }) => total).reduce(plus)
  return {
    requests,
    cpuMs: requests * hotel.cpuMsPerRequest,
    rowsRead: read,
    rowsWritten: written,
    storedBytes: hotel.stored.reduce((sum, { rows, bytes }) => sum + rows * bytes, 0),
    kvReads: hotel.kvReads,
    kvWrites: hotel.kvWrites,
  }
}

/** Events that a hotel writes in a month. */
export const eventsOf = ({ uses }: Hotel) =>
  uses.reduce((sum, { requests, writesEvent }) => sum + (writesEvent ? requests : 0), 0)

const MINUTES = 43_200
const HOURS = 720
/** The bytes of a delivery, on average over 90 days. Its attempts are emptied after 30. */
const BYTES_OF_DELIVERY = 150

/** What an endpoint for every event of a hotel uses in a month, above the hotel itself. */
export function usageOfEndpoint(hotel: Hotel, { background }: Counted): Usage {
  const rows = (name: string) => rowsNamed(background, `webhook: ${name}`, 'scripts/costs/background-rows.json')
  const events = eventsOf(hotel)
  const { read, written } = [
    times(rows('an event is sent'), events),
    times(rows('a delivery is old'), events),
    times(rows('the run of each minute'), MINUTES),
    // The hourly run stores up to where attempts are emptied.
    times({ read: 1, written: 1 }, HOURS),
  ].reduce(plus)
  return {
    // A call between Workers is no request.
    requests: 0,
    cpuMs: events * hotel.cpuMsPerRequest,
    rowsRead: read,
    rowsWritten: written,
    storedBytes: 3 * events * BYTES_OF_DELIVERY,
    kvReads: 0,
    kvWrites: 0,
  }
}
