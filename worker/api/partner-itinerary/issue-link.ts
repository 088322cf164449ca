import { IssuedLink, LinkRequest } from '../../../schema/wire/itinerary'
import { linkKeys } from '../../auth/keys'
import { newLinkId, signLinkToken } from '../../auth/link-token'
import { refuse } from '../../errors'
import { answer, endpoint } from '../../http/endpoint'
import { replaceLink } from '../../store/link'
import { addressesOf } from './link-addresses'
import { spreadRevocation } from './spread-revocation'

const HOUR = 3600

export const issueLink = endpoint(
  {
    method: 'POST',
    path: '/api/PartnerItinerary/IssueLink',
    summary: "Issues the link that opens a reservation's itinerary.",
    description: 'The link issued before is dead from that moment. The token is shown here and nowhere else.',
    needs: 'reservations:write',
    body: LinkRequest,
    content: IssuedLink,
    example: { body: { reservationId: 1 } },
    refuses: ['NOT_FOUND', 'NOT_CONFIGURED'],
  },
  async call => {
    const { settings, scope, now } = call
    const { reservationId } = call.body
    const keys = await linkKeys(settings)
    if (!keys) return refuse('NOT_CONFIGURED', 'LINK_KEYS is not configured')

    const linkId = newLinkId()
    const expiresAt = Math.floor(now / 1000) + settings.linkTtlHours * HOUR
    const token = await signLinkToken(keys, { scope, linkId, reservationId, expiresAt })

    const link = { reservationId, linkId, issuedAt: now, expiresAt: expiresAt * 1000 }
    const replaced = await replaceLink(call.db, scope, link)
    if (!replaced) return refuse('NOT_FOUND', 'reservationId: there is no such reservation')
    spreadRevocation(call, replaced.dead)

    return answer(
      {
        token,
        ...addressesOf(token, replaced.urlTemplate, call.publicUrl),
        expiresAt: new Date(link.expiresAt).toISOString(),
      },
      { headers: { 'cache-control': 'no-store' } },
    )
  },
)
