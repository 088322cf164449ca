import { beforeEach, describe, expect, it } from 'vitest'
import { FIELDS_TO_SET } from '../../../schema/wire/date-entry'
import {
  days,
  declareChannel,
  getDates,
  price,
  rate,
  readChannelTables,
  span,
  update,
  updateSuccessfully,
} from '../../support/channel-message'
import { expectRefusal, hotelBeforeEach } from '../../support/service'

/* A date entry that sets nothing. Its fields are probably misspelled. */

const hotel = hotelBeforeEach()
beforeEach(() => declareChannel(hotel.call))

const send = (fields: object, control = {}) => update(hotel.call, days([{ ...span('01'), ...fields }], control))

describe('a date entry with no field to set', () => {
  it.each([
    ['nothing', {}],
    ['plans alone', rate('BAR')],
    ['misspelled fields', { rooms_to_sell: '3', close: '1' }],
    ['misspelled fields, and plans by numbers', { rate: [{ rateplanid: 'BAR' }], prices: [] }],
    ['null, which means absent', { roomstosell: null, closed: null }],
    ['empty texts and lists', { roomstosell: '', closed: '', minimumstay: '', ...rate('BAR'), price: [] }],
    ['other letter case of the dates', { from: undefined, From: '2027-05-01' }],
  ])('is 422 with its path, and nothing is stored: %s [CHANNEL-36]', async (_, fields) => {
    const before = await readChannelTables()
    for (const control of [{}, { syncType: 0 }, { syncType: 2 }, { action: 1 }, { action: 2 }]) {
      const refused = await send(fields, control)
      await expectRefusal(
        refused,
        422,
        'INVALID_FIELD',
        `rateAvailability[0].data[0].room[0].date[0]: expected a field to set: ${FIELDS_TO_SET.join(', ')}`,
      )
    }
    expect(await readChannelTables()).toEqual(before)
  })

  it('is 422 in rateAvailabilityUpdate too, each with its path, beside other faults [CHANNEL-36]', async () => {
    const { rateAvailability } = days([{ ...span('01'), roomstosell: '1' }, span('02'), span('03')])
    const { json } = await update(hotel.call, {
      rateAvailabilityUpdate: [
        ...rateAvailability,
        ...days([{ ...span('01'), closed: '1' }], {}, 'NONE').rateAvailability,
      ],
    })
    expect(json.errors.map(({ description }: { description: string }) => description.split(': ')[0])).toEqual([
      'rateAvailabilityUpdate[0].data[0].room[0].date[1]',
      'rateAvailabilityUpdate[0].data[0].room[0].date[2]',
      'rateAvailabilityUpdate[1].data[0].room[0].roomid',
    ])
  })

  it('clears its days with action 3 [CHANNEL-36]', async () => {
    await updateSuccessfully(
      hotel.call,
      days([{ ...span('01', '03'), roomstosell: '3', ...rate('BAR'), ...price({ 2: '90' }) }]),
    )
    await updateSuccessfully(
      hotel.call,
      days([span('01', '02'), { ...span('01', '02'), ...rate('BAR') }], { action: 3 }),
    )
    expect(await getDates(hotel.call)).toEqual([
      { ...span('03'), roomstosell: '3', ...rate('BAR'), ...price({ 2: '90.00' }) },
    ])
  })

  it('clears the other days with syncType 1 [CHANNEL-36]', async () => {
    await updateSuccessfully(hotel.call, days([{ ...span('01', '03'), roomstosell: '3' }]))
    await updateSuccessfully(hotel.call, days([span('02')], { syncType: 1 }))
    expect(await getDates(hotel.call)).toEqual([])
  })
})

describe('a date entry is accepted', () => {
  it.each(FIELDS_TO_SET.filter(field => field !== 'price'))('with %s alone, in any letter case', async field => {
    for (const name of [field, field.toUpperCase()]) {
      for (const value of ['1', 1]) expect((await send({ [name]: value })).status, `${name} ${value}`).toBe(200)
    }
  })

  it('with prices, or an empty list of them beside another field', async () => {
    for (const fields of [price({ 2: '90' }), { ...price({}), closed: '0' }]) {
      expect((await send({ ...rate('BAR'), ...fields })).status).toBe(200)
    }
  })
})
