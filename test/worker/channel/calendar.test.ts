import { beforeEach, describe, expect, it } from 'vitest'
import { days, declareChannel, getDates, price, rate, span, updateSuccessfully } from '../../support/channel-message'
import { hotelBeforeEach, rows } from '../../support/service'

const hotel = hotelBeforeEach()
beforeEach(() => declareChannel(hotel.call))

const send = (...messages: Parameters<typeof days>[]) =>
  messages.reduce(
    (sent, message) => sent.then(() => updateSuccessfully(hotel.call, days(...message))),
    Promise.resolve(),
  )

const dates = (roomid?: string) => getDates(hotel.call, roomid)

describe('a date entry', () => {
  it('sets the fields that it has and keeps the others: no delta loses a price [CHANNEL-8] [CHANNEL-13]', async () => {
    await send(
      [[{ ...span('01', '10'), roomstosell: '4', closed: '0', ...rate('BAR'), ...price({ 1: '90.00', 2: '110.00' }) }]],
      [[{ ...span('03'), roomstosell: '1' }]],
      [[{ ...span('05'), closed: '1', ...rate('BAR') }]],
      [[{ ...span('07'), ...rate('BAR'), ...price({ 2: '99.00' }) }]],
    )
    const entry = { closed: '0', ...rate('BAR'), ...price({ 1: '90.00', 2: '110.00' }) }
    expect(await dates()).toEqual([
      { ...span('01', '02'), roomstosell: '4', ...entry },
      { ...span('03'), roomstosell: '1', ...entry },
      { ...span('04'), roomstosell: '4', ...entry },
      { ...span('05'), roomstosell: '4', ...entry, closed: '1' },
      { ...span('06'), roomstosell: '4', ...entry },
      { ...span('07'), roomstosell: '4', ...entry, ...price({ 2: '99.00' }) },
      { ...span('08', '10'), roomstosell: '4', ...entry },
    ])
  })

  it('with null in a field does not carry it', async () => {
    const entry = { roomstosell: '4', closed: '1', ...rate('BAR'), ...price({ 2: '100.00' }) }
    await send(
      [[{ ...span('01'), ...entry }]],
      [[{ ...span('01'), roomstosell: '3', closed: null, rate: null, price: null }]],
    )
    expect(await dates()).toEqual([{ ...span('01'), ...entry, roomstosell: '3' }])
  })

  it('holds from its first day to its last, both included, over the end of a month and a leap day [CHANNEL-11]', async () => {
    await updateSuccessfully(hotel.call, days([{ from: '2028-02-28', to: '2028-03-01', roomstosell: '1' }]))
    expect((await rows('SELECT day FROM room_day')).map(({ day }) => day)).toEqual([
      '2028-02-28',
      '2028-02-29',
      '2028-03-01',
    ])
  })

  it('closes its plans with rate, the room without [CHANNEL-9]', async () => {
    await send([[{ ...span('01', '02'), closed: '1' }]], [[{ ...span('02', '03'), closed: '0', ...rate('BAR', 'HB') }]])
    expect(await dates()).toEqual([
      { ...span('01', '02'), closed: '1' },
      { ...span('02', '03'), closed: '0', ...rate('BAR') },
      { ...span('02', '03'), closed: '0', ...rate('HB') },
    ])
  })

  it('holds for each of its plans, its allotment for the room [CHANNEL-9]', async () => {
    await send([[{ ...span('01'), roomstosell: '2', closed: '0', ...rate('BAR', 'HB'), ...price({ 2: '80' }) }]])
    const entry = { ...span('01'), roomstosell: '2', closed: '0', ...price({ 2: '80.00' }) }
    expect(await dates()).toEqual([
      { ...entry, ...rate('BAR') },
      { ...entry, ...rate('HB') },
    ])
    expect(await rows('SELECT rooms_to_sell, room_closed FROM room_day')).toEqual([
      { rooms_to_sell: 2, room_closed: null },
    ])
  })

  it('that comes later in a message wins, field by field [CHANNEL-21]', async () => {
    await send([
      [
        { ...span('01', '05'), roomstosell: '5', closed: '0', ...rate('BAR'), ...price({ 2: '100' }) },
        { ...span('02', '03'), ...rate('BAR'), ...price({ 2: '120' }) },
        { ...span('03', '04'), roomstosell: '0', closed: '1', ...rate('BAR') },
      ],
    ])
    expect(await dates()).toEqual([
      { ...span('01'), roomstosell: '5', closed: '0', ...rate('BAR'), ...price({ 2: '100.00' }) },
      { ...span('02'), roomstosell: '5', closed: '0', ...rate('BAR'), ...price({ 2: '120.00' }) },
      { ...span('03'), roomstosell: '0', closed: '1', ...rate('BAR'), ...price({ 2: '120.00' }) },
      { ...span('04'), roomstosell: '0', closed: '1', ...rate('BAR'), ...price({ 2: '100.00' }) },
      { ...span('05'), roomstosell: '5', closed: '0', ...rate('BAR'), ...price({ 2: '100.00' }) },
    ])
  })

  it('loses nothing of another message for the same days at once [CHANNEL-21]', async () => {
    const fields = [
      price({ 2: '90.00' }),
      { closed: '0' },
      { minimumstay: '2' },
      { maximumstay: '7' },
      { closedonarrival: '0' },
      { closedondeparture: '1' },
    ]
    await Promise.all(
      fields.map(field => updateSuccessfully(hotel.call, days([{ ...span('03', '05'), ...rate('BAR'), ...field }]))),
    )
    expect(await dates()).toEqual([{ ...span('03', '05'), ...rate('BAR'), ...Object.assign({}, ...fields) }])
  })

  it('of rateAvailabilityUpdate comes after those of rateAvailability [CHANNEL-6]', async () => {
    await updateSuccessfully(hotel.call, {
      rateAvailabilityUpdate: days([{ ...span('01'), roomstosell: '1' }]).rateAvailability,
      ...days([{ ...span('01', '02'), roomstosell: '9' }]),
    })
    expect(await dates()).toEqual([
      { ...span('01'), roomstosell: '1' },
      { ...span('02'), roomstosell: '9' },
    ])
  })

  it('may list guests in any order: equal prices are equal', async () => {
    await send(
      [
        [
          {
            ...span('01'),
            ...rate('BAR'),
            price: [
              { numberOfGuests: '10', value: 5 },
              { numberOfGuests: '9', value: '5.0' },
            ],
          },
        ],
      ],
      [
        [
          {
            ...span('02'),
            ...rate('BAR'),
            price: [
              { numberOfGuests: 9, value: '5' },
              { numberOfGuests: 10, value: '5.00' },
            ],
          },
        ],
      ],
    )
    expect(await dates()).toEqual([{ ...span('01', '02'), ...rate('BAR'), ...price({ 9: '5.00', 10: '5.00' }) }])
  })

  it('with action 3 clears: the prices of its plans, or the allotment of the room [CHANNEL-12]', async () => {
    const entry = { ...rate('BAR'), ...price({ 2: '100.00' }) }
    await send(
      [[{ ...span('01', '06'), roomstosell: '5', closed: '0', ...entry }]],
      [[{ ...span('02'), ...rate('BAR') }, { ...span('04') }], { action: 3 }],
    )
    const kept = { roomstosell: '5', closed: '0', ...entry }
    expect(await dates()).toEqual([
      { ...span('02'), roomstosell: '5' },
      { ...span('01'), ...kept },
      { ...span('03'), ...kept },
      { ...span('04'), closed: '0', ...entry },
      { ...span('05', '06'), ...kept },
    ])
    await send([[], { action: 3 }])
    expect(await dates()).toEqual([])
  })

  it('with action 3 and without dates clears what earlier entries of the message set, and nothing of later ones', async () => {
    const ofRoom = (roomstosell: string, day: string) =>
      days([{ ...span(day), roomstosell, ...rate('BAR'), ...price({ 2: '70' }) }]).rateAvailability
    const all = days([], { action: 3 }).rateAvailability
    await updateSuccessfully(hotel.call, { rateAvailability: [...ofRoom('5', '01'), ...all] })
    expect(await dates()).toEqual([])
    await updateSuccessfully(hotel.call, { rateAvailability: ofRoom('5', '01'), rateAvailabilityUpdate: all })
    expect(await dates()).toEqual([])
    await updateSuccessfully(hotel.call, {
      rateAvailability: [...ofRoom('5', '01'), ...all, ...ofRoom('6', '02')],
    })
    expect(await dates()).toEqual([{ ...span('02'), roomstosell: '6', ...rate('BAR'), ...price({ 2: '70.00' }) }])
  })

  it('that clears is undone by one that comes later, in what that one carries', async () => {
    await send([[{ ...span('01'), closed: '1', ...rate('BAR'), ...price({ 2: '100' }) }]])
    await updateSuccessfully(hotel.call, {
      rateAvailability: [
        ...days([{ ...span('01'), ...rate('BAR') }], { action: 3 }).rateAvailability,
        ...days([{ ...span('01'), ...rate('BAR'), ...price({ 2: '70' }) }]).rateAvailability,
      ],
    })
    expect(await dates()).toEqual([{ ...span('01'), ...rate('BAR'), ...price({ 2: '70.00' }) }])
  })
})

describe('syncType 1', () => {
  const full = { syncType: 1 }
  beforeEach(() =>
    send(
      [[{ ...span('01', '31'), roomstosell: '5', closed: '0', ...rate('BAR', 'HB'), ...price({ 2: '100' }) }]],
      [[{ ...span('01', '31'), roomstosell: '5', ...rate('BAR'), ...price({ 2: '100' }) }], {}, 'FAM'],
    ),
  )

  it('clears every day and plan of the room that the message does not mention, and no other room [CHANNEL-13]', async () => {
    await send([[{ ...span('10', '12'), ...rate('BAR'), ...price({ 2: '90' }) }], full])
    expect(await dates()).toEqual([{ ...span('10', '12'), ...rate('BAR'), ...price({ 2: '90.00' }) }])
    expect(await dates('FAM')).toEqual([
      { ...span('01', '31'), roomstosell: '5', ...rate('BAR'), ...price({ 2: '100.00' }) },
    ])
  })

  it('keeps what other entries of the message mention, whichever comes first', async () => {
    const [bar, hb, delta] = [
      days([{ ...span('03'), ...rate('BAR'), ...price({ 2: '1' }) }], full),
      days([{ ...span('04'), ...rate('HB'), ...price({ 2: '2' }) }], full),
      days([{ ...span('05'), roomstosell: '3' }]),
    ].map(({ rateAvailability: [entry] }) => entry)
    await updateSuccessfully(hotel.call, { rateAvailability: [delta, bar, hb] })
    expect(await dates()).toEqual([
      { ...span('05'), roomstosell: '3' },
      { ...span('03'), ...rate('BAR'), ...price({ 2: '1.00' }) },
      { ...span('04'), ...rate('HB'), ...price({ 2: '2.00' }) },
    ])
  })

  it('clears days far before and after those of the message', async () => {
    await send([[{ from: '2020-01-01', to: '2020-01-01', roomstosell: '1' }]])
    await send([[{ ...span('10'), roomstosell: '2' }], full])
    expect(await rows("SELECT day FROM room_day WHERE channel_room_id = 'DBL'")).toEqual([{ day: '2027-05-10' }])
  })

  it('without a date clears the room', async () => {
    await send([[], full])
    expect(await dates()).toEqual([])
  })
})

it('a room whose allotment is used up is returned with its current allotment', async () => {
  await send([[{ ...span('10', '12'), roomstosell: '2' }]])
  await hotel.call('POST', '/Booking/PostBooking', {
    arrivalDate: '2027-05-11',
    departureDate: '2027-05-12',
    primaryGuestDetails: { lastName: 'Lind' },
    roomsBooked: [{ roomID: 101 }],
  })
  expect(await dates()).toEqual([
    { ...span('10'), roomstosell: '2' },
    { ...span('11'), roomstosell: '1' },
    { ...span('12'), roomstosell: '2' },
  ])
})
