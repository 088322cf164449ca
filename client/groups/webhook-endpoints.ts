import { type Connection, contentOf } from '../connection.ts'
import { InnletError } from '../errors.ts'
import { list, pageOf } from '../lists.ts'
import type { CallOptions, WriteOptions } from '../options.ts'
import { collect, type Page, Pages } from '../pages.ts'
import type {
  Delivery,
  DeliveryQuery,
  NewWebhookEndpoint,
  Replay,
  ReplayInput,
  RotatedSecret,
  SecretRotationInput,
  WebhookEndpoint,
  WebhookEndpointChange,
  WebhookEndpointInput,
  WebhookEndpointReference,
  WebhookEndpointTest,
} from '../types.ts'

/** Deliveries of an endpoint. Without `afterSequence` the oldest that is kept comes first. */
export type DeliveryListQuery = Omit<DeliveryQuery, 'cursor'>

export class WebhookEndpointGroup {
  readonly #connection: Connection

  /** @internal */
  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Makes an endpoint, exactly once. The secret of v1 is shown only here. */
  async create(body: WebhookEndpointInput, options?: WriteOptions): Promise<NewWebhookEndpoint> {
    return contentOf(await this.#connection.write('/api/Webhook/PostEndpoint', body, options))
  }

  /** All endpoints. */
  list(options?: CallOptions): Promise<WebhookEndpoint[]> {
    const call = { method: 'GET', path: '/api/Webhook/GetEndpoints' } as const
    return collect(list<WebhookEndpoint>(this.#connection, call, options))
  }

  /** Changes an endpoint. It has no identity and is repeated: the same values again change nothing. */
  async update(body: WebhookEndpointChange, options?: CallOptions): Promise<WebhookEndpoint> {
    return contentOf(await this.#connection.post('/api/Webhook/UpdateEndpoint', body, options))
  }

  /** Deletes an endpoint. It has no identity and is repeated: if only a repetition is 404, the first attempt has deleted it. */
  async delete(body: WebhookEndpointReference, options?: CallOptions): Promise<void> {
    let isRepeated = false
    const onRepetition = () => {
      isRepeated = true
    }
    const path = '/api/Webhook/DeleteEndpoint'
    try {
      await this.#connection.send({ method: 'POST', path, body, onRepetition }, options)
    } catch (error) {
      if (!(isRepeated && error instanceof InnletError && error.status === 404)) throw error
    }
  }

  /** Gives an endpoint a new secret, exactly once. For 24 hours the old one signs too. */
  async rotateSecret(body: SecretRotationInput, options?: WriteOptions): Promise<RotatedSecret> {
    return contentOf(await this.#connection.write('/api/Webhook/RotateSecret', body, options))
  }

  /** Sends a `ping` now. It has no identity and is repeated: the receiver may get a second `ping`. */
  async test(body: WebhookEndpointReference, options?: CallOptions): Promise<WebhookEndpointTest> {
    return contentOf(await this.#connection.post('/api/Webhook/TestEndpoint', body, options))
  }

  /** What was sent to an endpoint, in the order of the events. */
  deliveries(query: DeliveryListQuery, options?: CallOptions): Pages<Delivery, number> {
    const read = async (afterSequence: number | undefined): Promise<Page<Delivery, number>> => {
      const call = { method: 'GET', path: '/api/Webhook/GetDeliveries', query: { ...query, afterSequence } } as const
      return pageOf(await this.#connection.send(call, options), Number, afterSequence)
    }
    return new Pages(read, query.afterSequence)
  }

  /**
   * Sends events again. It has no identity: after a broken connection or a time-out it is not repeated, because the events could be
   * sent twice more. Receivers ignore an id that they have, so you may repeat it.
   */
  async replay(body: ReplayInput, options?: CallOptions): Promise<Replay> {
    const path = '/api/Webhook/Replay'
    return contentOf(await this.#connection.send({ method: 'POST', path, body, onlyIfRefused: true }, options))
  }
}
