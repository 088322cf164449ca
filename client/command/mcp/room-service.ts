import * as z from 'zod'
import { localError } from '../../errors.ts'
import type { Innlet } from '../../innlet.ts'
import type { Closure } from '../../types.ts'
import { dateAfter } from './dates.ts'
import * as inputs from './inputs.ts'
import { type Prepared, writingTool } from './tool.ts'

export const roomService = writingTool({
  name: 'room_service',
  description:
    'Takes a room out of service (`close`), or ends that from a night on (`open`). No booking takes a night of a closed room.',
  permission: 'reservations:write',
  isDestructive: true,
  input: z.strictObject({
    action: z.enum(['close', 'open']),
    roomId: z.int().min(1).describe('The id of the room.'),
    fromDate: inputs.date.describe('The first night that is closed or opened, YYYY-MM-DD.'),
    toDate: inputs.date.optional().describe('To close: the day after the last night, YYYY-MM-DD.'),
    reason: z.string().max(500).optional().describe('To close: why, for the staff.'),
  }),
  prepare: async (innlet, { action, roomId, fromDate, toDate, reason }, identity) => {
    if (action === 'open') return prepareOpening(innlet, roomId, fromDate)
    if (toDate === undefined) throw localError('INVALID_FIELD', 'toDate: expected a date, to close a room')
    const nights = { roomId, fromDate, toDate }
    return {
      text: `Close room ${roomId} from ${fromDate} to ${toDate}.`,
      data: { ...nights, reason: reason ?? '' },
      write: async () => {
        const { closureId } = await innlet.reservation.closeRoom({ identity, roomID: roomId, fromDate, toDate, reason })
        return { text: `Closed room ${roomId} from ${fromDate} to ${toDate}.`, data: { closureId, ...nights } }
      },
    }
  },
})

async function prepareOpening(innlet: Innlet, roomId: number, fromDate: string): Promise<Prepared> {
  const closure = await closureOf(innlet, roomId, fromDate)
  const { closureId, toDate } = closure
  return {
    text: `Open room ${roomId} from ${fromDate} to ${toDate}.`,
    data: { ...closure },
    write: async () => {
      await innlet.reservation.openRoom({ closureId, fromDate })
      return {
        text: `Opened room ${roomId} from ${fromDate} to ${toDate}.`,
        data: { closureId, roomId, fromDate, toDate },
      }
    },
  }
}

async function closureOf(innlet: Innlet, roomID: number, night: string): Promise<Closure> {
  const nights = { from: night, to: dateAfter(night, 1) }
  for await (const closure of innlet.reservation.closures({ ...nights, roomID })) return closure
  throw localError('NOT_FOUND', `fromDate: room ${roomID} is not closed on ${night}`)
}
