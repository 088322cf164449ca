import { addressLines } from '../../../schema/address-lines'
import { todayIn } from '../../../schema/stay-dates'
import type { ChannelContent } from '../../../schema/wire/channel-content'
import { emailAddress, type HotelAddress, HotelPosition, phoneNumber } from '../../../schema/wire/hotel-for-guest'
import type { ItineraryHotel } from '../../../schema/wire/itinerary'
import type { HotelLook } from '../../../schema/wire/look'
import { STATUS } from '../../../schema/wire/reservation-status'
import type { StoredStayHotel } from '../../store/itinerary/columns'
import { countryCodeOf } from '../countries'
import { countryName } from '../country-names'

/*
 * The hotels of a stay as they are sent. Each field that the setup does not have is taken from the channel manager's description.
 */

/** Without Wi-Fi. */
export const hotelsOf = (stored: readonly StoredStayHotel[]): ItineraryHotel[] => stored.map(hotelOf)

/** Each hotel with its Wi-Fi, if the guest may know it at an instant (ms). */
export const hotelsWithWifi = (stored: readonly StoredStayHotel[], now: number): ItineraryHotel[] =>
  stored.map(hotel => {
    const { wifi, firstDay } = hotel
    const isThere = isBeforeEnd(hotel, now) && todayIn(hotel.timeZone, now) >= firstDay
    return wifi && isThere ? { ...hotelOf(hotel), wifi } : hotelOf(hotel)
  })

/** By `hotelid`, the last day of the Wi-Fi that the guest knows or will know; undefined if there is none. */
export function lastDaysOfWifi(stored: readonly StoredStayHotel[], now: number): Record<string, string> | undefined {
  const days = stored
    .filter(hotel => hotel.wifi && isBeforeEnd(hotel, now))
    .map(({ hotelid, lastDay }) => [hotelid, lastDay] as const)
  return days.length ? Object.fromEntries(days) : undefined
}

/** Whether the stay takes place, and its day of departure from a hotel is not over there. */
const isBeforeEnd = ({ statusId, timeZone, lastDay }: StoredStayHotel, now: number) =>
  (statusId === STATUS.Confirmed || statusId === STATUS.InHouse) && todayIn(timeZone, now) <= lastDay

/** What a stay is called: its hotel if it has one, `trip` if it has several, the customer if none is known. */
export const stayName = (hotels: readonly { name: string }[], customerName: string, trip: string): string =>
  hotels.length > 1 ? trip : (hotels[0]?.name ?? customerName)

/** How the page of a stay looks: as its first hotel, otherwise as the customer. They are not mixed. */
export const lookOf = (hotels: readonly StoredStayHotel[], ofCustomer: HotelLook | null): HotelLook | null =>
  hotels[0]?.look ?? ofCustomer

/** The fields that have a value. */
export const known = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value)) as {
    [Field in keyof T]?: Exclude<T[Field], '' | undefined>
  }

function hotelOf(stored: StoredStayHotel): ItineraryHotel {
  const described = describedBy(stored.description)
  const fields = {
    address: stored.address ?? described.address,
    position: stored.position ?? described.position,
    phone: stored.phone || described.phone,
    whatsapp: stored.whatsapp,
    email: stored.email || described.email,
    website: stored.website,
    directions: stored.directions.trim() && stored.directions,
    houseInfo: stored.houseInfo.length ? stored.houseInfo : undefined,
  }
  return {
    hotelid: stored.hotelid,
    name: stored.name,
    timeZone: stored.timeZone,
    checkInTime: stored.checkInTime,
    checkOutTime: stored.checkOutTime,
    logoUrl: stored.logoUrl,
    imagePath: stored.imagePath,
    roomIds: [...new Set(stored.roomIds)],
    ...known(fields),
  }
}

type Description =
  ChannelContent['property'][number]['data'][number]['hotelDescriptiveContents']['hotelDescriptiveContent']
type Contact = NonNullable<NonNullable<Description['contactInfos']>['contactInfo']>[number]

/** The type of a telephone number for calls, not fax. */
const VOICE = '1'

/** The fields that a channel manager's description has. A value that breaks the rule of its field is left out. */
function describedBy(
  document: Record<string, unknown> | null,
): Partial<Pick<ItineraryHotel, 'address' | 'position' | 'phone' | 'email'>> {
  if (!document) return {}
  const { contactInfos, hotelInfo } = document as Partial<Description>
  const contacts = contactInfos?.contactInfo ?? []
  const ofType = (type: string) => contacts.filter(contact => contact.contactProfileType === type)
  const emails = [...ofType('reservations'), ...ofType('general')].flatMap(({ emails }) => emails?.email ?? [])
  const numbers = contacts
    .flatMap(({ phones }) => phones?.phone ?? [])
    .filter(({ phoneTechType }) => phoneTechType === VOICE)
    .map(({ phoneNumber = '' }) => withoutSeparators(phoneNumber))
  return {
    address: first(ofType('PhysicalLocation').map(addressOf)),
    position: positionOf(hotelInfo?.position),
    phone: numbers.find(number => phoneNumber.safeParse(number).success),
    email: emails.map(email => email.trim()).find(email => emailAddress.safeParse(email).success),
  }
}

const first = <T>(values: readonly (T | undefined)[]): T | undefined => values.find(value => value !== undefined)

function addressOf({ addresses }: Contact): HotelAddress | undefined {
  const { addressLine, cityName, postalCode, countryName = '' } = addresses?.address ?? {}
  const parts = { addressLine, city: cityName, zip: postalCode, country: countryCodeOf(countryName) }
  const known = Object.entries(parts).filter(([, part]) => part?.trim())
  return known.length ? Object.fromEntries(known) : undefined
}

/** The contract accepts degrees as text. An empty part would be 0 as a number. */
function positionOf(position: NonNullable<Description['hotelInfo']>['position']) {
  if (!position?.latitude || !position.longitude) return undefined
  const degrees = { latitude: Number(position.latitude), longitude: Number(position.longitude) }
  return HotelPosition.safeParse(degrees).data
}

/** `+351289000000` of `00351 289 000 000`. `(0)` is only dialled inside the country. */
const withoutSeparators = (written: string) => written.replace(/\(0\)|[\s()./-]/g, '').replace(/^00/, '+')

/** `Rua do Farol 3, 2655-999 Ericeira, Portugal`, with the English name of the country. */
export const oneLineAddress = (address: HotelAddress): string =>
  [...addressLines(address), address.country && countryName(address.country)].filter(Boolean).join(', ')
