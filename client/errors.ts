/** One error of a response. */
export interface ErrorDetail {
  /** A constant, such as `ROOM_NOT_AVAILABLE`. */
  code: string
  /** The cause for people. It begins with the path of a field: `roomsBooked[0].roomID: …`. */
  description: string
}

/** What an `InnletError` is made of. */
export interface ErrorFields {
  status?: number
  errors: readonly [ErrorDetail, ...ErrorDetail[]]
  requestId?: string | undefined
  retryable?: boolean
  retryAfter?: number | undefined
  cause?: unknown
}

/**
 * A request that failed. Decide by `code`:
 *
 * | `code` | Meaning |
 * | --- | --- |
 * | a code of the service, such as `ROOM_NOT_AVAILABLE` | the service refused the request |
 * | an `error_code` of the token endpoint, such as `CLIENT_REVOKED` | it issued no token |
 * | `NETWORK_ERROR` | there was no response, or the connection broke; `cause` has the error of `fetch` |
 * | `TIMEOUT` | there was no response in time |
 * | `INVALID_RESPONSE` | the response is not one of the service: a wrong `url`, a proxy |
 * | `INVALID_SIGNATURE` | `verifyWebhook`: the webhook is not from the service, or too old |
 *
 * @example
 * ```ts
 * import { Innlet, InnletError } from '@innlet/client'
 *
 * async function cancel(innlet: Innlet, bookingID: number): Promise<void> {
 *   try {
 *     await innlet.booking.post({ action: 'cancel', bookingID })
 *   } catch (error) {
 *     if (error instanceof InnletError && error.code === 'NOT_FOUND') return
 *     throw error
 *   }
 * }
 * ```
 */
export class InnletError extends Error {
  override readonly name: string = 'InnletError'
  /** The HTTP status. 0: there was no response. */
  readonly status: number
  /** The code of the first error. */
  readonly code: string
  /** All errors: the service names each faulty field at once. */
  readonly errors: readonly [ErrorDetail, ...ErrorDetail[]]
  /** `X-Request-Id` of the response. Give it when you report a problem. */
  readonly requestId: string | undefined
  /** The same request may succeed later. The client has already repeated it, as often as its options say. */
  readonly retryable: boolean
  /** The seconds that the service asks to wait. */
  readonly retryAfter: number | undefined

  constructor({ status = 0, errors, requestId, retryable = false, retryAfter, cause }: ErrorFields) {
    super(
      errors.map(({ code, description }) => `${code}: ${description}`).join('\n'),
      cause === undefined ? undefined : { cause },
    )
    this.status = status
    this.code = errors[0].code
    this.errors = errors
    this.requestId = requestId
    this.retryable = retryable
    this.retryAfter = retryAfter
  }
}

/**
 * The service no longer keeps events that you have not read (410 `EVENTS_EXPIRED`). Build your copy again: read all records that you
 * follow, and then follow the events after `newestSequence`.
 *
 * @example
 * ```ts
 * import { EventsExpiredError, type Innlet } from '@innlet/client'
 *
 * async function follow(innlet: Innlet, afterSequence: number): Promise<void> {
 *   try {
 *     for await (const event of innlet.events.follow({ afterSequence })) console.log(event.type)
 *   } catch (error) {
 *     if (!(error instanceof EventsExpiredError)) throw error
 *     for await (const reservation of innlet.reservation.find()) console.log(reservation.reservationId)
 *     await follow(innlet, error.newestSequence)
 *   }
 * }
 * ```
 */
export class EventsExpiredError extends InnletError {
  override readonly name = 'EventsExpiredError'
  /** The sequence of the newest event, read before you build your copy again. Follow the events after it. */
  readonly newestSequence: number

  constructor(fields: ErrorFields, newestSequence: number) {
    super(fields)
    this.message += `\nRead all records again, then follow the events after sequence ${newestSequence}.`
    this.newestSequence = newestSequence
  }
}

/** An error without a response of the service. */
export const localError = (code: string, description: string, fields: Omit<ErrorFields, 'errors'> = {}): InnletError =>
  new InnletError({ ...fields, errors: [{ code, description }] })
