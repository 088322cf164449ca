import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DateEntry, FIELDS_TO_SET } from '../../../schema/wire/date-entry'
import { plainDateEntry } from '../../../schema/wire/plain-date-entry'

/** Values that are usual, and such as may be taken for them. */
const leaf = fc.constantFrom<unknown>(
  ...[
    '',
    ' ',
    '0',
    '1',
    '01',
    '00',
    '2',
    '-1',
    '1.5',
    '1e3',
    '999',
    '1000',
    '99999',
    '100000',
    'BAR',
    'a b',
    'ä',
    'x'.repeat(21),
  ],
  ...[0, 1, -0, 1.5, 2, 999, 1000, 1e21, 1e-7, Number.NaN, true, null, {}, []],
  ...['2027-05-01', '2027-05-31', '2027-02-29', '2028-02-29', '2027-5-1', '2027-05-01T10:00:00Z', '20270501', 20270501],
)
const absent = fc.constant(undefined)
const day = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('2027-05-01', '2027-05-31') },
  { weight: 1, arbitrary: leaf },
)
const either = (usual: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 4, arbitrary: usual }, { weight: 1, arbitrary: leaf }, absent)

const entry = fc.oneof(
  { weight: 1, arbitrary: leaf },
  {
    weight: 20,
    arbitrary: fc.record({
      from: day,
      to: day,
      roomstosell: either(fc.constantFrom('0', '3', 7, 1000)),
      closed: either(fc.constantFrom('0', '1', 0, 1)),
      minimumstay: either(fc.constantFrom('0', '3', 7, 1000)),
      maximumstay: either(fc.constantFrom('0', '14', 999)),
      closedonarrival: either(fc.constantFrom('0', '1', 0, 1)),
      closedondeparture: either(fc.constantFrom('0', '1', 0, 1)),
      rate: either(
        fc.array(fc.oneof(leaf, fc.record({ rateplanid: either(fc.constantFrom('BAR', 'H-B_1')) })), { maxLength: 2 }),
      ),
      price: either(
        fc.array(
          fc.oneof(
            { weight: 1, arbitrary: leaf },
            {
              weight: 6,
              arbitrary: fc.record({
                numberOfGuests: either(fc.constantFrom('1', 2)),
                value: either(fc.constantFrom('100', '99.90', 12.5)),
              }),
            },
          ),
          { maxLength: 2 },
        ),
      ),
    }),
  },
)

/** The fields to set that an entry has, also without a value. */
const namesOf = (entry: object) => FIELDS_TO_SET.filter(field => field in entry)

describe('a date entry that is read without the schema', () => {
  it('is what the schema makes of it', () => {
    let plain = 0
    fc.assert(
      fc.property(entry, sent => {
        const read = plainDateEntry(sent)
        if (read === undefined) return
        plain++
        const parsed = DateEntry.parse(sent)
        expect(parsed).toEqual(read)
        expect(namesOf(parsed)).toEqual(namesOf(sent as object))
      }),
      { seed: 20_271_121, numRuns: 20_000 },
    )
    expect(plain).toBeGreaterThan(500)
  })

  it.each([
    { from: '2027-05-01', to: '2027-05-01', roomstosell: '3' },
    { from: '2027-05-01', to: '2027-05-31', closed: 1, rate: [{ rateplanid: 'BAR' }] },
    {
      from: '2027-05-01',
      to: '2027-05-01',
      rate: [{ rateplanid: 'HB-2' }],
      price: [{ numberOfGuests: 2, value: 99.5 }],
    },
    {
      from: '2027-05-01',
      to: '2027-05-01',
      minimumstay: '3',
      maximumstay: 14,
      closedonarrival: '0',
      closedondeparture: 1,
    },
    { from: '2027-05-01', to: '2027-05-01', roomstosell: '3', extraadultrate: '20', extrachildrate: '10' },
  ])('is the usual one: %j', sent => expect(plainDateEntry(sent)).toBeDefined())

  const usual = { from: '2027-05-01', to: '2027-05-01' }
  const rate = [{ rateplanid: 'BAR' }]
  it.each([
    { ...usual, RoomsToSell: '3' },
    { ...usual, minimumStay: '3' },
    { ...usual, rate: [{ ratePlanId: 'BAR' }] },
    { ...usual, rate: [{ rateplanid: 'BAR', RatePlanID: 'HB' }] },
    { ...usual, rate, price: [{ NumberOfGuests: '2', value: '100' }] },
    { ...usual, rate, price: [{ numberOfGuests: '2', value: '100', Value: '90' }] },
  ])('is not one that spells a field in other letter case: %j', sent => expect(plainDateEntry(sent)).toBeUndefined())
})
