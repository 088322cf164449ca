import type { Setup } from '../../../schema/wire/setup'

/** A record that would move to another hotel, and what holds it where it is. */
export interface RecordInUse {
  kind: 'roomTypes' | 'rooms' | 'ratePlans'
  id: number
  /** The hotel that it would leave. */
  hotelId: string
  by: 'channel room' | 'channel rate plan' | 'reservation'
  byId: string | number
}

const FIELDS = {
  roomTypes: { id: 'roomTypeId', moves: 'hotelid', noun: 'room type' },
  rooms: { id: 'roomId', moves: 'roomTypeId', noun: 'room' },
  ratePlans: { id: 'rateId', moves: 'hotelid', noun: 'rate plan' },
} as const

/**
 * The faults of a document that moves what is in use to another hotel. Its days, allotments, messages and open reservations
 * are kept with the hotel that they were made in, and do not follow.
 */
export function inUseErrors(setup: Setup, ties: readonly RecordInUse[]) {
  return ties.map(({ kind, id, hotelId, by, byId }) => {
    const { id: idField, moves, noun } = FIELDS[kind]
    const at = setup[kind].findIndex(record => (record as Record<string, unknown>)[idField] === id)
    const reason = by === 'reservation' ? `reservation ${byId} is open there` : `${by} ${byId} is tied to it`
    return {
      code: 'INVALID_TRANSITION' as const,
      description: `${kind}[${at}].${moves}: ${noun} ${id} cannot leave ${hotelId}, because ${reason}`,
    }
  })
}
