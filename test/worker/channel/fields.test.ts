import { beforeEach, describe, expect, it } from 'vitest'
import {
  days,
  declareChannel,
  getDates,
  readChannelTables,
  span,
  update,
  updateSuccessfully,
} from '../../support/channel-message'
import { expectInvalidField, fieldsOf, formatPath, withValueAt } from '../../support/fields'
import { hotelBeforeEach } from '../../support/service'

const hotel = hotelBeforeEach()
beforeEach(() => declareChannel(hotel.call))

const control = { cmConnectID: 71, syncType: 2, clientId: 1, action: 0 }
const availability = { ...control, roomId: 101, roomTypeId: 10, reservationID: 5, rateID: 1 }
const dataFor = (day: object) => [
  {
    hotelid: 'H1',
    room: [
      {
        roomid: 'DBL',
        date: [
          {
            ...day,
            roomstosell: '3',
            closed: '0',
            minimumstay: '2',
            maximumstay: '14',
            closedonarrival: '0',
            closedondeparture: '1',
            rate: [{ rateplanid: 'BAR' }],
            price: [{ numberOfGuests: '2', value: '120.00' }],
          },
        ],
      },
    ],
  },
]

/** A message with every group, every control field and every field of the data. */
const whole = {
  property: [
    {
      ...control,
      data: [
        {
          hotelid: 'H1',
          hotelDescriptiveContents: {
            hotelDescriptiveContent: {
              hotelName: 'Quinta do Mar',
              hotelid: 'H1',
              languageCode: 'en',
              currencyCode: 'EUR',
              hotelDescriptiveContentNotifType: 'Overlay',
              contactInfos: {
                contactInfo: [
                  {
                    contactProfileType: 'PhysicalLocation',
                    addresses: {
                      address: {
                        addressLine: 'Rua do Mar 1',
                        cityName: 'Ericeira',
                        postalCode: '2655',
                        countryName: 'Portugal',
                      },
                    },
                    names: { name: { givenName: 'Marta', surname: 'Nóvoa' } },
                    emails: { email: ['mar@hotel.test'] },
                    phones: { phone: [{ phoneNumber: '+351261', phoneTechType: '1' }] },
                  },
                ],
              },
              hotelInfo: { position: { latitude: '38.96', longitude: '-9.41' } },
            },
          },
        },
      ],
    },
  ],
  rooms: [
    {
      ...control,
      roomTypeId: 10,
      rateID: 1,
      data: [
        {
          sellableProducts: {
            hotelid: 'H1',
            sellableProduct: [
              {
                invStatusType: 'Modify',
                invNotifType: 'Overlay',
                roomid: 'DBL',
                guestRoom: {
                  occupancy: { maxOccupancy: '2' },
                  room: { roomid: 'DBL', roomRate: '120.00', quantity: '3', roomType: 'Double' },
                  description: { text: 'Double', roomDescription: 'A room for two' },
                },
              },
            ],
          },
        },
      ],
    },
  ],
  ratePlan: [
    {
      ...control,
      rateID: 1,
      roomTypeID: 10,
      data: [
        {
          ratePlans: {
            hotelid: 'H1',
            ratePlan: [{ ratePlanNotifType: 'Overlay', rateplanid: 'BAR', description: { name: 'Best available' } }],
          },
        },
      ],
    },
  ],
  rateAvailability: [{ ...availability, data: dataFor(span('01')) }],
  rateAvailabilityUpdate: [{ ...availability, data: dataFor({ value: '2027-05-01' }) }],
}

/** Control fields are integers; of the data, lists and objects are what they are, and leaves text or numbers. */
function otherTypes(value: unknown): unknown[] {
  if (Array.isArray(value)) return [{}, 'x', 5]
  if (typeof value === 'object') return ['x', 5, []]
  return typeof value === 'string' ? [{}, [], true] : ['1', 1.5, {}]
}

describe('every field of a message', () => {
  it('is taken, and a number for the text of a leaf [CHANNEL-1]', async () => {
    await updateSuccessfully(hotel.call, whole)
    const numbers = JSON.stringify(whole).replace(/"(-?\d+(?:\.\d+)?)"/g, (_, number) => String(Number(number)))
    await updateSuccessfully(hotel.call, numbers)
  })

  it.each(Object.entries(whole))(
    'of another type is 422 INVALID_FIELD with its path: %s [API-8] [CHANNEL-2]',
    async (group, entries) => {
      const before = await readChannelTables()
      for (const { path, value } of fieldsOf({ [group]: entries })) {
        for (const other of otherTypes(value)) {
          await expectInvalidField(formatPath(path), update(hotel.call, withValueAt(whole, path, other)))
        }
      }
      expect(await readChannelTables()).toEqual(before)
    },
  )
})

it('a message may reach 730 days beyond its first, and no further [CHANNEL-5]', async () => {
  const reach = (to: string) => days([{ from: '2027-01-01', to, roomstosell: '1' }])
  await updateSuccessfully(hotel.call, reach('2028-12-31'))
  expect(await getDates(hotel.call, 'DBL', 'from=2028-12-31&to=2028-12-31')).toHaveLength(1)
  expect((await update(hotel.call, reach('2029-01-01'))).status).toBe(422)
})
