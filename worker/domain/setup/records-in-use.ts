import type { Setup } from '../../../schema/wire/setup'
import type { RecordInUse } from '../../store/setup/columns'
import { idOf } from './kinds'

const FIELDS = {
  roomTypes: { moves: 'hotelid', noun: 'room type' },
  rooms: { moves: 'roomTypeId', noun: 'room' },
  ratePlans: { moves: 'hotelid', noun: 'rate plan' },
} as const

/**
 * The error items of a document that moves records in use to another hotel. Their days, allotments, messages and open
 * reservations are stored with the current hotel and do not move with them.
 */
export function inUseErrors(setup: Setup, recordsInUse: readonly RecordInUse[]) {
  return recordsInUse.map(({ kind, id, hotelId, by, byId }) => {
    const { moves, noun } = FIELDS[kind]
    const at = setup[kind].findIndex(record => idOf(kind, record) === id)
    const reason = by === 'reservation' ? `reservation ${byId} is open there` : `${by} ${byId} is tied to it`
    return {
      code: 'INVALID_TRANSITION' as const,
      description: `${kind}[${at}].${moves}: ${noun} ${id} cannot leave ${hotelId}, because ${reason}`,
    }
  })
}
