import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { withBindings } from '../support/bindings'
import { aBooking, book, post } from '../support/booking'
import { callWithDatabase, getContent, property, update } from '../support/channel-message'
import { type Call, expectRefusal, expectStatus, hotelBeforeEach, rows } from '../support/service'
import { databaseFromStub } from '../support/sessions'

const hotel = hotelBeforeEach()

/** Maximum bytes of a value and of a row in D1. The database of the tests accepts more. */
const ROW = 2_000_000

const encoder = new TextEncoder()
const bytesOf = (text: string) => encoder.encode(text).length
const jsonBytes = (value: unknown) => bytesOf(JSON.stringify(value))

/** A D1 that refuses values that are too large, as the real one does. */
const strict = databaseFromStub({
  prepare: text => {
    const statement = env.DB.prepare(text)
    return {
      bind: (...values: unknown[]) => {
        const isTooLarge = values.some(value => typeof value === 'string' && bytesOf(value) > ROW)
        if (isTooLarge) throw new Error('D1_ERROR: string or blob too big: SQLITE_TOOBIG')
        return statement.bind(...values)
      },
    }
  },
  batch: list => env.DB.batch(list),
})

let call: ReturnType<typeof callWithDatabase>
beforeEach(async () => {
  call = callWithDatabase(strict, hotel)
})

/** Bytes of the largest row of a table. */
async function largestRow(table: string): Promise<number> {
  const columns = await rows(`SELECT name FROM pragma_table_info('${table}')`)
  const size = columns.map(({ name }) => `coalesce(length(CAST("${name}" AS BLOB)), 0)`).join(' + ')
  const [found] = await rows(`SELECT max(${size}) AS bytes FROM ${table}`)
  return Number(found?.bytes)
}

const CONTACT_BYTES = 1_990_000

/** Contacts of so many bytes as JSON, most of them in characters of three. */
function contactsOf(bytes: number) {
  const full = () => ({ contactProfileType: 'general', emails: { email: Array(50).fill('漢'.repeat(254)) } })
  const list: { contactProfileType: string; emails: { email: string[] } }[] = []
  while (jsonBytes([...list, full()]) < bytes - 1_000) list.push(full())
  const last = { contactProfileType: 'x', emails: { email: [] as string[] } }
  list.push(last)
  while (jsonBytes(list) < bytes - 1_000) last.emails.email.push('漢'.repeat(254))
  while (jsonBytes(list) < bytes - 260) last.emails.email.push('x'.repeat(250))
  last.emails.email.push('')
  last.emails.email[last.emails.email.length - 1] = 'x'.repeat(bytes - jsonBytes(list))
  expect(jsonBytes(list)).toBe(bytes)
  return { contactInfos: { contactInfo: list } }
}

const FIELD = 'property[0].data[0].hotelDescriptiveContents.hotelDescriptiveContent.contactInfos.contactInfo'

describe('a channel manager’s description of a hotel', () => {
  it('a hotel’s contacts of as many bytes as a row takes are kept whole, and one more is 422 with the field [LIMIT-5]', async () => {
    const largest = contactsOf(CONTACT_BYTES)
    expect((await update(call, property({ hotelName: 'Sea', ...largest }))).status).toBe(200)
    expect(await largestRow('channel_property')).toBeLessThanOrEqual(ROW)
    const { hotelDescriptiveContent } = (await getContent(call)).property[0].data[0].hotelDescriptiveContents
    expect(hotelDescriptiveContent.contactInfos).toEqual(largest.contactInfos)

    const refused = await update(call, property({ hotelName: 'Other', ...contactsOf(CONTACT_BYTES + 1) }))
    await expectRefusal(refused, 422, 'INVALID_FIELD', `${FIELD}: expected at most ${CONTACT_BYTES} bytes as JSON`)
    expect(
      (await getContent(call)).property[0].data[0].hotelDescriptiveContents.hotelDescriptiveContent.hotelName,
    ).toBe('Sea')
  })

  it('a merged description fits in a row [LIMIT-5]', async () => {
    const rest = {
      hotelName: '漢'.repeat(200),
      languageCode: `en${'-abcdefgh'.repeat(22)}`,
      currencyCode: 'EUR',
      hotelDescriptiveContentNotifType: 'Overlay',
      hotelInfo: { position: { latitude: '-89.12345678901234567890', longitude: '-179.12345678901234567890' } },
    }
    expect((await update(call, property(contactsOf(CONTACT_BYTES)))).status).toBe(200)
    expect((await update(call, property(rest))).status).toBe(200)
    expect(await largestRow('channel_property')).toBeLessThanOrEqual(ROW)
    const { json } = await expectStatus(422, update(call, property({ languageCode: `en${'-abcdefgh'.repeat(23)}` })))
    expect(json.errors[0].description.split(': ')[1]).toBe('expected at most 200 characters')
  })
})

describe('of everything else', () => {
  // Letters of three bytes, and quotes, which JSON within JSON writes with four.
  it.each(['漢', '"'])(
    'the largest notes, hosts, places and resources of a booking fit in a row: %s [LIMIT-5]',
    async letter => {
      const large = withBindings({ DB: strict, BODY_BYTES: String(16 * 1024 * 1024) })
      const call: Call = (method, path, body) =>
        large(method, `/api${path}`, body, { authorization: `Bearer ${hotel.token}` })
      const notes = Array(20).fill(letter.repeat(20_000))
      const name = '漢'.repeat(200)
      const many = <T>(item: T) => Array<T>(50).fill(item)
      const activity = {
        activityID: 2,
        activityDate: '2027-05-10',
        participants: 1,
        activityNotes: notes,
        selectedHosts: many({ employeeID: 0, employeeLastName: name, employeeFirstName: name }),
        selectedLocations: many({ locationID: 0, locationName: name }),
        selectedResources: many({ resourceID: 0, resourceName: name }),
      }
      const bookingID = await book(call, { roomsBooked: [{ roomID: 101, roomNotes: notes }] })
      const summary = letter.repeat(20_000)
      await expectStatus(200, post(call, { bookingID, activitiesBooked: [activity], reservationSummaryNote: summary }))
      for (const table of ['room_stay', 'activity_booking', 'reservation', 'fetch_message', 'idempotency']) {
        expect(await largestRow(table), table).toBeLessThan(ROW * 0.9)
      }
      expect(
        (await post(call, aBooking({ identity: 'x', roomsBooked: [{ roomID: 102, roomNotes: [...notes, ''] }] })))
          .status,
      ).toBe(422)
    },
  )

  it('a setup document of any size binds no value larger than a row [LIMIT-5]', async () => {
    const first = 1_000_000_000
    const rooms = Array.from(
      { length: 190_000 },
      (_, i) => `{"roomId":${first + i},"roomTypeId":${first + i},"roomName":"a"}`,
    )
    const call = withBindings({ DB: strict, BODY_BYTES: String(16 * 1024 * 1024) })
    const path = `/admin/customers/${hotel.customer}/setup`
    const headers = { authorization: `Bearer ${env.ADMIN_TOKEN}` }
    const { json } = await expectStatus(422, call('PUT', path, `{"rooms":[${rooms.join()}]}`, headers))
    expect(json.errors[0].code).toBe('UNKNOWN_REFERENCE')
  })
})
