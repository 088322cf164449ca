import { beforeEach, describe, expect, it } from 'vitest'
import { days, declareChannel, getDates, price, rate, span, updateSuccessfully } from '../../support/channel-message'
import { hotelBeforeEach } from '../../support/service'

/* An example of each promise about date entries. `round-trip.test.ts` compares random messages with a model. */

const hotel = hotelBeforeEach()
beforeEach(() => declareChannel(hotel.call))

const send = async (...messages: object[]) => {
  for (const message of messages) await updateSuccessfully(hotel.call, message)
}
const dates = (roomid?: string) => getDates(hotel.call, roomid)
const later = (message: ReturnType<typeof days>) => ({ rateAvailabilityUpdate: message.rateAvailability })

const rules = { closed: '0', minimumstay: '3', maximumstay: '14', closedonarrival: '1', closedondeparture: '0' }
const bar = { ...rate('BAR'), ...price({ 1: '90.00', 2: '110.00' }) }
const whole = { roomstosell: '4', ...rules, ...bar }

interface Example {
  title: string
  messages: object[]
  /** The dates of the room DBL. */
  dates: object[]
}

const EXAMPLES: Example[] = [
  {
    title: 'sets the fields that it has and keeps the others: no delta loses a price [CHANNEL-8] [CHANNEL-10]',
    messages: [
      days([{ ...span('01', '05'), ...whole }]),
      days([{ ...span('02'), roomstosell: '1' }]),
      days([{ ...span('03'), closed: '1', minimumstay: 0, ...rate('BAR') }]),
      days([{ ...span('04'), ...rate('BAR'), ...price({ 2: '99.00' }) }]),
    ],
    dates: [
      { ...span('01'), ...whole },
      { ...span('02'), ...whole, roomstosell: '1' },
      { ...span('03'), ...whole, closed: '1', minimumstay: '0' },
      { ...span('04'), ...whole, ...price({ 2: '99.00' }) },
      { ...span('05'), ...whole },
    ],
  },
  {
    title: 'closes its plans with rate, the room without [CHANNEL-9]',
    messages: [
      days([{ ...span('01', '02'), closed: '1' }]),
      days([{ ...span('02', '03'), closed: '0', ...rate('BAR', 'HB') }]),
    ],
    dates: [
      { ...span('01', '02'), closed: '1' },
      { ...span('02', '03'), closed: '0', ...rate('BAR') },
      { ...span('02', '03'), closed: '0', ...rate('HB') },
    ],
  },
  {
    title: 'has rooms to sell of the room, whatever plans it names [CHANNEL-9]',
    messages: [
      days([{ ...span('01'), roomstosell: '2', ...bar }]),
      days([{ ...span('01'), roomstosell: '1', closed: '0', ...rate('HB') }]),
    ],
    dates: [
      { ...span('01'), roomstosell: '1', ...bar },
      { ...span('01'), roomstosell: '1', closed: '0', ...rate('HB') },
    ],
  },
  {
    title: 'has restrictions of the room without rate, of its plans with it [CHANNEL-10]',
    messages: [
      days([{ ...span('01', '03'), ...rules }]),
      days([{ ...span('02', '04'), ...rules, minimumstay: '2', ...rate('BAR', 'HB') }]),
    ],
    dates: [
      { ...span('01', '03'), ...rules },
      { ...span('02', '04'), ...rules, minimumstay: '2', ...rate('BAR') },
      { ...span('02', '04'), ...rules, minimumstay: '2', ...rate('HB') },
    ],
  },
  {
    title: 'that comes later in a message wins, field by field [CHANNEL-21]',
    messages: [
      days([
        { ...span('01', '03'), ...whole },
        { ...span('02', '03'), ...rate('BAR'), ...price({ 2: '120.00' }) },
        { ...span('03'), roomstosell: '0', closed: '1', ...rate('BAR') },
      ]),
    ],
    dates: [
      { ...span('01'), ...whole },
      { ...span('02'), ...whole, ...price({ 1: '90.00', 2: '120.00' }) },
      { ...span('03'), ...whole, ...price({ 1: '90.00', 2: '120.00' }), roomstosell: '0', closed: '1' },
    ],
  },
  {
    title: 'of rateAvailabilityUpdate comes after those of rateAvailability [CHANNEL-6]',
    messages: [
      { ...later(days([{ ...span('01'), roomstosell: '1' }])), ...days([{ ...span('01', '02'), roomstosell: '9' }]) },
    ],
    dates: [
      { ...span('01'), roomstosell: '1' },
      { ...span('02'), roomstosell: '9' },
    ],
  },
  {
    title: 'may list guests in any order: equal prices are equal',
    messages: [
      days([
        { ...span('01'), ...rate('BAR'), price: [10, 9].map(numberOfGuests => ({ numberOfGuests, value: '5.0' })) },
      ]),
      days([
        { ...span('02'), ...rate('BAR'), price: ['9', '10'].map(numberOfGuests => ({ numberOfGuests, value: 5 })) },
      ]),
    ],
    dates: [{ ...span('01', '02'), ...rate('BAR'), ...price({ 9: '5.00', 10: '5.00' }) }],
  },
  {
    title: 'with action 3 clears its plans with rate, the room without [CHANNEL-12]',
    messages: [
      days([{ ...span('01', '03'), ...whole }]),
      days([{ ...span('02'), ...rate('BAR') }, span('03')], { action: 3 }),
    ],
    dates: [
      { ...span('02'), roomstosell: '4' },
      { ...span('01'), ...whole },
      { ...span('03'), ...rules, ...bar },
    ],
  },
  {
    title: 'with syncType 1 clears every day and plan that the message does not mention [CHANNEL-10] [CHANNEL-13]',
    messages: [
      days([{ ...span('01', '31'), ...whole, ...rate('BAR', 'HB') }]),
      days([{ ...span('02', '03'), roomstosell: '2', ...rate('BAR') }], { syncType: 1 }),
    ],
    dates: [{ ...span('02', '03'), roomstosell: '2' }],
  },
]

describe('a date entry', () => {
  it.each(EXAMPLES.map(example => [example.title, example] as const))(
    '%s',
    async (_, { messages, dates: expected }) => {
      await send(...messages)
      expect(await dates()).toEqual(expected)
    },
  )

  it('loses nothing of another message for the same days at once [CHANNEL-21]', async () => {
    const fields = [price({ 2: '90.00' }), ...Object.entries(rules).map(([field, value]) => ({ [field]: value }))]
    await Promise.all(fields.map(field => send(days([{ ...span('03', '05'), ...rate('BAR'), ...field }]))))
    expect(await dates()).toEqual([{ ...span('03', '05'), ...rate('BAR'), ...Object.assign({}, ...fields) }])
  })
})

it('syncType 1 clears days far from those of the message, and no other room [CHANNEL-13]', async () => {
  await send(
    days([{ value: '2020-01-01', roomstosell: '1' }]),
    days([{ ...span('01'), ...whole }], {}, 'FAM'),
    days([{ ...span('10'), roomstosell: '2' }], { syncType: 1 }),
  )
  expect(await getDates(hotel.call, 'DBL', 'from=2020-01-01&to=2020-01-01')).toEqual([])
  expect(await dates('FAM')).toEqual([{ ...span('01'), ...whole }])
})
