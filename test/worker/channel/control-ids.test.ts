import { beforeEach, describe, expect, it } from 'vitest'
import {
  callWithDatabase,
  days,
  getContent,
  plans,
  price,
  property,
  rate,
  rooms,
  span,
  updateSuccessfully,
} from '../../support/channel-message'
import { recordingDatabase } from '../../support/query-plan'
import { hotelBeforeEach, rows } from '../../support/service'

const hotel = hotelBeforeEach()
const send = (message: object) => updateSuccessfully(hotel.call, message)
const own = { clientId: 1, syncType: 2, action: 0 }

/** The control fields of the entries of each group in GetCMConnect. */
async function controls() {
  const content: Record<string, { data: unknown }[]> = await getContent(hotel.call)
  return Object.fromEntries(
    Object.entries(content).map(([group, entries]) => [group, entries.map(({ data: _, ...control }) => control)]),
  )
}

/** What each entry of rateAvailability holds: its rateID, and the rooms and plans that its dates are of. */
async function held() {
  const { rateAvailability } = await getContent(hotel.call)
  return rateAvailability.map(({ rateID, data }: { rateID: number; data: { room: RoomTold[] }[] }) => [
    rateID,
    ...data.flatMap(({ room }) =>
      room.flatMap(({ roomid, date }) => date.map(({ rate: [plan] = [] }) => `${roomid} ${plan?.rateplanid ?? '-'}`)),
    ),
  ])
}

interface RoomTold {
  roomid: string
  date: { rate?: { rateplanid: string }[] }[]
}

const entry = (plan: string, value: string) => ({ ...span('01'), ...rate(plan), ...price({ 2: value }) })

describe('control ids', () => {
  beforeEach(async () => {
    await send({
      ...property({ hotelName: 'Sea' }, { cmConnectID: 71 }),
      ...rooms([{ roomid: 'DBL' }], { cmConnectID: 72, roomTypeId: 10, rateID: 1 }),
      ...plans([{ rateplanid: 'BAR' }], { cmConnectID: 73, rateID: 1, roomTypeID: 10 }),
      ...days([entry('BAR', '90')], { cmConnectID: 74, roomId: 101, roomTypeId: 10, reservationID: 987654, rateID: 1 }),
    })
  })

  const asSent = {
    property: [{ ...own, cmConnectID: 71 }],
    rooms: [{ ...own, cmConnectID: 72, roomTypeId: 10, rateID: 1 }],
    ratePlan: [{ ...own, cmConnectID: 73, rateID: 1, roomTypeID: 10 }],
    rateAvailability: [{ ...own, cmConnectID: 74, roomId: 101, roomTypeId: 10, reservationID: 987_654, rateID: 1 }],
  }

  it('of every group come back as they were sent; syncType and action are not kept [CHANNEL-15]', async () => {
    expect(await controls()).toEqual(asSent)
  })

  it.each([0, undefined])('that are sent as %s stay as they were', async none => {
    await send({
      ...property({}, { cmConnectID: none }),
      ...rooms([{ roomid: 'DBL' }], { cmConnectID: none, roomTypeId: none, rateID: none }),
      ...plans([{ rateplanid: 'BAR' }], { cmConnectID: none, rateID: none, roomTypeID: none }),
      ...days([entry('BAR', '80')], { cmConnectID: none, roomId: none, roomTypeId: none, reservationID: none }),
    })
    expect(await controls()).toEqual(asSent)
  })

  it('that are sent again come back as they were sent last, each by itself [CHANNEL-15]', async () => {
    await send({
      ...property({}, { cmConnectID: 81 }),
      ...rooms([{ roomid: 'DBL' }], { rateID: 2 }),
      ...plans([{ rateplanid: 'BAR' }], { roomTypeID: 20, syncType: 1, action: 1 }),
      rateAvailabilityUpdate: days([], { reservationID: 1 }).rateAvailability,
    })
    expect(await controls()).toEqual({
      property: [{ ...own, cmConnectID: 81 }],
      rooms: [{ ...asSent.rooms[0], rateID: 2 }],
      ratePlan: [{ ...asSent.ratePlan[0], roomTypeID: 20 }],
      rateAvailability: [{ ...asSent.rateAvailability[0], reservationID: 1 }],
    })
  })

  it('that never were sent are 0 [CHANNEL-15]', async () => {
    await send({
      ...property({}, {}, 'H2'),
      ...rooms([{ roomid: 'X' }], {}, 'H2'),
      ...plans([{ rateplanid: 'P' }], {}, 'H2'),
      ...days([entry('P', '50')], {}, 'X', 'H2'),
    })
    const {
      property: [hotelTold],
      rooms: [roomTold],
      ratePlan: [planTold],
      rateAvailability: [daysTold],
    } = await getContent(hotel.call, undefined, 'H2')
    expect(hotelTold).toMatchObject({ cmConnectID: 0 })
    expect(roomTold).toMatchObject({ cmConnectID: 0, roomTypeId: 0, rateID: 0 })
    expect(planTold).toMatchObject({ cmConnectID: 0, rateID: 0, roomTypeID: 0 })
    expect(daysTold).toMatchObject({ cmConnectID: 0, roomId: 0, roomTypeId: 0, reservationID: 0, rateID: 0 })
  })

  it('that are equal make one entry, others one each', async () => {
    await send({
      rooms: [
        ...rooms([{ roomid: 'A' }, { roomid: 'B' }], { cmConnectID: 9 }).rooms,
        ...rooms([{ roomid: 'C' }], { cmConnectID: 8 }).rooms,
      ],
    })
    const content = await getContent(hotel.call)
    expect(
      content.rooms.map(({ cmConnectID, data }: { cmConnectID: number; data: ProductsTold[] }) => [
        cmConnectID,
        ...(data[0]?.sellableProducts.sellableProduct ?? []).map(({ roomid }) => roomid),
      ]),
    ).toEqual([
      [9, 'A', 'B'],
      [8, 'C'],
      [72, 'DBL'],
    ])
  })

  interface ProductsTold {
    sellableProducts: { sellableProduct: { roomid: string }[] }
  }

  it('of a reservation that is not here are the caller’s own, and kept', async () => {
    await send(days([], { reservationID: 2_147_483_647 }))
    expect((await controls()).rateAvailability).toMatchObject([{ reservationID: 2_147_483_647 }])
  })

  it('are deleted with their record', async () => {
    await send({ ...rooms([{ roomid: 'DBL' }], { action: 3 }), ...plans([{ rateplanid: 'BAR' }], { action: 3 }) })
    await send({ ...rooms([{ roomid: 'DBL' }]), ...plans([{ rateplanid: 'BAR' }]), ...days([entry('BAR', '90')]) })
    expect(await controls()).toEqual({
      property: asSent.property,
      rooms: [{ ...own, cmConnectID: 0, roomTypeId: 0, rateID: 0 }],
      ratePlan: [{ ...own, cmConnectID: 0, rateID: 0, roomTypeID: 0 }],
      rateAvailability: [{ ...own, cmConnectID: 0, roomId: 0, roomTypeId: 0, reservationID: 0, rateID: 0 }],
    })
  })

  it('that are stored already are not written', async () => {
    const { database, written } = recordingDatabase()
    const message = days([entry('BAR', '90')], { cmConnectID: 74, reservationID: 987_654, rateID: 1 })
    await updateSuccessfully(callWithDatabase(database, hotel), message)
    expect(written.rows).toBe(0)
  })

  it('change no mapping when a response is sent back: a remapped room is returned with its new type [CHANNEL-15]', async () => {
    await send(rooms([{ roomid: 'DBL' }], { roomTypeId: 20 }))
    expect((await controls()).rateAvailability).toMatchObject([{ roomId: 0, roomTypeId: 20 }])
    const before = await getContent(hotel.call)
    await send(before)
    expect(await getContent(hotel.call)).toEqual(before)
    expect(await rows('SELECT room_type_id FROM channel_room')).toEqual([{ room_type_id: 20 }])
  })

  it('of different rates are returned in separate entries, as they were sent', async () => {
    await send(plans([{ rateplanid: 'HB' }]))
    await send({
      rateAvailability: [
        ...days([entry('BAR', '90'), { ...span('01'), closed: '0' }], { rateID: 1 }).rateAvailability,
        ...days([entry('HB', '120')], { rateID: 2 }).rateAvailability,
      ],
    })
    expect(await held()).toEqual([
      [0, 'DBL -'],
      [1, 'DBL BAR'],
      [2, 'DBL HB'],
    ])
    const before = await getContent(hotel.call)
    await send(before)
    expect(await getContent(hotel.call)).toEqual(before)
    expect(await rows('SELECT channel_rate_plan_id AS id, rate_id FROM channel_rate_plan ORDER BY id')).toEqual([
      { id: 'BAR', rate_id: 1 },
      { id: 'HB', rate_id: 2 },
    ])
  })
})
