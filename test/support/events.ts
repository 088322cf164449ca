import { type Call, expectStatus } from './service'

export type LoggedEvent = {
  id: string
  type: string
  sequence: number
  timestamp: string
  by?: string | null
  // biome-ignore lint/suspicious/noExplicitAny: the data of events have many shapes
  data: any
}

export const getEvents = (call: Call, query = '') => call('GET', `/Event/GetEvents${query && `?${query}`}`)

/** A page of events, and the sequence of the newest one. */
export async function eventPage(call: Call, query = '') {
  const { json, headers } = await expectStatus(200, getEvents(call, query))
  const events: LoggedEvent[] = Array.isArray(json.content) ? json.content : []
  return { events, hasMore: headers.get('x-has-more') === 'true', newest: Number(headers.get('x-newest-sequence')) }
}

/** All events after a sequence, as a follower reads them. */
export async function readLog(call: Call, after = 0): Promise<LoggedEvent[]> {
  const { events, hasMore } = await eventPage(call, `afterSequence=${after}&pageSize=200`)
  return hasMore ? [...events, ...(await readLog(call, events.at(-1)?.sequence))] : events
}

/** The events that a change writes. */
export async function eventsOf(call: Call, change: () => Promise<unknown>): Promise<LoggedEvent[]> {
  const { newest } = await eventPage(call)
  await change()
  return readLog(call, newest)
}

/** An event as a line: its type, and what changed. */
export const lineOf = ({ type, data }: LoggedEvent) =>
  data.changed ? `${type}: ${data.changed.join(', ') || 'other'}` : type
