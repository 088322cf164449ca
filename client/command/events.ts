import type { Event } from '../types.ts'
import type { Invocation } from './action.ts'
import { openClient } from './connections.ts'
import { explained } from './failure.ts'

export interface TailFlags {
  from?: number
  types?: string[]
}

/** `innlet events tail`: prints events as they happen, until it is interrupted. */
export async function tail(invocation: Invocation<TailFlags>): Promise<void> {
  const { output } = invocation
  for await (const event of follow(invocation, interruption())) {
    output.row(event, [event.sequence, event.timestamp, event.type, subjectOf(event)])
  }
}

/** The events of the log, from the first one that is asked for, until the signal is aborted. */
export async function* follow(
  { flags: { from, types }, credentials, output }: Invocation<TailFlags>,
  signal: AbortSignal,
): AsyncGenerator<Event, void, undefined> {
  const { events } = openClient(credentials)
  const afterSequence = before(from) ?? (await events.newestSequence())
  output.note(`Events after sequence ${afterSequence}. End with Ctrl-C.`)
  const onError = (error: Error) => output.note(`${explained(error, credentials.url).message}\nTrying again.`)
  yield* events.follow({ afterSequence, types: types?.join(','), signal, onError })
}

/** The sequence before the first event. */
export const before = (first: number | undefined) => (first === undefined ? undefined : Math.max(0, first - 1))

/** Is aborted by Ctrl-C and by SIGTERM. */
export function interruption(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort())
  return controller.signal
}

/** What an event is about, in a few words. */
export function subjectOf({ data }: Event): string {
  const { reservationNumber, reservationId, saleNumber, hotelid, endpointId } = data as Record<string, unknown>
  const named = {
    reservation: reservationNumber ?? reservationId,
    sale: saleNumber,
    hotel: hotelid,
    endpoint: endpointId,
  }
  return Object.entries(named)
    .filter(([, id]) => id !== undefined && id !== null)
    .map(([name, id]) => `${name} ${id}`)
    .join(', ')
}
