import { type Connection, contentOf } from '../connection.ts'
import { list } from '../lists.ts'
import type { CallOptions, OptionalIdentity, WriteOptions } from '../options.ts'
import type { Pages } from '../pages.ts'
import type { AccountSale, Sale, SaleInput, SaleQuery } from '../types.ts'

export class SaleGroup {
  readonly #connection: Connection

  /** @internal */
  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Sells from stock, or takes things of a sale back, exactly once. Without an `identity` the client makes one, which is the same in each attempt. */
  async post(body: OptionalIdentity<SaleInput>, options?: WriteOptions): Promise<Sale> {
    return contentOf(await this.#connection.write('/api/Sale/PostSale', body, options))
  }

  /** The sales and returns on the account of a reservation, the newest first. */
  list(query: SaleQuery, options?: CallOptions): Pages<AccountSale> {
    return list(this.#connection, { method: 'GET', path: '/api/Sale/GetSales', query }, options)
  }
}
