import { type Connection, contentOf } from '../connection.ts'
import { list, nextCursor } from '../lists.ts'
import type { CallOptions } from '../options.ts'
import type { Pages } from '../pages.ts'
import type {
  ChannelContent,
  ChannelMessage,
  ChannelQuery,
  ChannelReservation,
  ChannelReservationFilter,
} from '../types.ts'

export class CmConnectGroup {
  readonly #connection: Connection

  /** @internal */
  constructor(connection: Connection) {
    this.#connection = connection
  }

  /**
   * Sets descriptions, rates and availability. It has no identity and is repeated, which undoes a later message for the same days. So
   * send the next one after this one has ended, and the present values after a failure.
   */
  async update(message: ChannelMessage, options?: CallOptions): Promise<void> {
    await this.#connection.post('/api/CMConnect/UpdateCMConnect', message, options)
  }

  /** What was set, of one hotel or all: all pages together. An unknown hotel has none of it. */
  async get(query: ChannelQuery = {}, options?: CallOptions): Promise<ChannelContent> {
    const whole: ChannelContent = { property: [], rooms: [], ratePlan: [], rateAvailability: [] }
    let { cursor } = query
    do {
      const call = { method: 'GET', path: '/api/CMConnect/GetCMConnect', query: { ...query, cursor } } as const
      const reply = await this.#connection.send(call, options)
      const {
        property = [],
        rooms = [],
        ratePlan = [],
        rateAvailability = [],
      } = contentOf<Partial<ChannelContent>>(reply)
      whole.property.push(...property)
      whole.rooms.push(...rooms)
      whole.ratePlan.push(...ratePlan)
      whole.rateAvailability.push(...rateAvailability)
      cursor = nextCursor(reply, cursor)
    } while (cursor)
    return whole
  }

  /** Reservations as a channel manager reads them. */
  reservations(filter: ChannelReservationFilter = {}, options?: CallOptions): Pages<ChannelReservation> {
    return list(this.#connection, { method: 'POST', path: '/api/CMConnect/GetReservation', body: filter }, options)
  }
}
