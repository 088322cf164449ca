import { beforeEach, describe, expect, it } from 'vitest'
import { channelHotelCalendar, channelHotelContent, channelHotelSetup } from '../../fixtures/channel-hotel'
import { PLAN_DAYS } from '../../support/channel'
import {
  callWithDatabase,
  days,
  declareChannel,
  getContent,
  plans,
  price,
  property,
  rate,
  readChannelTables,
  rooms,
  span,
  updateSuccessfully,
} from '../../support/channel-message'
import { recordingDatabase } from '../../support/query-plan'
import { admin, expectStatus, hotelBeforeEach, rows } from '../../support/service'

const hotel = hotelBeforeEach()
const room = async (id = 'DBL') => (await rows('SELECT * FROM channel_room WHERE channel_room_id = ?', id))[0]
const plan = async (id = 'BAR') => (await rows('SELECT * FROM channel_rate_plan WHERE channel_rate_plan_id = ?', id))[0]
const described = async (id = 'DBL') => JSON.parse(String((await room(id))?.document))

describe('a message', () => {
  it('of a whole hotel is accepted, and returned as it was sent [API-5]', async () => {
    await expectStatus(200, admin('PUT', '/customers/1/setup', channelHotelSetup()))
    const content = channelHotelContent()
    const { rateAvailability } = channelHotelCalendar({ from: '2027-05-01', days: 31 })
    await updateSuccessfully(hotel.call, { ...content, rateAvailability })

    const back = await getContent(hotel.call, undefined, 'FAROL')
    const own = { cmConnectID: 71, clientId: 1, syncType: 2, action: 0 }
    expect(back.property).toEqual([{ ...own, data: content.property[0]?.data }])
    expect(back.rooms).toHaveLength(10)
    for (const { roomTypeId, data } of content.rooms) {
      expect(back.rooms).toContainEqual({ ...own, roomTypeId, rateID: 0, data })
    }
    expect(back.ratePlan).toHaveLength(4)
    for (const { rateID, data } of content.ratePlan) {
      expect(back.ratePlan).toContainEqual({ ...own, rateID, roomTypeID: 0, data })
    }
    const [{ room: told_ }] = back.rateAvailability[0].data
    expect(told_).toHaveLength(10)
    const tower = told_.find(({ roomid }: { roomid: string }) => roomid === 'SUI-TOWER')
    const sent = rateAvailability[0]?.data[0]?.room.find(({ roomid }) => roomid === 'SUI-TOWER')
    const { closed, rate, price } = sent?.date[0] ?? {}
    expect(tower.date).toContainEqual({ from: '2027-05-01', to: '2027-05-01', roomstosell: '0', closed, rate, price })
  })

  it('can use what it declares, in any order of its groups [CHANNEL-6]', async () => {
    await updateSuccessfully(hotel.call, {
      ...days([{ ...span('01'), ...rate('N'), ...price({ 1: '10' }) }], {}, 'NEW', 'H9'),
      ...plans([{ rateplanid: 'N' }], {}, 'H9'),
      ...rooms([{ roomid: 'NEW' }], {}, 'H9'),
      ...property({ hotelName: 'Nine' }, {}, 'H9'),
    })
    expect(await rows(`SELECT * FROM ${PLAN_DAYS}`)).toHaveLength(1)
    expect(await rows("SELECT property_name, property_time_zone FROM property WHERE hotel_id = 'H9'")).toEqual([
      { property_name: 'Nine', property_time_zone: 'Europe/Lisbon' },
    ])
  })

  it('may have nothing in its groups, and changes nothing then [CHANNEL-16]', async () => {
    const before = await readChannelTables()
    for (const group of ['property', 'rooms', 'ratePlan', 'rateAvailability', 'rateAvailabilityUpdate']) {
      await updateSuccessfully(hotel.call, { [group]: [] })
    }
    await updateSuccessfully(hotel.call, { property: [], rooms: [{ data: [] }], rateAvailability: null })
    expect(await readChannelTables()).toEqual(before)
  })

  it('takes numbers for text, and an empty text for nothing [CHANNEL-1]', async () => {
    await declareChannel(hotel.call)
    const guestRoom = { occupancy: { maxOccupancy: 2 }, room: { roomRate: 99.5, quantity: '' } }
    await updateSuccessfully(hotel.call, {
      ...rooms([{ roomid: 7, invStatusType: '', guestRoom }]),
      ...days([
        { ...span('01'), roomstosell: 3, closed: '', ...rate('BAR'), price: [{ numberOfGuests: 2, value: 99.5 }] },
      ]),
    })
    expect(await described('7')).toEqual({
      guestRoom: { occupancy: { maxOccupancy: '2' }, room: { roomRate: '99.5' } },
    })
    expect(await rows(`SELECT prices, plan_closed FROM ${PLAN_DAYS}`)).toEqual([
      { prices: '{"2":9950}', plan_closed: null },
    ])
  })
})

describe('a description', () => {
  it('that is changed keeps what is not sent', async () => {
    await updateSuccessfully(
      hotel.call,
      property({ hotelName: 'Sea', hotelInfo: { position: { latitude: '1', longitude: '2' } } }),
    )
    await updateSuccessfully(hotel.call, property({ languageCode: 'pt', hotelInfo: { position: { latitude: '3' } } }))
    const [{ data }] = (await getContent(hotel.call)).property
    expect(data[0].hotelDescriptiveContents.hotelDescriptiveContent).toEqual({
      hotelid: 'H1',
      hotelName: 'Sea',
      languageCode: 'pt',
      hotelInfo: { position: { latitude: '3', longitude: '2' } },
    })
  })

  it.each([
    ['syncType 1', 'replaces', { syncType: 1 }, {}],
    ['action 1', 'replaces', { action: 1 }, {}],
    ['Initial', 'replaces', {}, { invStatusType: 'Initial' }],
    ['New', 'replaces', {}, { invNotifType: 'New' }],
    ['action 2', 'changes', { action: 2 }, {}],
    ['action 0', 'changes', { action: 0 }, {}],
    ['no action', 'changes', {}, {}],
  ])('with %s %s the one before [CHANNEL-12]', async (_, verb, control, words) => {
    await updateSuccessfully(
      hotel.call,
      rooms([{ roomid: 'DBL', guestRoom: { description: { text: 'Old' } } }], { roomTypeId: 10 }),
    )
    await updateSuccessfully(
      hotel.call,
      rooms([{ roomid: 'DBL', guestRoom: { room: { roomType: 'Double' } }, ...words }], control),
    )
    const kept = verb === 'changes' && { description: { text: 'Old' } }
    expect(await described()).toEqual({ guestRoom: { ...kept, room: { roomType: 'Double' } }, ...words })
    expect((await room())?.room_type_id, 'the tie stays').toBe(10)
  })

  it('sent twice in a message is applied twice, in order', async () => {
    const first = { roomid: 'DBL', guestRoom: { description: { text: 'A', roomDescription: 'B' } } }
    const second = { roomid: 'DBL', guestRoom: { description: { text: 'C' } } }
    await updateSuccessfully(hotel.call, rooms([first, second]))
    expect(await described()).toEqual({ guestRoom: { description: { text: 'C', roomDescription: 'B' } } })
  })

  it('that is stored already is not written', async () => {
    const { database, written } = recordingDatabase()
    const call = callWithDatabase(database, hotel)
    const guestRoom = { room: { roomType: 'Zimmer mit „Ausblick“' } }
    const message = {
      ...property({ hotelName: 'Sea' }),
      ...rooms([{ roomid: 'DBL', guestRoom, invStatusType: 'Active' }], { roomTypeId: 10 }),
      ...plans([{ rateplanid: 'BAR', ratePlanNotifType: 'New' }]),
    }
    await updateSuccessfully(call, message)
    expect(written.rows).toBeGreaterThan(2)
    written.rows = 0
    await updateSuccessfully(call, message)
    expect(written.rows).toBe(0)
  })

  it('of a hotel that no channel manager described is what the house says of it', async () => {
    const [{ data }] = (await getContent(hotel.call)).property
    expect(data[0].hotelDescriptiveContents.hotelDescriptiveContent).toEqual({
      hotelid: 'H1',
      hotelName: 'Quinta do Mar',
      currencyCode: 'EUR',
    })
  })
})

describe('a room or plan', () => {
  beforeEach(async () => {
    await declareChannel(hotel.call)
    await updateSuccessfully(
      hotel.call,
      days([{ ...span('01', '03'), roomstosell: '2', ...rate('BAR', 'HB'), ...price({ 2: '90' }) }]),
    )
  })

  it.each([
    ['Deactivated', 0],
    ['Active', 1],
    ['Initial', 1],
    ['Modify', 0],
    [undefined, 0],
  ])('that was deactivated and is then sent as %s has is_active %i', async (invStatusType, isActive) => {
    await updateSuccessfully(hotel.call, rooms([{ roomid: 'DBL', invStatusType: 'Deactivated' }]))
    expect(await rows('SELECT * FROM room_day'), 'its days are kept').toHaveLength(3)
    await updateSuccessfully(hotel.call, rooms([{ roomid: 'DBL', invStatusType }]))
    expect((await room())?.is_active).toBe(isActive)
    const said = (await getContent(hotel.call)).rooms[0].data[0].sellableProducts.sellableProduct[0]
    expect(said.invStatusType).toBe(isActive ? invStatusType : 'Deactivated')
  })

  it.each([
    ['Remove', 0],
    ['Activate', 1],
    ['New', 1],
    ['Overlay', 0],
  ])('plan that was removed and is then sent as %s has is_active %i', async (ratePlanNotifType, isActive) => {
    await updateSuccessfully(hotel.call, plans([{ rateplanid: 'BAR', ratePlanNotifType: 'Remove' }]))
    expect(await rows(`SELECT * FROM ${PLAN_DAYS}`), 'its prices are kept').toHaveLength(6)
    await updateSuccessfully(hotel.call, plans([{ rateplanid: 'BAR', ratePlanNotifType }]))
    expect((await plan())?.is_active).toBe(isActive)
  })

  it.each([
    ['action 3', { action: 3 }, {}],
    ['Delete', {}, { invStatusType: 'Delete' }],
  ])('room with %s goes with all its days [CHANNEL-12]', async (_, control, words) => {
    await updateSuccessfully(hotel.call, rooms([{ roomid: 'DBL', ...words }], control))
    expect(await room()).toBeUndefined()
    expect(await rows('SELECT day FROM room_day UNION ALL SELECT month FROM plan_month')).toEqual([])
    expect(await room('FAM')).toBeDefined()
  })

  it('plan with action 3 is deleted with all its prices, and no other', async () => {
    await updateSuccessfully(hotel.call, plans([{ rateplanid: 'BAR' }], { action: 3 }))
    expect(await plan()).toBeUndefined()
    expect(await rows('SELECT DISTINCT channel_rate_plan_id AS id FROM plan_month')).toEqual([{ id: 'HB' }])
  })

  it('deleted and declared again in one message begins anew', async () => {
    await updateSuccessfully(hotel.call, {
      rooms: [...rooms([{ roomid: 'DBL' }], { action: 3 }).rooms, ...rooms([{ roomid: 'DBL' }]).rooms],
      ...days([{ ...span('20'), roomstosell: '1' }]),
    })
    expect((await room())?.room_type_id).toBeNull()
    expect(await rows('SELECT day FROM room_day')).toEqual([{ day: '2027-05-20' }])
    expect(await rows('SELECT month FROM plan_month')).toEqual([])
  })

  it('hotel with action 3 loses its description, rooms, plans and days, and stays a property', async () => {
    await updateSuccessfully(hotel.call, property({ hotelName: 'Sea' }))
    await updateSuccessfully(hotel.call, property({}, { action: 3 }))
    for (const table of ['channel_property', 'channel_room', 'channel_rate_plan', 'room_day', 'plan_month']) {
      expect(await rows(`SELECT * FROM ${table}`), table).toEqual([])
    }
    expect(await rows('SELECT * FROM property')).toHaveLength(1)
    await declareChannel(hotel.call)
  })

  it('is tied to a room type by its id or by a room of it, a plan to a rate [CHANNEL-19]', async () => {
    await updateSuccessfully(hotel.call, { ...rooms([{ roomid: 'X' }]), ...plans([{ rateplanid: 'P' }]) })
    expect((await room('X'))?.room_type_id).toBeNull()
    const message = days([{ ...span('01'), ...rate('P'), closed: '0' }], { roomId: 201, rateID: 2 }, 'X')
    await updateSuccessfully(hotel.call, message)
    expect([(await room('X'))?.room_type_id, (await plan('P'))?.rate_id]).toEqual([20, 2])
    await updateSuccessfully(hotel.call, {
      ...rooms([{ roomid: 'X' }], { roomTypeId: 10 }),
      ...plans([{ rateplanid: 'P' }], { rateID: 1 }),
    })
    expect([(await room('X'))?.room_type_id, (await plan('P'))?.rate_id]).toEqual([10, 1])
  })
})
