import { describe, expect, it } from 'vitest'
import { aBooking, book, post, readBookingTables } from '../../support/booking'
import { readLog } from '../../support/events'
import { aSale, sell } from '../../support/sale'
import { admin, expectRefusal, expectStatus, hotelBeforeEach, rows } from '../../support/service'

const { call } = hotelBeforeEach()
const versionOf = ({ headers }: { headers: Headers }) => headers.get('x-reservation-version')
const listed = async (path: string, body?: object) =>
  (await expectStatus(200, call(body ? 'POST' : 'GET', path, body))).json.content[0].version
const change = (body: object, headers?: Record<string, string>) => post(call, { bookingID: 1, ...body }, headers)
const note = (text: string) => ({ reservationSummaryNote: text })

describe('the version of a booking', () => {
  it('counts its changes, sales and payments too, in both lists and in the header [BOOKING-90]', async () => {
    expect(versionOf(await post(call, aBooking({ identity: 'web-1' })))).toBe('1')
    const changes: (() => Promise<unknown>)[] = [
      () => change(note('late')),
      () => change({ paymentDetails: { paymentAmount: 5 } }),
      () => sell(call, aSale({ reservationID: 1 })),
      () => change({ bookingParameters: { correspondenceToBeSent: [{ correspondenceTypeID: 1 }] } }),
      () => admin('POST', '/customers/1/guests/1/erase'),
      () => change({ action: 'cancel' }),
      () => change({ action: 'cancel', paymentDetails: { paymentAmount: 5, paymentExtID: 'late' } }),
    ]
    for (const [i, send] of changes.entries()) {
      await send()
      const expected = i + 2
      expect(await listed('/Reservation/GetReservations', {})).toBe(expected)
      expect(await listed('/Reservation/GetReservationsForPartner')).toBe(expected)
      // A change that changes nothing has the version as it is.
      expect(versionOf(await expectStatus(200, change({ expectedVersion: expected })))).toBe(String(expected))
    }
  })

  it('is told again as it was then when a change is repeated [BOOKING-92]', async () => {
    const made = aBooking({ identity: 'web-1' })
    await post(call, made)
    const change = { bookingID: 1, identity: 'change-1', ...note('late') }
    const unchanged = { bookingID: 1, identity: 'change-2', ...note('late') }
    const byName = { identity: 'web-1', action: 'modify', ...note('early') }
    for (const [body, version] of [
      [change, '2'],
      [unchanged, '2'],
      [byName, '3'],
    ] as const) {
      expect(versionOf(await expectStatus(200, post(call, body)))).toBe(version)
      expect(versionOf(await expectStatus(200, post(call, body)))).toBe(version)
    }
    await post(call, { bookingID: 1, ...note('last') })
    for (const [body, version] of [
      [made, '1'],
      [change, '2'],
      [unchanged, '2'],
    ] as const) {
      expect(versionOf(await expectStatus(200, post(call, body)))).toBe(version)
    }
  })

  it('is not told of a change that an earlier release made, when that is repeated [BOOKING-92]', async () => {
    await book(call)
    const body = { bookingID: 1, identity: 'change-1', ...note('late') }
    await post(call, body)
    await rows("UPDATE idempotency SET answer = NULL WHERE identity = 'change-1'")
    expect(versionOf(await expectStatus(200, post(call, body)))).toBeNull()
  })
})

describe('a change that expects another version', () => {
  const OTHERS: [what: string, body: object][] = [
    ['a change', note('late')],
    ['nothing to change', {}],
    ['a cancellation', { action: 'cancel' }],
    ['a room that is taken', { roomsBooked: [{ roomID: 102 }] }],
    ['a status that is not allowed', { bookingParameters: { reservationStatusID: 5 } }],
    ['a key that was used', { identity: 'used', ...note('other') }],
  ]
  it.each(OTHERS)('is refused and changes nothing: %s [BOOKING-91] [VERSION_CONFLICT]', async (_, body) => {
    await book(call)
    await book(call, { roomsBooked: [{ roomID: 102 }] })
    await expectStatus(200, change({ identity: 'used', ...note('one') }))
    const before = await readBookingTables()
    for (const expectedVersion of [1, 3]) {
      const description = `expectedVersion: the booking has version 2, not ${expectedVersion}`
      await expectRefusal(change({ ...body, expectedVersion }), 409, 'VERSION_CONFLICT', description)
    }
    expect(await readBookingTables()).toEqual(before)
  })

  it('is the repetition that it is, whatever version it expects [BOOKING-91]', async () => {
    await book(call)
    const body = { identity: 'change-1', ...note('late') }
    for (const expectedVersion of [1, 1, 7, undefined]) await expectStatus(200, change({ ...body, expectedVersion }))
    expect((await readLog(call)).length).toBe(2)
  })

  it('is 404 or 422 where a request without it is [BOOKING-91]', async () => {
    await book(call)
    await expectRefusal(post(call, { bookingID: 9, expectedVersion: 5, ...note('late') }), 404, 'NOT_FOUND')
    const far = { expectedVersion: 5, roomsBooked: [{ roomID: 999 }] }
    await expectRefusal(change(far), 422, 'UNKNOWN_REFERENCE')
  })

  it('counts 0 as absent, and a new booking takes none [BOOKING-91]', async () => {
    await expectStatus(200, post(call, aBooking({ expectedVersion: 0 })))
    await expectStatus(200, change({ expectedVersion: 0, ...note('late') }))
    const refused = post(call, aBooking({ expectedVersion: 1 }))
    await expectRefusal(refused, 422, 'INVALID_FIELD', 'expectedVersion: a new booking has none yet')
  })
})

it('of simultaneous changes that expect one version, one is made, and the others get 409 VERSION_CONFLICT [BOOKING-91]', async () => {
  await book(call)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => change({ expectedVersion: 1, ...note(`note ${i}`) })),
  )
  const refused = answers.filter(({ status }) => status === 409)
  expect(answers.filter(({ status }) => status === 200).map(versionOf)).toEqual(['2'])
  expect(refused.map(({ json }) => json.errors[0].code)).toEqual(Array(9).fill('VERSION_CONFLICT'))
  expect(await listed('/Reservation/GetReservations', {})).toBe(2)
})
