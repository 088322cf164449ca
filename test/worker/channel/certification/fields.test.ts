import * as fc from 'fast-check'
import { beforeEach, expect, it } from 'vitest'
import { dateAfter } from '../../../../worker/domain/stay-dates'
import { declareChannel, price, rate, updateSuccessfully } from '../../../support/channel-message'
import { hotelBeforeEach } from '../../../support/service'
import { difference, FIRST, ofRooms, on, openYear, PLANS, ROOMS, readYear } from './calendar'

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

const days = fc
  .tuple(fc.nat(40), fc.nat(3))
  .map(([first, more]) => ({ from: dateAfter(FIRST, first * 9), to: dateAfter(FIRST, first * 9 + more) }))
/** A room, or plans in it: an entry with prices names plans. */
const targetOf = (fields: Field[]) =>
  fc.record({
    room: fc.constantFrom(...ROOMS),
    plans: fc.subarray(PLANS, { minLength: fields.includes('price') ? 1 : 0 }),
  })

interface Sent extends Partial<Record<Field, unknown>> {
  price?: { numberOfGuests: string; value: string }[]
}

/** The fields that differ for the room itself, and for each of its plans. */
function expectedOf({ roomstosell, price, ...rules }: Sent, plans: string[]) {
  const prices = price && Object.fromEntries(price.map(({ numberOfGuests, value }) => [numberOfGuests, value]))
  const ofRoom = { ...(roomstosell !== undefined && { toSell: roomstosell }), ...(!plans.length && rules) }
  return { ofRoom, ofPlan: { ...rules, ...(prices && { prices }) } }
}

it('for every subset of the fields of a date entry, all other fields of all days stay [CHANNEL-40]', {
  timeout: 300_000,
}, async () => {
  await updateSuccessfully(hotel.call, openYear())
  const open = await readYear(hotel)
  for (const [i, fields] of SUBSETS.entries()) {
    await fc.assert(
      fc.asyncProperty(targetOf(fields), days, fc.record(other), async ({ room, plans }, { from, to }, values) => {
        const sent: Sent = Object.fromEntries(fields.map(name => [name, values[name]]))
        const entry = {
          ...(from === to ? { value: from } : { from, to }),
          ...(plans.length && rate(...plans)),
          ...sent,
        }
        await updateSuccessfully(hotel.call, ofRooms({ [room]: [entry] }))

        const { ofRoom, ofPlan } = expectedOf(sent, plans)
        const subjects = [[room, ofRoom], ...plans.map(plan => [`${room} ${plan}`, ofPlan])] as [string, object][]
        const changed = subjects.filter(([, fields]) => Object.keys(fields).length)
        expect(difference(open, await readYear(hotel))).toEqual(
          Object.assign({}, ...changed.map(([subject, fields]) => on(subject, from, to, { ...fields }))),
        )
        await updateSuccessfully(hotel.call, openYear())
      }),
      { seed: 20_271_125 + i, numRuns: 2 },
    )
  }
})
