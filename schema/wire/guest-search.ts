import * as z from 'zod'
import { perLimits } from './limits'
import { bodyPaging } from './paging'
import { PHONE_LENGTH, text } from './primitives'
import { withRules } from './with-rules'

/** Digits of a telephone number that can be searched. E.164 allows 15. */
const MAX_DIGITS = 20

const sought = (max: number) =>
  text(max)
    .transform(value => value.trim() || undefined)
    .optional()

/** The digits of a telephone number. */
const digits = z.lazy(() =>
  sought(PHONE_LENGTH)
    .transform(value => value?.replace(/[^0-9]/g, ''))
    .refine(
      value => value === undefined || (value.length > 0 && value.length <= MAX_DIGITS),
      `expected 1 to ${MAX_DIGITS} digits`,
    ),
)

export const GuestSearch = perLimits(limits => {
  const { pageSize, cursor } = bodyPaging(limits)
  return withRules(
    z.object({
      email: sought(254).describe('The whole address. Upper and lower case, and spaces around it, do not matter.'),
      phone: digits.describe('The whole number as it was given when booking. Only its digits are compared.'),
      lastName: sought(200).describe('The whole name, compared as the address.'),
      pageSize,
      cursor,
    }),
    function* ({ email, phone, lastName }, isInvalid) {
      if (email !== undefined || phone !== undefined || lastName !== undefined) return
      if (!isInvalid('phone')) yield { path: ['email'], message: 'expected a value, or one in phone or lastName' }
    },
  ).meta({ id: 'GuestSearch', description: 'What is known of a guest: at least one value. The guest has all of them.' })
})

const FoundGuest = z.lazy(() =>
  z
    .object({
      guestId: z.int(),
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      phone: z.string(),
      reservationIds: z.array(z.int()).describe('The reservations of the guest.'),
    })
    .meta({ id: 'FoundGuest', description: 'A guest whom a search has found.' }),
)

export const GuestList = z.lazy(() =>
  z
    .object({ guests: z.array(FoundGuest) })
    .meta({ id: 'GuestList', description: 'A page of the guests whom a search has found, in the order of their ids.' }),
)
