import { beforeEach, describe, expect, it } from 'vitest'
import { aBooking, book, post, readBookingTables } from '../../support/booking'
import { sellSuccessfully } from '../../support/sale'
import { expectStatus, openHotel, resetBeforeEach, rows } from '../../support/service'

resetBeforeEach()

let call: Awaited<ReturnType<typeof openHotel>>['call']
beforeEach(async () => {
  ;({ call } = await openHotel())
  await book(call, { identity: 'web-1' })
})

/** A change that names its booking by identity, and nothing else. */
const change = (fields: object, headers?: Record<string, string>) =>
  post(call, { identity: 'web-1', action: 'modify', ...fields }, headers)
const pay = () => change({ paymentDetails: { paymentAmount: 10 } })
const note = (reservationSummaryNote: string, key?: string) =>
  change({ reservationSummaryNote }, key ? { 'idempotency-key': key } : undefined)

const payments = async () => (await rows('SELECT * FROM payment')).length
const noteNow = async () => (await rows('SELECT summary_note FROM reservation'))[0]?.summary_note
/** Lets all that is remembered be older. */
const age = (hours: number) => rows('UPDATE idempotency SET created_at = created_at - ?', hours * 3_600_000)

describe('the key of a change, sent with the same change of another booking', () => {
  const key = { 'idempotency-key': 'change-1' }
  const ofBooking = (identity: string, fields: object) => post(call, { identity, ...fields }, key)

  beforeEach(async () => {
    await book(call, { identity: 'web-2', roomsBooked: [{ roomID: 102 }] })
  })

  it.each<[string, object]>([
    ['a cancellation', { action: 'cancel' }],
    ['a note', { action: 'modify', reservationSummaryNote: 'Late' }],
    ['a payment', { action: 'modify', paymentDetails: { paymentAmount: 10 } }],
    ['a status that the booking has', { action: 'modify', bookingParameters: { reservationStatusID: 3 } }],
  ])('%s: is 409 and changes nothing, and is known for its own booking [BOOKING-22]', async (_, fields) => {
    const first = await expectStatus(200, ofBooking('web-1', fields))
    const before = await readBookingTables()
    const other = await ofBooking('web-2', fields)
    expect([other.status, other.json.errors[0].code]).toEqual([409, 'IDENTITY_CONFLICT'])
    const again = await expectStatus(200, ofBooking('web-1', fields))
    expect(again.headers.get('x-reservation-id')).toBe(first.headers.get('x-reservation-id'))
    expect(await readBookingTables()).toEqual(before)
  })

  it('is 404 if there is no such booking', async () => {
    await expectStatus(200, ofBooking('web-1', { action: 'cancel' }))
    const unknown = await ofBooking('web-3', { action: 'cancel' })
    expect([unknown.status, unknown.json.errors[0].code]).toEqual([404, 'NOT_FOUND'])
  })

  it('at the same time changes one of both', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => ofBooking(i % 2 ? 'web-1' : 'web-2', { action: 'cancel' })),
    )
    const ids = answers.filter(({ status }) => status === 200).map(({ headers }) => headers.get('x-reservation-id'))
    expect(new Set(ids).size).toBe(1)
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(200), ...Array(5).fill(409)])
    const cancelled = await rows('SELECT reservation_id FROM reservation WHERE status_id = 6')
    expect(cancelled.map(({ reservation_id }) => String(reservation_id))).toEqual([...new Set(ids)])
  })
})

describe('a change by identity alone, sent again', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['a sale on the account', () => sellSuccessfully(call, { reservationID: 1 })],
    ['a change by bookingID', () => post(call, { bookingID: 1, reservationSummaryNote: 'x' })],
    ['another change by identity', () => note('x')],
    ['a cancellation', () => change({ action: 'cancel' })],
  ])('after %s is answered as the first time and changes nothing [BOOKING-24]', async (_, happens) => {
    const first = await expectStatus(200, pay())
    await happens()
    const before = await readBookingTables()
    const second = await expectStatus(200, pay())
    expect(await readBookingTables()).toEqual(before)
    expect(await payments()).toBe(1)
    for (const name of ['x-reservation-id', 'x-reservation-number']) {
      expect(second.headers.get(name)).toBe(first.headers.get(name))
    }
  })

  it('is known where it changed nothing the first time, too', async () => {
    const confirm = () => change({ bookingParameters: { reservationStatusID: 3 } })
    await expectStatus(200, confirm())
    await expectStatus(200, post(call, { bookingID: 1, bookingParameters: { reservationStatusID: 4 } }))
    await expectStatus(200, confirm())
    expect(await rows('SELECT status_id FROM reservation')).toEqual([{ status_id: 4 }])
  })

  it('is known for 24 hours [BOOKING-24]', async () => {
    await pay()
    await sellSuccessfully(call, { reservationID: 1 })
    await age(23.99)
    await expectStatus(200, pay())
    expect(await payments()).toBe(1)
  })

  it('is a new change after 24 hours, and known anew [BOOKING-24]', async () => {
    await note('a')
    await note('b', 'key')
    await age(24)
    await expectStatus(200, note('a'))
    expect(await noteNow()).toBe('a')
    await note('b', 'other key')
    await expectStatus(200, note('a'))
    expect(await noteNow()).toBe('b')
  })

  it('20 times at once is made once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, pay))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await payments()).toBe(1)
  })

  it('20 times at once, a day after the first, is made once more', async () => {
    const versionNow = async () => (await rows('SELECT version FROM reservation'))[0]?.version as number
    await note('a')
    await note('b', 'key')
    await age(25)
    const before = await versionNow()
    await Promise.all(Array.from({ length: 20 }, () => note('a')))
    expect([await noteNow(), await versionNow()]).toEqual(['a', before + 1])
  })

  it('that was refused is free', async () => {
    const other = await book(call, { roomsBooked: [{ roomID: 102 }] })
    const move = () => change({ roomsBooked: [{ roomID: 102 }] })
    await expectStatus(409, move())
    await expectStatus(200, post(call, { bookingID: other, action: 'cancel' }))
    await expectStatus(200, move())
    expect(await rows('SELECT DISTINCT room_id FROM room_night')).toEqual([{ room_id: 102 }])
  })
})

describe('a value that is set back and forth', () => {
  it('is set each time where each change has a key of its own [BOOKING-25]', async () => {
    for (const [text, key] of [
      ['a', 'k-1'],
      ['b', 'k-2'],
      ['a', 'k-3'],
    ]) {
      await expectStatus(200, note(text as string, key))
      expect(await noteNow()).toBe(text)
    }
  })

  it('by identity alone within a day is a repetition, and stays as it is [BOOKING-25]', async () => {
    for (const text of ['a', 'b', 'a']) await expectStatus(200, note(text))
    expect(await noteNow()).toBe('b')
  })

  it('by identity alone on different days is set each time', async () => {
    for (const text of ['a', 'b', 'a', 'b']) {
      await expectStatus(200, note(text))
      expect(await noteNow()).toBe(text)
      await age(24)
    }
  })
})

describe('the key under which such a change is remembered', () => {
  const kept = async () =>
    String((await rows("SELECT identity FROM idempotency WHERE identity <> 'web-1'"))[0]?.identity)

  it('is one that nobody can send', async () => {
    await pay()
    const identity = await kept()
    for (const answer of [
      post(call, aBooking({ identity })),
      post(call, aBooking(), { 'idempotency-key': identity }),
      post(call, { bookingID: 1, identity, reservationSummaryNote: 'x' }),
    ]) {
      const { status, json } = await answer
      expect([status, json.errors[0].code]).toEqual([422, 'INVALID_FIELD'])
    }
  })

  it('tells neither the identity nor what was asked', async () => {
    await note('Okabe, window seat')
    const [row] = await rows("SELECT * FROM idempotency WHERE identity <> 'web-1'")
    expect(JSON.stringify(row)).not.toMatch(/web-1|Okabe/)
    expect(row?.answer).toBeNull()
  })

  it('is another for another booking that is asked the same', async () => {
    await book(call, { identity: 'web-2', roomsBooked: [{ roomID: 102 }] })
    await pay()
    await expectStatus(200, post(call, { identity: 'web-2', action: 'modify', paymentDetails: { paymentAmount: 10 } }))
    expect(await payments()).toBe(2)
  })
})
