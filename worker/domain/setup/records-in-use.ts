import type { Setup } from '../../../schema/wire/setup'
import type { RecordInUse } from '../../store/setup/columns'

const FIELDS = {
  roomTypes: { id: 'roomTypeId', moves: 'hotelid', noun: 'room type' },
  rooms: { id: 'roomId', moves: 'roomTypeId', noun: 'room' },
  ratePlans: { id: 'rateId', moves: 'hotelid', noun: 'rate plan' },
} as const

/**
 * The error items of a document that moves records in use to another hotel. Their days, allotments, messages and open
 * reservations are stored with the current hotel and do not move with them.
 */
export function inUseErrors(setup: Setup, recordsInUse: readonly RecordInUse[]) {
  return recordsInUse.map(({ kind, id, hotelId, by, byId }) => {
    const { id: idField, moves, noun } = FIELDS[kind]
    const at = setup[kind].findIndex(record => (record as Record<string, unknown>)[idField] === id)
    const reason = by === 'reservation' ? `reservation ${byId} is open there` : `${by} ${byId} is tied to it`
    return {
      code: 'INVALID_TRANSITION' as const,
      description: `${kind}[${at}].${moves}: ${noun} ${id} cannot leave ${hotelId}, because ${reason}`,
    }
  })
}
