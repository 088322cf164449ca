import { IssuedLink, LinkRequest } from '../../../schema/wire/itinerary'
import { linkKeys } from '../../auth/keys'
import { signLinkToken } from '../../auth/link-token'
import { refuse } from '../../errors'
import { endpoint, success } from '../../http/endpoint'
import { linkContent } from '../../links/link-addresses'
import { newLink } from '../../links/new-link'
import { publishRevocation } from '../../links/publish-revocation'
import { replaceLink } from '../../store/itinerary/link'
import { LINK_EXAMPLE } from './example'

export const issueLink = endpoint(
  {
    method: 'POST',
    path: '/api/PartnerItinerary/IssueLink',
    operationId: 'issueLink',
    summary: "Issues a link to a reservation's itinerary.",
    description:
      'The previous link of the reservation is invalid from then on: to hand over the link that the guest has, use `GetLink`. ' +
      'An inquiry has no itinerary until it has dates.',
    auth: 'reservations:write',
    body: LinkRequest,
    response: IssuedLink,
    example: {
      body: { reservationId: 4 },
      response: LINK_EXAMPLE,
    },
    errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'NOT_CONFIGURED'],
  },
  async call => {
    const { settings, scope, now } = call
    const { reservationId } = call.body
    const [keys, link] = await Promise.all([linkKeys(settings), newLink(settings, now)])
    if (!keys || !link) return refuse('NOT_CONFIGURED', 'LINK_KEYS is not configured')

    const { linkId, expiresAt } = link
    const token = await signLinkToken(keys, { scope, linkId, reservationId, expiresAt: expiresAt / 1000 })
    const replaced = await replaceLink(call.db, scope, { reservationId, ...link })
    if (!replaced) return refuse('NOT_FOUND', 'reservationId: there is no such reservation')
    if (!replaced.hasDates)
      return refuse('INVALID_TRANSITION', 'reservationId: an inquiry without dates has no itinerary')
    publishRevocation(call, replaced.dead, 'replaced')

    return success(linkContent(token, { urlTemplate: replaced.urlTemplate, expiresAt }, call.publicUrl))
  },
)
