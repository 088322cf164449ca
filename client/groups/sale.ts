import { type Connection, contentOf } from '../connection.ts'
import type { OptionalIdentity, WriteOptions } from '../options.ts'
import type { Sale, SaleInput } from '../types.ts'

export class SaleGroup {
  readonly #connection: Connection

  /** @internal */
  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Sells from stock, exactly once. Without an `identity` the client makes one, which is the same in each attempt. */
  async post(body: OptionalIdentity<SaleInput>, options?: WriteOptions): Promise<Sale> {
    return contentOf(await this.#connection.write('/api/Sale/PostSale', body, options))
  }
}
