import { env } from 'cloudflare:workers'
import { inject } from 'vitest'
import { withBindings } from './bindings'
import { book, post } from './booking'
import { days, plans, price, property, rate, rooms, span, updateSuccessfully } from './channel-message'
import { endpointsWith, fieldNamesOf } from './operations'
import { aSale, sell, takeBack } from './sale'
import { ALL_PERMISSIONS, admin, type Call, databases, expectStatus, integrator, markUsed, rowsIn } from './service'
import { makeEndpoint } from './webhooks'

/*
 * Another customer whose records all have the same id: a number where ids are numbers, a text where they are texts. So one id in
 * any place of a request refers to a record of this customer. UNUSED_ID refers to no record.
 */

export const OTHER_CUSTOMER_ID = 7007
export const UNUSED_ID = 8008

/** Part of every text that this customer or its guests wrote, and used nowhere else. */
export const CANARY = 'Vittoria'

const ID = OTHER_CUSTOMER_ID
const TEXT = `V${ID}`
const setup = {
  properties: [
    {
      hotelid: TEXT,
      name: CANARY,
      fetchHotelKey: TEXT,
      address: { addressLine: CANARY },
      directions: CANARY,
      houseInfo: [{ title: CANARY, text: CANARY }],
      logoUrl: `https://${TEXT}.test/logo.svg`,
      imagePath: `https://${TEXT}.test/sea.jpg`,
      wifi: { network: TEXT, password: CANARY },
      look: { words: { stayAt: CANARY } },
    },
  ],
  locations: [{ locationId: ID, name: CANARY }],
  roomTypes: [{ roomTypeId: ID, hotelid: TEXT, name: CANARY, maxOccupancy: 9 }],
  rooms: [{ roomId: ID, roomTypeId: ID, locationId: ID, roomName: CANARY, roomNo: TEXT }],
  ratePlans: [{ rateId: ID, hotelid: TEXT, name: CANARY }],
  activities: [{ activityId: ID, name: CANARY, scheduleType: CANARY }],
  employees: [{ employeeId: ID, firstName: CANARY, lastName: CANARY }],
  resources: [{ resourceId: ID, name: CANARY, resourceTypeId: 1 }],
  inventoryLocations: [{ inventoryLocationId: ID, name: CANARY }],
  inventoryItems: [
    {
      inventoryId: ID,
      itemNumber: TEXT,
      description: CANARY,
      price: 3,
      stock: [{ inventoryLocationId: ID, quantityInHand: 99 }],
    },
  ],
}

const primaryGuestDetails = { firstName: CANARY, lastName: CANARY, email: `${CANARY}@guest.test`, phone: CANARY }

/** The other customer is in the first database, also if the customers of the tests are in the second. */
const rows = (sql: string, ...values: unknown[]) => rowsIn(databases[0] as D1Database, sql, ...values)

/** Creates the other customer with a record in every table, a link, an API key, and a cursor of every list. */
export async function createOtherCustomer() {
  const fields = { name: CANARY, currency: 'EUR', timeZone: 'Europe/Rome' }
  const authorization = `Bearer ${env.ADMIN_TOKEN}`
  await expectStatus(
    200,
    withBindings({ NEW_CUSTOMERS: '0' })('PUT', `/admin/customers/${ID}`, fields, { authorization }),
  )
  await expectStatus(200, admin('PUT', `/customers/${ID}/setup`, setup))
  const { call, token, clientId } = await integrator(ID)
  // The next reservation gets the id after this one.
  await rows('INSERT INTO guest (customer_id, guest_id, last_name) VALUES (?, ?, ?)', ID, ID - 1, CANARY)
  await rows(
    `INSERT INTO reservation (customer_id, reservation_id, reservation_number, status_id, type_id, arrival_date,
      departure_date, guest_id, version, change_seq, created_at, updated_at)
    VALUES (?1, ?2, ?2, 1, 1, '2027-05-01', '2027-05-02', ?2, 1, ?2, 0, 0)`,
    ID,
    ID - 1,
  )
  await rows('INSERT INTO reservation_hotel (customer_id, reservation_id, hotel_id) VALUES (?, ?, ?)', ID, ID - 1, TEXT)
  const activity = {
    activityID: ID,
    activityDate: '2027-05-11',
    participants: 1,
    selectedHosts: [{ employeeID: ID }],
    rates: [{ rateID: ID, unitCost: 5 }],
  }
  const reservationId = await book(call, {
    identity: TEXT,
    primaryGuestDetails,
    roomsBooked: [{ roomID: ID, rates: [{ rateID: ID, unitCost: 10 }] }],
    activitiesBooked: [activity],
    paymentDetails: { paymentAmount: 1, paymentExtID: TEXT },
    bookingParameters: { isSendCorrespondence: true, correspondenceToBeSent: [{ correspondenceTypeID: 1 }] },
  })
  if (reservationId !== ID) throw new Error(`expected reservation ${ID}, got ${reservationId}`)
  // The next sale gets the id after this one.
  await rows(
    `INSERT INTO sale (customer_id, sale_id, body_hash, sale_date, sale_total, created_at)
    VALUES (?, ?, '', '2027-05-01', 0, 0)`,
    ID,
    ID - 1,
  )
  await expectStatus(
    200,
    sell(
      call,
      aSale({ identity: TEXT, reservationID: ID, items: [{ inventoryId: ID, inventoryLocationId: ID, quantity: 1 }] }),
    ),
  )
  const back = [{ inventoryId: ID, inventoryLocationId: ID, quantity: 0.5 }]
  await expectStatus(200, takeBack(call, ID, back, { identity: `${TEXT} back` }))
  const paid = { identity: `${TEXT} paid`, paymentDetails: { paymentAmount: 3, paymentExtID: `${TEXT} paid` } }
  const items = [{ inventoryId: ID, inventoryLocationId: ID, quantity: 1 }]
  await expectStatus(200, sell(call, aSale({ ...paid, items })))
  for (const fromDate of ['2027-05-25', '2027-05-27']) {
    const toDate = fromDate.replace(/\d\d$/, day => String(Number(day) + 1))
    const closing = { identity: `${TEXT} ${fromDate}`, roomID: ID, fromDate, toDate, reason: CANARY }
    await expectStatus(200, call('POST', '/Reservation/CloseRoom', closing))
  }
  for (const sql of CLOSURES_FROM_ID) await rows(sql, ID)
  await rows('UPDATE reservation SET reservation_number = ?1 WHERE customer_id = ?1 AND reservation_id = ?1', ID)
  await rows('INSERT INTO hold VALUES (?1, ?1, ?2)', ID, Date.now() + 1e9)
  await rows('UPDATE fetch_message SET message_id = message_id + ?1 - 1 WHERE customer_id = ?1', ID)
  await updateSuccessfully(call, {
    ...property({ hotelName: CANARY }, {}, TEXT),
    ...rooms([{ roomid: TEXT }], { roomTypeId: ID }, TEXT),
    ...plans([{ rateplanid: TEXT }], { rateID: ID }, TEXT),
  })
  const priced = { ...span('01', '31'), roomstosell: '5', ...rate(TEXT), ...price({ 2: '10.00' }) }
  await updateSuccessfully(call, days([priced], {}, TEXT, TEXT))
  await expectStatus(200, post(call, { bookingID: ID, reservationSummaryNote: CANARY }))
  const hooks = { types: ['endpoint.disabled'], description: CANARY, identity: TEXT }
  await makeEndpoint(call, `${inject('receiverUrl')}/r/${CANARY}`, hooks)
  await rows('UPDATE webhook_identity SET endpoint_id = ?1 WHERE customer_id = ?1', ID)
  await rows('UPDATE webhook_endpoint SET endpoint_id = ?1 WHERE customer_id = ?1', ID)
  await rows(
    `INSERT INTO webhook_delivery (customer_id, endpoint_id, sequence, reservation_id, previous_sequence, delivery_status,
      next_attempt_at, attempts, created_at)
    VALUES (?1, ?1, 1, ?1, 0, 'delivered', 0, ?2, 0)`,
    ID,
    JSON.stringify([{ at: 0, durationMs: 1, httpStatus: 200, error: null, response: CANARY }]),
  )
  await makeEndpoint(call, `${inject('receiverUrl')}/r/${CANARY}`, { types: ['endpoint.disabled'] })
  const link = (await expectStatus(200, call('POST', '/PartnerItinerary/IssueLink', { reservationId: ID }))).json
    .content.token as string
  const key = { customerId: ID, name: CANARY, permissions: ALL_PERMISSIONS }
  const apiKey = (await expectStatus(201, admin('POST', '/api-keys', key))).json.apiKey as string
  await markUsed('api_key')
  const [linkRow] = await rows('SELECT link_id FROM itinerary_link WHERE customer_id = ?', ID)
  return { call, token, clientId, link, apiKey, linkId: String(linkRow?.link_id), cursors: await cursorsOf(call) }
}

/** What the list requires, by its path. */
const QUERIES: Readonly<Record<string, string>> = {
  '/OnlineBooking/GetOffers': 'arrivalDate=2027-05-20&departureDate=2027-05-21&',
  '/Reservation/GetRoomNights': 'from=2027-05-20&',
  '/Reservation/GetClosures': 'from=2027-05-20&',
  '/Sale/GetSales': `reservationID=${ID}&`,
}

/** Gives the closures the ids from that of the customer on. */
const CLOSURES_FROM_ID = [
  `INSERT INTO closure SELECT customer_id, closure_id + ?1 - 1, room_id, from_date, to_date, reason, NULL, body_hash, created_at
    FROM closure WHERE customer_id = ?1`,
  'UPDATE room_night SET closure_id = closure_id + ?1 - 1 WHERE customer_id = ?1 AND closure_id < ?1',
  'DELETE FROM closure WHERE customer_id = ?1 AND closure_id < ?1',
  "UPDATE closure SET identity = 'V' || ?1 WHERE customer_id = ?1 AND closure_id = ?1",
]

const SECOND_TYPE = [
  'INSERT INTO room_type (customer_id, room_type_id, hotel_id, room_type_name, max_occupancy) VALUES (?1, ?1 + 1, ?2, ?2, 9)',
  'INSERT INTO room (customer_id, room_id, room_type_id, room_name) VALUES (?1, ?1 + 1, ?1 + 1, ?2)',
  "INSERT INTO channel_room (customer_id, hotel_id, channel_room_id, room_type_id, is_active, document) VALUES (?1, ?2, ?2 || ' b', ?1 + 1, 1, '{}')",
  "INSERT INTO room_day (customer_id, hotel_id, channel_room_id, day, rooms_to_sell) VALUES (?1, ?2, ?2 || ' b', '2027-05-20', 1)",
  "INSERT INTO plan_month SELECT ?1, ?2, ?2 || ' b', channel_rate_plan_id, month, days FROM plan_month WHERE customer_id = ?1 AND channel_room_id = ?2",
]

/** A cursor of every list, by the name of its operation. */
async function cursorsOf(call: Call) {
  await rows(
    `INSERT INTO inventory_location (customer_id, inventory_location_id, inventory_location_name) VALUES (?, ?, ?)`,
    ID,
    ID + 1,
    CANARY,
  )
  await rows('INSERT INTO stock VALUES (?1, ?1, ?2, 5)', ID, ID + 1)
  // GetCMConnect has no page size: its pages end after 1,000 rooms. They are deleted again, so that copies of all rows stay small.
  await rows(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
     INSERT INTO channel_room (customer_id, hotel_id, channel_room_id, is_active, document)
     SELECT ?1, ?2, ?2 || '-' || i, 1, '{}' FROM n`,
    ID,
    TEXT,
  )
  // A second room type that is sold, for the cursor of GetOffers. It is deleted again.
  for (const sql of SECOND_TYPE) await rows(sql, ID, TEXT)
  // The cursor of a list with afterSequence is a sequence.
  const lists = endpointsWith(contract => {
    const names = fieldNamesOf(contract)
    return contract.auth.endsWith(':read') && names.includes('cursor') && !names.includes('afterSequence')
  })
  const cursors = await Promise.all(
    lists.map(async name => {
      const [method = '', path = ''] = name.replace('/api', '').split(' ')
      const { headers } =
        method === 'GET'
          ? await call(method, `${path}?${QUERIES[path] ?? ''}pageSize=1`)
          : await call(method, path, { pageSize: 1 })
      const cursor = headers.get('x-next-cursor')
      if (!cursor) throw new Error(`${name} has one page: the other customer needs a second row for its cursor`)
      return [name, cursor] as const
    }),
  )
  for (const table of ['plan_month', 'room_day', 'channel_room'])
    await rows(`DELETE FROM ${table} WHERE customer_id = ? AND channel_room_id <> ?`, ID, TEXT)
  for (const [table, id] of [
    ['room', 'room_id'],
    ['room_type', 'room_type_id'],
  ])
    await rows(`DELETE FROM ${table} WHERE customer_id = ?1 AND ${id} > ?1`, ID)
  return cursors
}
