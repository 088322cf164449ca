import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { dateAfter } from '../../../schema/stay-dates'
import { declareChannel, getContent, property, updateSuccessfully } from '../../support/channel-message'
import { repetitions } from '../../support/repetitions'
import { remembered, reproducible } from '../../support/reproduction'
import { openHotel, resetBeforeEach } from '../../support/service'
import { type Calendar, calendarOf, type Entry, isSent, type Message, modelOf } from './model'

resetBeforeEach()

/** With 29 February 2028. */
const FIRST = '2028-02-20'
const DAYS = 24

const span = fc
  .tuple(fc.nat(DAYS - 1), fc.nat(6))
  .map(([first, more]) => ({ from: dateAfter(FIRST, first), to: dateAfter(FIRST, Math.min(DAYS - 1, first + more)) }))

const amount = fc
  .tuple(fc.integer({ min: 0, max: 20 }), fc.constantFrom('', '.5', '.50', '.05'))
  .chain(([whole, part]) => fc.constantFrom(`${whole}${part}`, Number(`${whole}${part}`)))

const price = fc.uniqueArray(fc.record({ numberOfGuests: fc.constantFrom('1', '2', 2, '10'), value: amount }), {
  minLength: 1,
  maxLength: 3,
  selector: ({ numberOfGuests }) => String(numberOfGuests),
})

const plans = fc.subarray(['BAR', 'HB'], { minLength: 1 }).map(ids => ids.map(rateplanid => ({ rateplanid })))
const absent = fc.constantFrom(undefined, null, '')
const orAbsent = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: value }, { weight: 1, arbitrary: absent })
const allotment = orAbsent(fc.constantFrom('0', '1', 2, '3'))
const closed = orAbsent(fc.constantFrom('0', '1', 1))
const nights = orAbsent(fc.constantFrom('0', '2', 7))
const rules = fc.record(
  { closed, minimumstay: nights, maximumstay: nights, closedonarrival: closed, closedondeparture: closed },
  { requiredKeys: ['closed'] },
)

const date: fc.Arbitrary<Entry> = fc
  .oneof(
    fc.tuple(span, rules, fc.record({ roomstosell: allotment })),
    fc.tuple(span, rules, fc.record({ roomstosell: allotment, rate: plans, price: fc.option(price, { nil: null }) })),
  )
  .map(([days, rules, fields]) => ({ rate: null, price: null, ...days, ...rules, ...fields }))
  .filter(({ from: _from, to: _to, rate: _rate, ...fields }) => Object.values(fields).some(isSent))

/** Room 101 is of type 10, room 201 of type 20. */
const ties = fc.constantFrom(
  {},
  ...[{ roomTypeId: 10 }, { roomTypeId: 20 }, { roomId: 101 }, { roomId: 201 }, { roomId: 101, roomTypeId: 10 }],
)
const ids = fc.tuple(
  ties,
  fc.record({
    cmConnectID: fc.constantFrom(0, 0, 71, 72),
    reservationID: fc.constantFrom(0, 5),
    rateID: fc.constantFrom(0, 1, 2),
  }),
)

const groupEntry = fc.record({
  syncType: fc.constantFrom(0, 2, 2, 2, 1),
  action: fc.constantFrom(0, 0, 1, 2, 3),
  data: fc.array(
    fc.record({
      hotelid: fc.constant('H1'),
      room: fc.array(fc.record({ roomid: fc.constantFrom('DBL', 'FAM'), date: fc.array(date, { maxLength: 6 }) }), {
        minLength: 1,
        maxLength: 2,
      }),
    }),
    { minLength: 1, maxLength: 2 },
  ),
})

const entry = fc.tuple(ids, groupEntry).map(([[ties, ids], fields]) => ({ ...ties, ...ids, ...fields }))

const message: fc.Arbitrary<Message> = fc.record({
  rateAvailability: fc.array(entry, { maxLength: 2 }),
  rateAvailabilityUpdate: fc.array(entry, { maxLength: 2 }),
})

it('GetCMConnect returns what UpdateCMConnect accepted, after any earlier messages [CHANNEL-11] [CHANNEL-24]', {
  timeout: 300_000,
}, async () => {
  const { call: send } = await openHotel()
  const call = remembered(send)
  const window = `from=${FIRST}&to=${dateAfter(FIRST, DAYS - 1)}`
  const agree = async (messages: Message[]) => {
    await updateSuccessfully(call, property({}, { action: 3 }))
    await declareChannel(call)
    let model: Calendar = new Map()
    for (const each of messages) {
      await updateSuccessfully(call, each)
      model = modelOf(model, each)
    }
    const content = await getContent(call, window)
    expect(calendarOf(content)).toEqual(model)
    await updateSuccessfully(call, content)
    expect(await getContent(call, window)).toEqual(content)
  }
  await fc.assert(
    fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 5 }), messages =>
      reproducible(() => agree(messages)),
    ),
    { seed: 20_271_120, numRuns: repetitions(15, 300) },
  )
})
