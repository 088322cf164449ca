import * as z from 'zod'
import { channelProperty, channelRatePlan, channelRoom, planMonth, roomDay } from '../../../schema/tables/channel'
import { PropertyData, RatePlanData, RoomsData } from '../../../schema/wire/channel-catalog'
import { daysOfMonth } from '../../../schema/wire/dates'
import { count, integer } from '../../../schema/wire/primitives'
import { rowContract } from './row-contract'
import { flag, json, nonBlankStoredText, sequence } from './values'

/* The rows of a channel manager. */

const hotelId = z.lazy(() => nonBlankStoredText(20))
const roomId = z.lazy(() => nonBlankStoredText(50))
const planId = z.lazy(() => nonBlankStoredText(20))
const nights = z.lazy(() => count(999))

const controlIds = z.lazy(() => json(z.record(z.string(), integer())))

type Document = Readonly<Record<string, unknown>>

/** A stored description, which the contract of the message must accept. */
const description = (contract: z.ZodType, messageOf: (document: Document) => unknown) =>
  json(
    z
      .record(z.string(), z.unknown())
      .refine(
        document => contract.safeParse(messageOf(document)).success,
        'expected a description of the channel manager',
      ),
  )

const hotelMessage = (document: Document) => ({
  hotelid: 'id',
  hotelDescriptiveContents: { hotelDescriptiveContent: document },
})
const roomMessage = (document: Document) => ({
  sellableProducts: { hotelid: 'id', sellableProduct: [{ ...document, roomid: 'id' }] },
})
const planMessage = (document: Document) => ({
  ratePlans: { hotelid: 'id', ratePlan: [{ ...document, rateplanid: 'id' }] },
})

const prices = z.lazy(() => json(z.record(z.string().regex(/^[1-9]\d{0,2}$/, 'expected a number of guests'), sequence)))

const planDay = z.lazy(() =>
  z.strictObject({
    closed: flag.optional(),
    prices: prices.optional(),
    minimumStay: nights.optional(),
    maximumStay: nights.optional(),
    closedOnArrival: flag.optional(),
    closedOnDeparture: flag.optional(),
  }),
)

const dayOfMonth = z.lazy(() => z.string().regex(/^(?:0[1-9]|[12]\d|3[01])$/, 'expected a day of the month, 01 to 31'))

const month = z.lazy(() =>
  z.string().refine(text => /^\d{4}-\d{2}$/.test(text) && daysOfMonth(text) > 0, 'expected a month, YYYY-MM'),
)

export const channelRows = () => [
  rowContract(channelProperty, { hotelId, document: description(PropertyData, hotelMessage), controlIds }),
  rowContract(channelRoom, {
    hotelId,
    channelRoomId: roomId,
    document: description(RoomsData, roomMessage),
    controlIds,
    availabilityIds: controlIds,
  }),
  rowContract(channelRatePlan, {
    hotelId,
    channelRatePlanId: planId,
    document: description(RatePlanData, planMessage),
    controlIds,
  }),
  rowContract(roomDay, {
    hotelId,
    channelRoomId: roomId,
    roomsToSell: count(99_999),
    minimumStay: nights,
    maximumStay: nights,
  }),
  rowContract(planMonth, {
    hotelId,
    channelRoomId: roomId,
    channelRatePlanId: planId,
    month,
    days: json(z.record(dayOfMonth, planDay)),
  }),
]
