import { CurrentLink, LinkQuery } from '../../../schema/wire/itinerary'
import { linkKeys } from '../../auth/keys'
import { signLinkToken } from '../../auth/link-token'
import { refuse } from '../../errors'
import { endpoint, nothingFound, success } from '../../http/endpoint'
import { linkContent } from '../../links/link-addresses'
import { readLink } from '../../store/itinerary/link'
import { LINK_EXAMPLE } from './example'

export const getLink = endpoint(
  {
    method: 'GET',
    path: '/api/PartnerItinerary/GetLink',
    operationId: 'getLink',
    summary: "Returns the link that opens a reservation's itinerary now.",
    description:
      'It issues nothing and ends nothing: the guest keeps the link that they have. The text is that of `IssueLink`. Only ' +
      'after the customer was moved, or the key of the links was removed, is it another text that opens the same. A link that ' +
      'has expired or was revoked is not returned.',
    auth: 'reservations:write',
    allowReplica: true,
    query: LinkQuery,
    response: CurrentLink,
    example: {
      query: { reservationId: 4 },
      needs: 'a link of the reservation',
      response: LINK_EXAMPLE,
    },
    errors: ['NOT_FOUND', 'NOT_CONFIGURED'],
  },
  async call => {
    const { scope } = call
    const { reservationId } = call.query
    const keys = await linkKeys(call.settings)
    if (!keys) return refuse('NOT_CONFIGURED', 'LINK_KEYS is not configured')
    const found = await readLink(call.db, scope, reservationId)
    if (!found) return refuse('NOT_FOUND', 'reservationId: there is no such reservation')
    const { linkId, expiresAt, madeWith, urlTemplate } = found
    if (linkId === null || expiresAt === null) return nothingFound()

    const signer = [...keys.byKid.values()].find(({ fingerprint }) => fingerprint === madeWith)
    const token = await signLinkToken(keys, { scope, linkId, reservationId, expiresAt: expiresAt / 1000 }, signer?.kid)
    return success(linkContent(token, { urlTemplate, expiresAt }, call.publicUrl))
  },
)
