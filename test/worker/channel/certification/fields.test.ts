import * as fc from 'fast-check'
import { beforeEach, expect, it } from 'vitest'
import { dateAfter } from '../../../../schema/stay-dates'
import { declareChannel, price, rate, updateSuccessfully } from '../../../support/channel-message'
import { repetitions } from '../../../support/repetitions'
import { remembered, reproducible } from '../../../support/reproduction'
import { hotelBeforeEach } from '../../../support/service'
import { type Message, modelOf } from '../model'
import { FIRST, ofRooms, openYear, PLANS, ROOMS, readYear } from './calendar'

const hotel = hotelBeforeEach()
beforeEach(() => declareChannel(hotel.call))

/** Values that no day of the open year has. */
const other = {
  roomstosell: fc.constantFrom('0', '7'),
  price: fc.constantFrom(price({ 2: '11.00' }).price, price({ 1: '0.00', 3: '12.50' }).price),
  closed: fc.constant('1'),
  minimumstay: fc.constantFrom('0', '3'),
  maximumstay: fc.constantFrom('0', '9'),
  closedonarrival: fc.constant('1'),
  closedondeparture: fc.constant('1'),
}
type Field = keyof typeof other
const FIELDS = Object.keys(other) as Field[]
const SUBSETS = Array.from({ length: 2 ** FIELDS.length - 1 }, (_, n) => FIELDS.filter((_, i) => (n + 1) & (1 << i)))
/** All of them in the soak. No other field is always beside one: nine is odd. */
const SAMPLE = SUBSETS.filter((_, i) => i % repetitions(9, 1) === 0)

const days = fc
  .tuple(fc.nat(40), fc.nat(3))
  .map(([first, more]) => ({ from: dateAfter(FIRST, first * 9), to: dateAfter(FIRST, first * 9 + more) }))
/** A room, or plans in it: an entry with prices names plans. */
const targetOf = (fields: Field[]) =>
  fc.record({
    room: fc.constantFrom(...ROOMS),
    plans: fc.subarray(PLANS, { minLength: fields.includes('price') ? 1 : 0 }),
  })

it('for every subset of the fields of a date entry, all other fields of all days stay [CHANNEL-40]', {
  timeout: 300_000,
}, async () => {
  const call = remembered(hotel.call)
  await updateSuccessfully(call, openYear())
  const open = await readYear(hotel)
  for (const [i, fields] of SAMPLE.entries()) {
    await fc.assert(
      fc.asyncProperty(targetOf(fields), days, fc.record(other), ({ room, plans }, { from, to }, values) =>
        reproducible(async () => {
          const entry = {
            ...(plans.length && rate(...plans)),
            ...Object.fromEntries(fields.map(name => [name, values[name]])),
          }
          const message = (span: object) => ofRooms({ [room]: [{ ...span, ...entry }] })
          await updateSuccessfully(call, openYear())
          await updateSuccessfully(call, message(from === to ? { value: from } : { from, to }))
          expect(await readYear(hotel)).toEqual(modelOf(open, message({ from, to }) as unknown as Message))
        }),
      ),
      { seed: 20_271_125 + i, numRuns: repetitions(1, 2) },
    )
  }
  expect(new Set(SAMPLE.flat()).size).toBe(FIELDS.length)
})
