import { describe, expect, it } from 'vitest'
import { readBookingTables } from '../support/booking'
import { bodiesWithWrongTypes, expectInvalidField, fieldsOf } from '../support/fields'
import { casesOf, endpointsWith } from '../support/operations'
import { readSaleTables } from '../support/sale'
import { hotelBeforeEach } from '../support/service'

const { call } = hotelBeforeEach()

/** The first sample body of each endpoint that takes JSON from customers. It has every field. */
const BODIES = endpointsWith(({ auth, body }) => body && auth.includes(':')).flatMap(name => {
  const [[, path = '', body] = []] = casesOf([name])
  // Messages of a channel manager have numbers as text, and their own tests.
  return body && !path.includes('UpdateCMConnect') ? [[path.replace(/^\/api/, ''), body] as const] : []
})

describe('a field of another type is 422 INVALID_FIELD with its path, and nothing changes [API-8] [INVALID_FIELD]', () => {
  it.each(BODIES)(
    'in %s [VALUE-1] [BOOKING-2] [SALE-7] [CHANNEL-31] [ONLINE-14] [RESERVATION-6] [LINK-12]',
    async (path, body) => {
      // The body is valid, even if a record that it names does not exist.
      expect((await call('POST', path, body)).text).not.toContain('INVALID_FIELD')
      const before = [await readBookingTables(), await readSaleTables()]
      for (const field of fieldsOf(body)) {
        for (const [name, other] of bodiesWithWrongTypes(body, field))
          await expectInvalidField(name, call('POST', path, other))
      }
      expect([await readBookingTables(), await readSaleTables()]).toEqual(before)
    },
  )
})
