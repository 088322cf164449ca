import type { Connection } from '../connection.ts'
import { list } from '../lists.ts'
import type { CallOptions } from '../options.ts'
import type { Pages } from '../pages.ts'
import type { FetchMessage, FetchMessageUpdate, FetchQuery } from '../types.ts'

export class FetchQueueGroup {
  readonly #connection: Connection

  /** @internal */
  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Messages, oldest first. Reading takes none out of the queue. Default: those that are Pending. */
  messages(query: FetchQuery = {}, options?: CallOptions): Pages<FetchMessage> {
    return list(this.#connection, { method: 'GET', path: '/api/Fetch/GetFetchQueueMessage', query }, options)
  }

  /** Sets the status of a message. It has no identity and is repeated: the same status again changes nothing. */
  async update(message: FetchMessageUpdate, options?: CallOptions): Promise<void> {
    await this.#connection.post('/api/Fetch/UpdateFetchQueueMessage', message, options)
  }
}
