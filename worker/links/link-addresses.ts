import { linkKeys } from '../auth/keys'
import { signLinkToken } from '../auth/link-token'
import type { Scope } from '../db/scope'
import type { Settings } from '../settings'
import type { NewLink } from '../store/itinerary/link'

/** The path of an itinerary as a calendar. */
export const CALENDAR_PATH = '/api/public/PartnerItinerary/calendar/{token}'

/** The address of an itinerary as a calendar, in a language other than English if one is given. */
export const calendarAddress = (token: string, publicUrl: string, locale = 'en') =>
  fillTemplate(publicUrl + CALENDAR_PATH, token) + (/^en\b/.test(locale) ? '' : `?lang=${locale}`)

/** Where a link opens: on the hotel's own page if the customer has a template for it, else on the guest's page here. */
export const linkAddresses = (token: string, urlTemplate: string, publicUrl: string) => ({
  url: fillTemplate(urlTemplate || `${publicUrl}/itinerary/{token}`, token),
  calendarUrl: calendarAddress(token, publicUrl),
})

/** A link as an integrator gets it. `expiresAt` is in milliseconds. */
export const linkContent = (
  token: string,
  { urlTemplate, expiresAt }: { urlTemplate: string; expiresAt: number },
  publicUrl: string,
) => ({
  token,
  ...linkAddresses(token, urlTemplate, publicUrl),
  expiresAt: new Date(expiresAt).toISOString(),
})

/** A token has only characters that need no escaping in any part of an address. */
const fillTemplate = (template: string, token: string) => template.replaceAll('{token}', token)

/** A link as a stored response has it: all that its address is made of, except the token, which is a secret. */
export interface StoredLink extends Omit<NewLink, 'madeWith'> {
  kid: string
  /** The shard of the customer when the link was issued; absent: the first. */
  shard?: number
  urlTemplate: string
}

/** The address of a stored link: the same each time. Empty if there is no link. */
export async function linkUrl(
  { settings, scope, publicUrl }: { settings: Settings; scope: Scope; publicUrl: string },
  link: StoredLink | undefined,
  reservationId: number,
): Promise<string> {
  const keys = await linkKeys(settings)
  if (!link || !keys) return ''
  const { linkId, expiresAt, kid, urlTemplate, shard = 0 } = link
  const { customer } = scope
  const token = await signLinkToken(
    keys,
    { scope: { customer, shard }, linkId, reservationId, expiresAt: expiresAt / 1000 },
    kid,
  )
  return linkAddresses(token, urlTemplate, publicUrl).url
}
