import { expect, it } from 'vitest'
import { admin, expectStatus, hotelBeforeEach } from '../../support/service'

const hotel = hotelBeforeEach()

it('GetHotel returns the records of the setup that other requests refer to, without Wi-Fi, key and look [RESERVATION-40]', async () => {
  const setup = (await expectStatus(200, admin('GET', '/customers/1/setup?pageSize=200'))).json
  const customer = (await expectStatus(200, admin('GET', '/customers/1'))).json
  const { json } = await expectStatus(200, hotel.call('GET', '/Reservation/GetHotel'))
  const { resources: _, inventoryItems: __, properties, ...records } = setup
  expect(setup.rooms.length).toBeGreaterThan(1)
  expect(json.content).toEqual({
    customerName: customer.name,
    currency: customer.currency,
    timeZone: customer.timeZone,
    ...records,
    properties: properties.map(({ fetchHotelKey: _, wifi: __, look: ___, ...shown }: Record<string, unknown>) => shown),
  })
})
