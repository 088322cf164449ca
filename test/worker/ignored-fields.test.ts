import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { brokenDatabases, withBindings } from '../support/bindings'
import { aBooking, post } from '../support/booking'
import { type Operation, operations } from '../support/operations'
import { bearerHeader } from '../support/probe'
import { type Answer, admin, expectRefusal, hotelBeforeEach, integrator, requestToken, send } from '../support/service'
import { withUnknownNames } from '../support/unknown-names'

/* Names that a contract does not know, as the header `X-Ignored-Fields` tells them. */

const hotel = hotelBeforeEach()
const { call } = hotel

let all: Operation[]
beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  all = await operations()
})

const ignored = async (answer: Answer | Promise<Answer>) => (await answer).headers.get('x-ignored-fields')

/** A booking with these fields in its room. */
const withRoom = (fields: object) => aBooking({ roomsBooked: [{ roomID: 101, ...fields }] })

const RATE = { unitCost: 100 }

describe('a misspelt name of a booking is ignored and told [API-44]', () => {
  it.each([
    ['rate for rates', withRoom({ rate: [RATE] }), 'roomsBooked[].rate'],
    ['startDate for arrivalDate in a room', withRoom({ startDate: '2027-05-11' }), 'roomsBooked[].startDate'],
    [
      'another of a rate line, at the top',
      { ...withRoom({ rates: [{ ...RATE, cost: 1 }] }), guest: {} },
      'guest,roomsBooked[].rates[].cost',
    ],
  ])('%s', async (_, body, told) => {
    const { status, headers } = await post(call, body)
    expect([status, headers.get('x-ignored-fields')]).toEqual([200, told])
  })

  it('and a request whose names are all known has no such header', async () => {
    const { status, headers } = await post(call, withRoom({ RATES: [RATE], guestsinroom: 1 }))
    expect([status, headers.has('x-ignored-fields'), headers.has('preference-applied')]).toEqual([200, false, false])
  })
})

describe('on every operation of the API and of the administration', () => {
  const tells = ({ path }: Operation) => /^\/(api|admin)\//.test(path) && !path.startsWith('/api/public/')
  const headersFor = ({ auth }: Operation) => bearerHeader(auth === 'admin' ? env.ADMIN_TOKEN : hotel.token)

  it('a misspelt name at each depth of the body is told, whatever the status [API-44]', async () => {
    const taking = all.filter(each => tells(each) && each.takesBody)
    expect(taking.length).toBeGreaterThan(25)
    for (const operation of taking) {
      const { name, method, address, schema } = operation
      const { body, paths } = withUnknownNames(schema)
      const { status, headers } = await send(method, address, body, headersFor(operation))
      const told = headers.get('x-ignored-fields')?.split(',') ?? []
      // The paths of UpdateCMConnect have more characters than the header.
      const isCut = told.at(-1)?.endsWith('...')
      if (isCut) expect(paths).toEqual(expect.arrayContaining(told.slice(0, -1)))
      else expect(told.sort(), `${name} ${status}`).toEqual(paths)
      expect(isCut, name).toBe(paths.join().length > 1_000)
    }
  })

  it('a misspelt name of the query is told, and with a body too [API-44]', async () => {
    for (const operation of all.filter(tells)) {
      const { name, method, address, body } = operation
      const path = `${address}${address.includes('?') ? '&' : '?'}pageNr=0&PAGENR=1&clientid=1`
      const sent = body && { ...body, xUnknown: false }
      const { headers } = await send(method, path, sent, headersFor(operation))
      expect(headers.get('x-ignored-fields'), name).toBe(`pageNr,PAGENR${sent ? ',xUnknown' : ''}`)
    }
  })
})

describe('the paths [API-44]', () => {
  it('are distinct: entries of a list are one', async () => {
    const rooms = [{ rate: 1, roomID: 101 }, { roomID: 102, Rate: 2, rate: 3 }, 5, null, { roomID: 103, rate: 4 }]
    expect(await ignored(post(call, { roomsBooked: rooms }))).toBe('roomsBooked[].rate,roomsBooked[].Rate')
  })

  it('have the known names as the contract spells them, and the unknown one as it was sent', async () => {
    expect(await ignored(post(call, { ROOMSBOOKED: [{ StartDate: 1 }] }))).toBe('roomsBooked[].StartDate')
  })

  it('name an unknown object once, and none of its fields', async () => {
    expect(await ignored(post(call, { room: { roomID: { x: 1 } }, rooms: [{ roomID: 1 }] }))).toBe('room,rooms')
  })

  it('are told apart where objects with the same fields are at two places', async () => {
    const entries = [{ data: [{ hotelid: 'H1', extra: 1 }], extra: 1 }]
    const body = { rateAvailability: entries, rateAvailabilityUpdate: entries }
    const paths = Object.keys(body).flatMap(group => [`${group}[].extra`, `${group}[].data[].extra`])
    expect((await ignored(call('POST', '/CMConnect/UpdateCMConnect', body)))?.split(',')).toEqual(paths)
  })

  it('are percent-encoded in names with other characters than letters, digits, _, - and .', async () => {
    const names = ['a b', 'Größe', '日', '😀', 'x,y', 'a%41', 'ok_1-2.3', '__proto__', '\ud800', 'a\r\nb', 'b[]']
    const body = JSON.stringify(Object.fromEntries(names.map(name => [name, 1]))).replace('{', '{"__proto__":1,')
    expect((await ignored(post(call, body)))?.split(',')).toEqual([
      ...['__proto__', 'a%20b', 'Gr%C3%B6%C3%9Fe', '%E6%97%A5', '%F0%9F%98%80', 'x%2Cy', 'a%2541', 'ok_1-2.3'],
      ...['%EF%BF%BD', 'a%0D%0Ab', 'b%5B%5D'],
    ])
  })

  it('cut a name at 64 characters', async () => {
    const names = { long: 'n'.repeat(65), two: 'ü'.repeat(20), exact: 'e'.repeat(64) }
    const body = { [names.long]: 1, [names.two]: 1, [names.exact]: 1, [`${names.long}other`]: 1 }
    expect(await ignored(post(call, body))).toBe(`${'n'.repeat(64)},${'%C3%BC'.repeat(10)},${names.exact}`)
  })

  it('have at most 1,000 characters, then "..."', async () => {
    const named = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${1000 + i}`, 1]))
    expect(await ignored(post(call, { ...named(166), long: 1 }))).toMatch(/^(n\d{4},){166}long$/)
    expect(await ignored(post(call, { ...named(166), longer: 1 }))).toMatch(/^(n\d{4},){166}long\.\.\.$/)
    const cut = await ignored(post(call, named(50_000)))
    expect(cut).toMatch(/^[\x21-\x7e]{1000}\.\.\.$/)
    expect(cut?.startsWith('n1000,n1001,')).toBe(true)
  })
})

describe('a refusal', () => {
  const misspelt = { roomsBooked: [{ roomID: 101, rate: 1 }] }

  it.each<[number, string, () => Promise<Answer>]>([
    [422, 'INVALID_FIELD', () => post(call, { ...misspelt, arrivalDate: 'x' })],
    [422, 'UNKNOWN_REFERENCE', () => post(call, withRoom({ roomID: 999, rate: 1 }))],
    [403, 'CUSTOMER_MISMATCH', () => post(call, { ...withRoom({ rate: 1 }), clientID: 2 })],
    [404, 'NOT_FOUND', () => post(call, { ...misspelt, bookingID: 99 })],
    [503, 'DATABASE_UNAVAILABLE', () => sendBroken(withRoom({ rate: 1 }))],
  ])('after the body was read tells them: %i %s [API-44]', async (status, code, answer) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const refused = await answer()
    expect([refused.status, refused.json.errors[0].code]).toEqual([status, code])
    expect(await ignored(refused)).toBe('roomsBooked[].rate')
  })

  const sendBroken = (body: unknown) =>
    withBindings(brokenDatabases)('POST', '/api/Booking/PostBooking', body, bearerHeader(hotel.token))

  it('of a taken room tells them too [API-44]', async () => {
    await post(call, aBooking())
    const refused = await post(call, { ...aBooking(), extra: 1 })
    await expectRefusal(refused, 409, 'ROOM_NOT_AVAILABLE')
    expect(await ignored(refused)).toBe('extra')
  })

  it('of a booking whose body had no good credential tells them, because its body was read [API-44]', async () => {
    const refused = await send('POST', '/api/Booking/PostBooking', { ...misspelt, apiKey: 'x', TOKEN: null })
    expect([refused.status, await ignored(refused)]).toEqual([401, 'roomsBooked[].rate'])
  })

  it('before the body was read tells none: 401, 403, 404, 405, 413, 415 and 400 [API-44]', async () => {
    const reader = await integrator(1, ['inventory:read'])
    const sale = '/Sale/PostSale'
    const refused = [
      await send('POST', `/api${sale}?x=1`, { x: 1 }),
      await reader.call('POST', `${sale}?x=1`, { x: 1 }),
      await call('POST', '/Sale/None?x=1', { x: 1 }),
      await call('PUT', `${sale}?x=1`, { x: 1 }),
      await call('POST', sale, { x: 'x'.repeat(1024 * 1024) }),
      await call('POST', sale, '{"x":1}', { 'content-type': 'text/plain' }),
      await call('POST', `${sale}?x=1`, '{"x":1'),
      await send('POST', '/admin/applications?x=1', { x: 1 }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([401, 403, 404, 405, 413, 415, 400, 401])
    expect(refused.filter(({ headers }) => headers.has('x-ignored-fields'))).toEqual([])
  })
})

/** An object with these names. */
const named = (names: string, inner: object = {}) => ({
  ...Object.fromEntries(names.split(' ').map(name => [name, ''])),
  ...inner,
})

const AVAILABILITY = [
  named('cmConnectID roomId roomTypeId reservationID rateID clientId syncType action', {
    data: [
      named('hotelid', {
        room: [
          named('roomid', {
            date: [
              named('from to roomstosell closed', {
                rate: [named('rateplanid')],
                price: [named('numberOfGuests value')],
              }),
            ],
          }),
        ],
      }),
    ],
  }),
]
const CONTACT = named('contactProfileType', {
  addresses: { address: named('addressLine cityName postalCode countryName') },
  names: { name: named('givenName surname') },
  emails: { email: [''] },
  phones: { phone: [named('phoneNumber phoneTechType')] },
})
const DESCRIPTION = named('hotelName hotelid languageCode currencyCode hotelDescriptiveContentNotifType', {
  contactInfos: { contactInfo: [CONTACT] },
  hotelInfo: { position: named('latitude longitude') },
})
const PRODUCT = named('invStatusType invNotifType roomid', {
  guestRoom: {
    occupancy: named('maxOccupancy'),
    room: named('roomid roomRate quantity roomType'),
    description: named('text roomDescription'),
  },
})

/** The bodies of the interface, sections 2.5 to 2.9, with all their names. */
const INTERFACE: Record<string, object> = {
  '/Booking/PostBooking': named(
    'identity type action apiKey arrivalDate departureDate reservationSummaryNote errorMessage token clientID bookingID',
    {
      bookingParameters: named('reservationStatusID reservationTypeID isSendCorrespondence', {
        correspondenceToBeSent: [named('correspondenceTypeID')],
      }),
      primaryGuestDetails: named('firstName lastName company phone email address1 address2 state city zip country'),
      paymentDetails: named(
        'paymentAmount surcharge baseAmount transactionTotal paymentAdjustmentValue paymentSource paymentExtID applyToCorrespondenceTypeID',
      ),
      guests: named('guestCount adultCount teenCount youthCount childCount infantCount'),
      cancellationFee: named('amount'),
      roomsBooked: [
        named('roomID guestsInRoom arrivalDate departureDate roomNotes', {
          rates: [named('rateID unitCost quantity nights fromDate toDate isTaxOverride taxAmount')],
        }),
      ],
      activitiesBooked: [
        named('activityID activityDate participants activityStartTime activityEndTime activityNotes', {
          rates: [named('rateID unitCost quantity nights isTaxOverride taxAmount')],
          selectedHosts: [named('employeeID employeeLastName employeeFirstName')],
          selectedLocations: [named('locationID locationName')],
          selectedResources: [named('resourceID resourceName resourceTypeID')],
        }),
      ],
    },
  ),
  '/CMConnect/UpdateCMConnect': {
    property: [
      named('cmConnectID syncType clientId action', {
        data: [named('hotelid', { hotelDescriptiveContents: { hotelDescriptiveContent: DESCRIPTION } })],
      }),
    ],
    rooms: [
      named('cmConnectID roomTypeId clientId syncType rateID action', {
        data: [{ sellableProducts: named('hotelid', { sellableProduct: [PRODUCT] }) }],
      }),
    ],
    ratePlan: [
      named('cmConnectID clientId action rateID roomTypeID syncType', {
        data: [
          {
            ratePlans: named('hotelid', {
              ratePlan: [named('ratePlanNotifType rateplanid', { description: named('name') })],
            }),
          },
        ],
      }),
    ],
    rateAvailability: AVAILABILITY,
    rateAvailabilityUpdate: AVAILABILITY,
  },
  '/CMConnect/GetReservation': named('clientID reservationCMStatusTypeID bookingID', {
    roomInfo: [named('roomTypeID arrivalDate departureDate')],
  }),
  '/Fetch/UpdateFetchQueueMessage': named(
    'clientID reservationID guestID currentPage fetchQueueMessageId instance reservationNumber firstName lastName bookingDate arrivalDate departureDate statusType status reservationType email phoneNumber countryCode countryPhoneCode notes hotelID hotelKey roomID roomName roomNo floorNo roomLocationName',
  ),
  '/Reservation/GetReservations': named(
    'clientId reservationID pageNo reservationNumber reservationStatus fetchHotelKey',
    {
      arrivalDate: named('startDate endDate'),
      departureDate: named('startDate endDate'),
    },
  ),
}

describe('are not told [API-46]', () => {
  it.each(Object.entries(INTERFACE))('names of the interface, used or not: %s', async (path, body) => {
    const answer = await call('POST', path, body, { prefer: 'handling=strict' })
    expect(answer.text).not.toContain('there is no such field')
    expect(await ignored(answer)).toBe(null)
  })

  it('the customer, in any spelling and at any depth', async () => {
    const room = { roomID: 101, CLIENTID: 1 }
    const body = aBooking({ roomsBooked: [room], clientId: 1 })
    const { status, headers } = await call('POST', '/Booking/PostBooking?ClientId=1', body)
    expect([status, headers.get('x-ignored-fields')]).toEqual([200, null])
    expect(
      await ignored(call('POST', '/PartnerItinerary/IssueLink?clientID=1', { reservationId: 1, ClientID: 1 })),
    ).toBe(null)
  })

  it('nulls, also where a contract keeps nulls, and empty parameters', async () => {
    expect(await ignored(post(call, withRoom({ rate: null, x: null })))).toBe(null)
    expect(await ignored(admin('PATCH', '/customers/1', { logoUrl: null, logo: null }))).toBe(null)
    expect(await ignored(call('GET', '/Inventory/GetInventoryItem?item=&x&itemNumber='))).toBe(null)
    expect(await ignored(call('GET', '/Inventory/GetInventoryItem?item=0'))).toBe('item')
  })

  it('names in an object whose names are free', async () => {
    const look = { words: { anything: 'With us' }, colour: '#000000' }
    expect(await ignored(admin('PATCH', '/customers/1', { look }))).toBe('look.colour')
  })
})

describe('the token endpoint and the itinerary of a link neither tell nor refuse [API-46]', () => {
  const quiet = ({ headers }: Answer) => !headers.has('x-ignored-fields') && !headers.has('preference-applied')

  it('the token endpoint', async () => {
    const { clientId: client_id, clientSecret: client_secret } = hotel
    expect(quiet(await requestToken({ client_id, client_secret, client: 1 }))).toBe(true)
    const grant = { grant_type: 'client_credentials', client_id, client_secret, x: 1 }
    const strict = await send('POST', '/oauth/token?x=1', grant, { prefer: 'handling=strict' })
    expect([strict.status, quiet(strict)]).toEqual([200, true])
  })

  it.each(['details', 'hotels', 'calendar', 'markup'])('%s', async part => {
    const answer = await send('GET', `/api/public/PartnerItinerary/${part}/x?y=1`, undefined, {
      prefer: 'handling=strict',
    })
    expect([answer.status, quiet(answer)]).toEqual([404, true])
  })
})
