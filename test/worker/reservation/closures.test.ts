import { describe, expect, it } from 'vitest'
import { aBooking, book, post, takenNights } from '../../support/booking'
import { days, declareChannel, price, rate, span, updateSuccessfully } from '../../support/channel-message'
import { violatedInvariants } from '../../support/check-invariants'
import { stopClock } from '../../support/clock'
import { readLog } from '../../support/events'
import { admin, expectRefusal, expectStatus, hotelBeforeEach, rows, rowsByTable } from '../../support/service'

const hotel = hotelBeforeEach()
const { call } = hotel

const closing = (changes: Record<string, unknown> = {}) => ({
  roomID: 101,
  fromDate: '2027-05-10',
  toDate: '2027-05-13',
  reason: 'A new carpet.',
  ...changes,
})
const close = (changes: Record<string, unknown> = {}) => call('POST', '/Reservation/CloseRoom', closing(changes))
const closed = async (changes: Record<string, unknown> = {}): Promise<number> =>
  (await expectStatus(200, close(changes))).json.content.closureId
const open = (closureId: number, fromDate?: string) => call('POST', '/Reservation/OpenRoom', { closureId, fromDate })
const closures = async (query: string) =>
  (await expectStatus(200, call('GET', `/Reservation/GetClosures?${query}`))).json.content
const roomEvents = async () =>
  (await readLog(call)).filter(({ type }) => type.startsWith('room.')).map(({ type, data }) => [type, data])
const readAll = () => rowsByTable(['closure', 'room_night', 'room_day', 'event'])
const freeRooms = async () =>
  (
    await expectStatus(200, call('GET', '/OnlineBooking/GetOffers?arrivalDate=2027-05-10&departureDate=2027-05-12'))
  ).json.content.map?.(({ roomTypeID, roomsLeft }: Record<string, number>) => [roomTypeID, roomsLeft]) ?? []

describe('CloseRoom', () => {
  it('a closed room takes no booking and is in no offer, and its nights count against the rooms to sell [RESERVATION-41]', async () => {
    await declareChannel(call)
    const priced = { ...span('01', '31'), roomstosell: '2', ...rate('BAR'), ...price({ 2: '100.00' }) }
    await updateSuccessfully(call, days([priced]))
    for (const roomID of [101, 102]) await closed({ roomID })
    expect(
      await rows("SELECT DISTINCT rooms_to_sell FROM room_day WHERE day BETWEEN '2027-05-10' AND '2027-05-12'"),
    ).toEqual([{ rooms_to_sell: 0 }])
    expect(await freeRooms()).toEqual([])
    await expectRefusal(
      post(call, aBooking()),
      409,
      'ROOM_NOT_AVAILABLE',
      /^roomsBooked\[0\]\.roomID: room 101 is taken on the night of 2027-05-10$/,
    )
    await updateSuccessfully(call, days([{ ...priced, roomstosell: '3' }]))
    const sold = await expectStatus(
      200,
      call('POST', '/OnlineBooking/postreservation', {
        identity: 'web-1',
        arrivalDate: '2027-05-10',
        departureDate: '2027-05-12',
        roomTypeID: 10,
        guests: { guestCount: 2 },
        primaryGuestDetails: { firstName: 'Mina', lastName: 'Okabe' },
      }),
    )
    expect(sold.json.content.roomId).toBe(103)
    expect(await violatedInvariants()).toEqual({})
  })

  const REFUSED = [
    [
      'a taken night',
      { toDate: '2027-05-12', fromDate: '2027-05-09', roomID: 102 },
      409,
      'ROOM_NOT_AVAILABLE',
      'roomID: room 102 is taken on the night of 2027-05-10',
    ],
    [
      '1,001 nights',
      { fromDate: '2027-05-10', toDate: '2030-02-04' },
      422,
      'INVALID_FIELD',
      'toDate: expected at most 1000 nights',
    ],
    ['no night', { toDate: '2027-05-10' }, 422, 'INVALID_FIELD', 'toDate: expected a day after fromDate'],
    [
      'nights that are over',
      { fromDate: '2020-01-01', toDate: '2020-01-05' },
      422,
      'INVALID_FIELD',
      'toDate: expected a day after ',
    ],
    ['an unknown room', { roomID: 999 }, 422, 'UNKNOWN_REFERENCE', 'roomID: there is no room 999'],
    ['a room that is not in use', { roomID: 103 }, 409, 'ROOM_NOT_AVAILABLE', 'roomID: room 103 is not in use'],
    ['a date that is none', { fromDate: 'soon' }, 422, 'INVALID_FIELD', 'fromDate: expected YYYY-MM-DD'],
  ] as const
  it.each(REFUSED)(
    '%s is refused and changes nothing [RESERVATION-43]',
    async (_, changes, status, code, description) => {
      await book(call, { roomsBooked: [{ roomID: 102 }] })
      await expectStatus(
        200,
        admin('PUT', '/customers/1/setup', {
          rooms: [{ roomId: 103, roomTypeId: 10, roomName: 'Heron', isActive: false }],
        }),
      )
      const before = await readAll()
      const { errors } = (await expectStatus(status, close(changes))).json
      expect(errors).toEqual([{ code, description: expect.stringContaining(description) }])
      expect(await readAll()).toEqual(before)
    },
  )

  it('a closure that began and is not over yet is accepted: a hotel day ends at 04:00 of its clock [RESERVATION-43]', async () => {
    stopClock()
    const today = new Date().toISOString().slice(0, 10)
    const dayAfter = (n: number) => new Date(Date.parse(today) + n * 86_400_000).toISOString().slice(0, 10)
    await closed({ fromDate: dayAfter(-3), toDate: dayAfter(2) })
    expect(await violatedInvariants()).toEqual({})
  })

  it('the same request again has the first response, another body and a closure that has ended are refused [RESERVATION-44]', async () => {
    const identity = 'repair-1'
    const closureId = await closed({ identity })
    const after = await readAll()
    expect(await closed({ identity })).toBe(closureId)
    const byHeader = await call('POST', '/Reservation/CloseRoom', closing(), { 'Idempotency-Key': identity })
    expect(byHeader.json.content).toEqual({ closureId })
    expect(await readAll()).toEqual(after)
    await expectRefusal(
      close({ identity, reason: 'Another one.' }),
      409,
      'IDENTITY_CONFLICT',
      /^identity: it was used before/,
    )
    await expectStatus(200, open(closureId, '2027-05-12'))
    expect(await closed({ identity })).toBe(closureId)
    await expectStatus(200, open(closureId))
    await expectRefusal(close({ identity }), 409, 'IDENTITY_CONFLICT', /^identity: its closure has ended/)
    expect(await closed({})).toBe(closureId + 1)
  })
})

describe('OpenRoom', () => {
  it('ends the closure, or its nights from a date on; the events name the nights [RESERVATION-42] [RESERVATION-48]', async () => {
    const closureId = await closed({ fromDate: '2027-05-10', toDate: '2027-05-16' })
    const place = { closureId, roomId: 101, hotelid: 'H1' }
    const events: unknown[] = [['room.closed', { ...place, fromDate: '2027-05-10', toDate: '2027-05-16' }]]
    expect(await roomEvents()).toEqual(events)
    const steps = [
      ['2027-05-16', undefined, 6],
      ['2027-05-14', { fromDate: '2027-05-14', toDate: '2027-05-16' }, 4],
      ['2027-05-14', undefined, 4],
      ['2027-05-01', { fromDate: '2027-05-10', toDate: '2027-05-14' }, 0],
      [undefined, undefined, 0],
    ] as const
    for (const [fromDate, opened, left] of steps) {
      const { text } = await expectStatus(200, open(closureId, fromDate))
      expect(text).toBe('')
      if (opened) events.push(['room.opened', { ...place, ...opened }])
      expect(await roomEvents()).toEqual(events)
      expect(await takenNights()).toHaveLength(left)
      expect(await violatedInvariants()).toEqual({})
    }
    await book(call)
  })

  it('an unknown closure is not found [RESERVATION-42]', async () => {
    await expectRefusal(open(77), 404, 'NOT_FOUND', /^closureId: there is no closure 77$/)
  })
})

describe('GetClosures', () => {
  it('lists the closures that touch the days and have not ended, by first night and id, in pages [RESERVATION-46]', async () => {
    const spans = [
      ['2027-05-10', '2027-05-12'],
      ['2027-05-01', '2027-05-11'],
      ['2027-05-20', '2027-05-21'],
      ['2024-10-01', '2027-06-01'],
    ] as const
    const ids: number[] = []
    for (const [i, [fromDate, toDate]] of spans.entries())
      ids.push(await closed({ roomID: [101, 102, 103, 201][i], fromDate, toDate }))
    const [first, second, third, longest] = ids
    const idsOf = async (query: string) =>
      (await closures(query)).map?.(({ closureId }: { closureId: number }) => closureId) ?? []
    expect(await idsOf('from=2027-05-10')).toEqual([longest, second, first, third])
    expect(await idsOf('from=2027-05-11&to=2027-05-20')).toEqual([longest, first])
    expect(await idsOf('from=2027-05-01&roomID=103')).toEqual([third])
    expect((await closures('from=2027-05-20&to=2027-05-21&roomID=103'))[0]).toEqual({
      closureId: third,
      roomId: 103,
      hotelid: 'H1',
      fromDate: '2027-05-20',
      toDate: '2027-05-21',
      reason: 'A new carpet.',
      createdAt: expect.stringMatching(/Z$/),
    })
    const paged: number[] = []
    let cursor = ''
    do {
      const page = await call('GET', `/Reservation/GetClosures?from=2027-05-10&pageSize=1&cursor=${cursor}`)
      paged.push(...page.json.content.map(({ closureId }: { closureId: number }) => closureId))
      cursor = page.headers.get('x-next-cursor') ?? ''
    } while (cursor)
    expect(paged).toEqual([longest, second, first, third])
    await expectStatus(200, open(first as number))
    expect(await idsOf('from=2027-05-11&to=2027-05-20')).toEqual([longest])
    expect(await closures('from=2028-01-01')).toEqual({})
  })

  it.each([
    ['from=2027-05-10&to=2027-05-10', 'to: expected a day after from'],
    ['from=2027-05-10&to=2027-08-11', 'to: expected at most 92 nights'],
    ['to=2027-05-10', 'from: '],
  ])('%s is refused [RESERVATION-46]', async (query, description) => {
    for (const list of ['GetClosures', 'GetRoomNights']) {
      const { errors } = (await expectStatus(422, call('GET', `/Reservation/${list}?${query}`))).json
      expect(errors).toEqual([{ code: 'INVALID_FIELD', description: expect.stringContaining(description) }])
    }
  })
})

describe('isActive', () => {
  const setActive = (isActive: boolean | undefined, roomId = 101) =>
    expectStatus(
      200,
      admin('PUT', '/customers/1/setup', { rooms: [{ roomId, roomTypeId: 10, roomName: 'Gull', isActive }] }),
    )

  it('a room that is not in use keeps its bookings, which take no further night [RESERVATION-47]', async () => {
    const bookingID = await book(call)
    await setActive(false)
    const { ...before } = await readAll()
    for (const body of [
      { bookingID, departureDate: '2027-05-13' },
      aBooking({ arrivalDate: '2027-05-20', departureDate: '2027-05-21' }),
    ])
      await expectRefusal(post(call, body), 409, 'ROOM_NOT_AVAILABLE', /: room 101 is not in use$/)
    expect(await readAll()).toEqual(before)
    await expectStatus(200, post(call, { bookingID, arrivalDate: '2027-05-11', departureDate: '2027-05-12' }))
    await expectStatus(200, post(call, { bookingID, roomsBooked: [{ roomID: 102 }] }))
    await expectRefusal(
      post(call, { bookingID, roomsBooked: [{ roomID: 101 }] }),
      409,
      'ROOM_NOT_AVAILABLE',
      /: room 101 is not in use$/,
    )
    await setActive(undefined)
    await expectStatus(200, post(call, { bookingID, roomsBooked: [{ roomID: 101 }] }))
    expect(await violatedInvariants()).toEqual({})
  })

  it('a room that is not in use is in no offer [RESERVATION-47]', async () => {
    await declareChannel(call)
    await updateSuccessfully(
      call,
      days([{ ...span('01', '31'), roomstosell: '3', ...rate('BAR'), ...price({ 2: '100.00' }) }]),
    )
    expect(await freeRooms()).not.toEqual([])
    for (const roomId of [101, 102, 103]) await setActive(false, roomId)
    expect(await freeRooms()).toEqual([])
    await expectStatus(
      409,
      call('POST', '/OnlineBooking/postreservation', {
        identity: 'web-1',
        arrivalDate: '2027-05-10',
        departureDate: '2027-05-12',
        roomTypeID: 10,
        guests: { guestCount: 2 },
        primaryGuestDetails: { firstName: 'Mina', lastName: 'Okabe' },
      }),
    )
  })
})
