import * as z from 'zod'
import { memoize } from '../memoize'
import { countOrNone, PHONE_LENGTH, text } from './primitives'

/*
 * The guests of a booking: the one who books, and how many come.
 */

/** A guest's e-mail address or telephone number. It is stored as it was sent, without spaces around it. */
const contact = (max: number) => text(max).transform(value => value.trim())

const fields = memoize(() => ({
  firstName: text(200).describe('First and middle names.'),
  lastName: text(200).describe('The last name. A booking needs it.'),
  email: contact(254).describe('The e-mail address. Its format is not checked.'),
  phone: contact(PHONE_LENGTH).describe('The telephone number. Its format is not checked; `+351 912 345 678` is best.'),
  company: text(200).describe('The company, of a guest on business.'),
  address1: text(300).describe('Street and house number.'),
  address2: text(300).describe('More of the address: the floor, or a district.'),
  zip: text(50).describe('The postal code.'),
  city: text(100).describe('The city or town.'),
  state: text(100).describe('The state, province or region.'),
  country: text(100).describe('The country: best as two letters of ISO 3166-1, such as `PT`. Any text is accepted.'),
}))

/** A guest as it is sent: a field that is absent is empty in a new booking, and stays in a change. */
export const Guest = z.lazy(() =>
  z.object(fields()).partial().meta({ id: 'GuestDetails', description: 'A guest with contact data.' }),
)

/** A new guest: fields that were not sent are empty. */
export const newGuest = (sent: z.output<typeof Guest>): GuestDetails => ({
  ...(Object.fromEntries(Object.keys(fields()).map(field => [field, ''])) as GuestDetails),
  ...sent,
})

const countOfGuests = (who: string) => countOrNone(1_000).describe(`The number of ${who}.`)

/** Ages without a guestCount are added up. Zeros alone count as absent. */
export const Guests = z.lazy(() =>
  z
    .object({
      guestCount: countOfGuests('all guests. With ages, it is their sum; another number is refused'),
      adultCount: countOfGuests('adults'),
      teenCount: countOfGuests('teenagers'),
      youthCount: countOfGuests('youths'),
      childCount: countOfGuests('children'),
      infantCount: countOfGuests('infants'),
    })
    .transform(({ guestCount, ...ages }) => {
      const given = Object.values(ages).filter(age => age !== undefined)
      const sum = given.reduce((total, age) => total + age, 0)
      return guestCount || sum ? { guestCount: guestCount ?? sum, ...ages } : undefined
    })
    .meta({ id: 'GuestCounts', description: 'The number of guests. Without a `guestCount` the ages are added up.' }),
)

export type Guests = NonNullable<z.output<typeof Guests>>
export type GuestDetails = Record<keyof ReturnType<typeof fields>, string>
