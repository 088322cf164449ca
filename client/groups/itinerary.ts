import { type Connection, contentOf } from '../connection.ts'
import type { CallOptions } from '../options.ts'
import type { Itinerary, ItineraryHotel, ItineraryLink, ItineraryLinkQuery, ItineraryLinkRequest } from '../types.ts'

export class ItineraryGroup {
  readonly #connection: Connection

  /** @internal */
  constructor(connection: Connection) {
    this.#connection = connection
  }

  /**
   * Issues a link to the itinerary of a reservation, and ends the link before. It has no identity and is repeated: a repetition issues
   * another link. The one that is returned is valid, unless an attempt that timed out arrives after it.
   */
  async issueLink(body: ItineraryLinkRequest, options?: CallOptions): Promise<ItineraryLink> {
    return contentOf(await this.#connection.post('/api/PartnerItinerary/IssueLink', body, options))
  }

  /** The link that the guest of a reservation has. Undefined: there is none, or it has expired or was revoked. */
  async link(query: ItineraryLinkQuery, options?: CallOptions): Promise<ItineraryLink | undefined> {
    const call = { method: 'GET', path: '/api/PartnerItinerary/GetLink', query } as const
    const link = contentOf<Partial<ItineraryLink>>(await this.#connection.send(call, options))
    return 'token' in link ? (link as ItineraryLink) : undefined
  }

  /** Ends the link of a reservation. It has no identity and is repeated: without a link it changes nothing. */
  async revokeLink(body: ItineraryLinkRequest, options?: CallOptions): Promise<void> {
    await this.#connection.post('/api/PartnerItinerary/RevokeLink', body, options)
  }

  /** The itinerary of a link. An invalid or expired token is 404. */
  details(token: string, options?: CallOptions): Promise<Itinerary> {
    return this.#read('details', token, options)
  }

  /** The hotels of the itinerary of a link. */
  async hotels(token: string, options?: CallOptions): Promise<ItineraryHotel[]> {
    const content = await this.#read<ItineraryHotel[] | object>('hotels', token, options)
    return Array.isArray(content) ? content : []
  }

  async #read<Content>(what: string, token: string, options: CallOptions | undefined): Promise<Content> {
    const path = `/api/public/PartnerItinerary/${what}/${encodeURIComponent(token)}`
    return contentOf(await this.#connection.send({ method: 'GET', path, isPublic: true }, options))
  }
}
