import { env } from 'cloudflare:workers'
import { runMinute } from '../../worker/webhook-dispatcher'
import { rows } from './service'

/** The run of each minute. */
export const runOfMinute = (changes: Partial<typeof env> = {}) => runMinute({ ...env, ...changes }, Date.now())

/** Lets a hold end some milliseconds from now, because the clock of the database cannot be moved. Returns the time. */
export async function endHold(reservationId: number, inMs = -1): Promise<number> {
  const end = Date.now() + inMs
  await rows('UPDATE hold SET hold_until = ? WHERE reservation_id = ?', end, reservationId)
  return end
}
