import { beforeEach, describe, expect, it } from 'vitest'
import { book } from '../../support/booking'
import { expectInvalidField } from '../../support/fields'
import { logged } from '../../support/logged'
import { admin, expectRefusal, expectStatus, hotelBeforeEach, rows } from '../../support/service'

const hotel = hotelBeforeEach()
const anna = { firstName: 'Anna', lastName: 'Berg', email: 'Anna@Guest.test', phone: '+46 (8) 123-456' }

const search = (body: object, customer = 1) => admin('POST', `/customers/${customer}/guests/search`, body)
const found = async (body: object, customer = 1): Promise<number[]> =>
  (await expectStatus(200, search(body, customer))).json.guests.map(({ guestId }: { guestId: number }) => guestId)

const made = (roomID: number, primaryGuestDetails: object) =>
  book(hotel.call, { roomsBooked: [{ roomID }], primaryGuestDetails })

describe('a search of guests', () => {
  let [first, second] = [0, 0]
  beforeEach(async () => {
    first = await made(101, anna)
    second = await made(102, { firstName: 'Bo', lastName: ' Berg', email: 'bo@guest.test', phone: '0046 8 123 456' })
  })

  it('returns the guest with contact data and reservations [ADMIN-61]', async () => {
    const { json } = await expectStatus(200, search({ email: 'anna@guest.test' }))
    expect(json).toEqual({ guests: [{ guestId: first, ...anna, reservationIds: [first] }] })
  })

  it('compares e-mail and name as a whole, without letter case and outer blanks [ADMIN-61]', async () => {
    expect(await found({ email: ' ANNA@guest.TEST ' })).toEqual([first])
    expect(await found({ email: 'guest.test' })).toEqual([])
    expect(await found({ lastName: 'BERG ' })).toEqual([first, second])
    expect(await found({ lastName: 'Ber' })).toEqual([])
    expect(await found({ lastName: '%' })).toEqual([])
  })

  it('takes each character for a blank that JavaScript takes for one, as in copied names [ADMIN-61]', async () => {
    const blanks = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(each => !each.trim())
    const guest = await made(103, { lastName: 'Lund' })
    await rows('UPDATE guest SET last_name = ? WHERE guest_id = ?', `${blanks.join('')}Lund${blanks.join('')}`, guest)
    expect(await found({ lastName: 'lund\u00a0' })).toEqual([guest])
  })

  it('compares the letters of all scripts without case, and accents however they are written [ADMIN-61]', async () => {
    const names = [
      'Müller',
      'Mu\u0308ller',
      'Meißner',
      'Åström',
      'ΠΑΠΑΔΟΠΟΥΛΟΣ',
      'Иванова',
      'ﬁnn',
      'O’Brien',
      'Nguye\u0302\u0303n',
    ]
    const ids: number[] = []
    for (const [i, lastName] of names.entries()) {
      const dates = { arrivalDate: `2027-06-${10 + i}`, departureDate: `2027-06-${11 + i}` }
      const guest = { lastName, email: `${lastName}@guest.test` }
      ids.push(await book(hotel.call, { ...dates, roomsBooked: [{ roomID: 103 }], primaryGuestDetails: guest }))
    }
    const guests = await rows('SELECT guest_id FROM guest WHERE guest_id > ? ORDER BY guest_id', second)
    const at = (...positions: number[]) => positions.map(position => guests[position]?.guest_id)
    for (const [sought, ...positions] of [
      ['MÜLLER', 0, 1],
      [' mu\u0308ller\u00a0', 0, 1],
      ['MEISSNER', 2],
      ['meißner', 2],
      ['A\u030aSTRO\u0308M', 3],
      ['παπαδοπουλος', 4],
      ['ИВАНОВА', 5],
      ['FINN', 6],
      ['O’BRIEN', 7],
      ["O'Brien"],
      ['Muller'],
      ['NGUYỄN', 8],
      ['%'],
      ['_'],
    ] as [string, ...number[]][]) {
      expect(await found({ lastName: sought }), sought).toEqual(at(...positions))
      if (positions.length)
        expect(await found({ email: `${sought.trim()}@GUEST.test` }), sought).toEqual(at(...positions))
    }
  })

  it('compares a telephone number by its digits [ADMIN-61]', async () => {
    expect(await found({ phone: '46/8/12 34 56' })).toEqual([first])
    expect(await found({ phone: '00468123456' })).toEqual([second])
    expect(await found({ phone: '468123' })).toEqual([])
    expect(await found({ phone: '4681234567' })).toEqual([])
    expect(await found({ phone: '468132456' })).toEqual([])
  })

  it('returns the guests who have all values [ADMIN-61]', async () => {
    expect(await found({ lastName: 'berg', phone: '00468123456' })).toEqual([second])
    expect(await found({ lastName: 'berg', email: 'bo@guest.test', phone: '468123456' })).toEqual([])
    expect(await found({ lastName: 'berg', email: '', phone: null })).toEqual([first, second])
  })

  it('never returns a guest of another customer [ADMIN-61]', async () => {
    await expectStatus(200, admin('PUT', '/customers/5', { name: 'Five', currency: 'EUR', timeZone: 'Europe/Rome' }))
    expect(await found({ lastName: 'Berg' }, 5)).toEqual([])
    await expectRefusal(search({ lastName: 'Berg' }, 9), 404, 'NOT_FOUND', 'clientId: there is no such customer')
  })

  it('does not find an erased guest [ADMIN-61]', async () => {
    await expectStatus(204, admin('POST', `/customers/1/guests/${first}/erase`))
    expect(await found({ lastName: 'Berg' })).toEqual([second])
    expect(await found({ phone: anna.phone })).toEqual([])
  })

  it('is in the audit with the names of the fields, and the log has no value either [ADMIN-61]', async () => {
    const lines = await logged(() => search({ email: anna.email, phone: anna.phone }))
    expect(await rows("SELECT subject, details FROM audit WHERE act = 'guest.search'")).toEqual([
      { subject: '1', details: '{"fields":["email","phone"]}' },
    ])
    expect(JSON.stringify(lines)).toContain('/admin/customers/{clientId}/guests/search')
    expect(JSON.stringify(lines)).not.toMatch(/anna|123.?456/i)
  })

  it('is possible while the customer is read-only or closed, and not after its deletion', async () => {
    for (const state of ['readOnly', 'closed']) {
      await expectStatus(200, admin('PUT', '/customers/1/state', { state }))
      expect(await found({ lastName: 'Berg' })).toEqual([first, second])
    }
    await rows('UPDATE tenancy SET progress = \'{"stage":"delete"}\'')
    await expectRefusal(search({ lastName: 'Berg' }), 409, 'INVALID_TRANSITION')
  })

  it('continues by a cursor, which is valid for the same values only [ADMIN-62]', async () => {
    const page = await expectStatus(200, search({ lastName: 'Berg', pageSize: 1 }))
    expect(page.headers.get('x-has-more')).toBe('true')
    const cursor = page.headers.get('x-next-cursor')
    expect(await found({ lastName: ' Berg', pageSize: 1, cursor })).toEqual([second])
    await expectInvalidField('cursor', search({ lastName: 'Celsius', cursor }))
    await expectInvalidField('cursor', search({ email: 'Berg', cursor }))
    expect(await rows("SELECT count(*) AS n FROM audit WHERE act = 'guest.search'")).toEqual([{ n: 1 }])
  })

  it('reads at most 20,000 guests for a page, which may be empty and have more after it [ADMIN-62]', async () => {
    const many = (from: number, to: number) =>
      rows(`INSERT INTO guest (customer_id, guest_id, last_name) WITH RECURSIVE n (i) AS (
        SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to}) SELECT 1, i, 'Many' FROM n`)
    await many(3, 20_000)
    // Ids that are not in use cost nothing.
    await many(1_000_000, 1_000_010)
    await rows("UPDATE guest SET last_name = 'Last' WHERE guest_id = 1000010")
    const pages: object[] = []
    let cursor: string | null | undefined
    do {
      const page = await expectStatus(200, search({ lastName: 'last', cursor }))
      cursor = page.headers.get('x-next-cursor')
      pages.push([page.json.guests.length, page.headers.get('x-has-more')])
    } while (cursor)
    expect(pages).toEqual([
      [0, 'true'],
      [1, 'false'],
    ])
    const [line] = await logged(() => search({ lastName: 'last' }))
    expect(line?.rowsRead).toBeLessThan(20_010)
  })
})

it.each<[string, object]>([
  ['email', {}],
  ['email', { email: ' ', phone: null, lastName: '' }],
  ['phone', { phone: 'unknown' }],
  ['phone', { phone: '1'.repeat(21) }],
  ['lastName', { lastName: 'x'.repeat(201) }],
])('a search without a value that can be sought is 422: %s', async (field, body) => {
  await expectInvalidField(field, search(body))
})
