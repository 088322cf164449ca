import { IssuedLink, LinkRequest } from '../../../schema/wire/itinerary'
import { linkKeys } from '../../auth/keys'
import { signLinkToken } from '../../auth/link-token'
import { refuse } from '../../errors'
import { answer, endpoint } from '../../http/endpoint'
import { replaceLink } from '../../store/link'
import { addressesOf } from './link-addresses'
import { newLink } from './new-link'
import { spreadRevocation } from './spread-revocation'

export const issueLink = endpoint(
  {
    method: 'POST',
    path: '/api/PartnerItinerary/IssueLink',
    summary: "Issues the link that opens a reservation's itinerary.",
    description:
      'The link issued before is dead from that moment. The token is shown here and nowhere else. An inquiry without dates has ' +
      'no itinerary until it has dates.',
    needs: 'reservations:write',
    body: LinkRequest,
    content: IssuedLink,
    example: { body: { reservationId: 1 } },
    refuses: ['NOT_FOUND', 'INVALID_TRANSITION', 'NOT_CONFIGURED'],
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
    spreadRevocation(call, replaced.dead)

    return answer({
      token,
      ...addressesOf(token, replaced.urlTemplate, call.publicUrl),
      expiresAt: new Date(expiresAt).toISOString(),
    })
  },
)
