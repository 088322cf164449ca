import type { ChannelContent } from '../../../schema/wire/channel-content'
import { MAX_DAYS_SET } from '../../../schema/wire/channel-message'
import type { RequestExample } from '../../http/endpoint'

/*
 * The description and the examples of UpdateCMConnect in the reference, and the content of GetCMConnect after that example.
 */

export const DESCRIPTION = `
The groups are applied in the order property, rooms, ratePlan, rateAvailability, rateAvailabilityUpdate. A message can therefore use
what it declares. At least one group is required, and each may be empty. All of the message is stored, or nothing. If two messages
set the same day, the later one wins, field by field. Leaves of \`data\` are text or numbers; an empty text counts as absent.

**Control fields.** \`action\`: 1 create, 2 update, 3 delete. 0 or absent: create or update. Creating what already exists replaces its
description, so that a message can be sent again. Updating or deleting what does not exist is UNKNOWN_REFERENCE. \`syncType\`: 2 (or
absent) changes the fields that are sent. 1 replaces a description as a whole; for each room in rates and availability it clears
every day and plan that the message does not have. \`roomTypeId\` links the rooms of an entry to a room type of the hotel; \`roomId\`
links them to the type of that room. \`rateID\` links plans to a rate plan of the hotel. \`cmConnectID\` and \`reservationID\` are ids of
the client. Ids of control fields are stored for the hotel, room, plan or availability that they are sent for. GetCMConnect returns
the ids that were sent last; 0 or absent does not change them.

**property.** An unknown hotel is declared, in the customer's time zone. Deleting a hotel deletes its description, rooms, plans and
days; the property stays.

**rooms.** \`invStatusType\`: Initial and Active make a room sellable. Deactivated stops its sale, and its days stay. Delete deletes the
room with its days. Modify does not change the status. \`invNotifType\`: New replaces the description, Overlay changes it. An unknown
room is created, except by Deactivated and Delete: UNKNOWN_REFERENCE.

**ratePlan.** \`ratePlanNotifType\`: New and Activate make a plan sellable. Remove stops its sale, and its prices stay. Overlay changes
its description. \`action\` 3 deletes it with its prices. An unknown plan is created, except by Remove: UNKNOWN_REFERENCE.

**rateAvailability, rateAvailabilityUpdate.** A date entry is valid from \`from\` to \`to\`, both included, or on the one day
\`value\`. With both it is INVALID_FIELD. It sets the fields that it has:

- \`roomstosell\` of the room.
- \`price\` of each plan in \`rate\`, for all its numbers of guests. A value of 0 is stored and returned, and nothing is sold at it.
- \`closed\` of each plan in \`rate\`; without \`rate\`, of the room.
- \`minimumstay\` and \`maximumstay\` in nights, for stays that arrive on these days (0: none), and \`closedonarrival\` and
  \`closedondeparture\`; of each plan in \`rate\`, without \`rate\` of the room. A stay that is sold online must meet the restrictions of
  the room and of the plan.

An entry with none of these fields is INVALID_FIELD, except with \`action\` 3 or \`syncType\` 1.

Later entries override earlier ones. With \`action\` 3 an entry clears instead: the prices, closures and restrictions of its plans. Without
\`rate\` it clears the allotment, closure and restrictions of the room itself. A room without \`date\` loses all of its days, also
those that earlier entries set. The last day of a message is at most {CHANNEL_DAYS_AHEAD} days after its first, and
it sets at most ${MAX_DAYS_SET} days of rooms and plans.
`.trim()

/** A room and a plan of the demo hotel, and one price for all of May. */
export const EXAMPLE = {
  rooms: [
    {
      roomTypeId: 10,
      data: [
        {
          sellableProducts: {
            hotelid: 'QDM',
            sellableProduct: [
              {
                invStatusType: 'Initial',
                invNotifType: 'New',
                roomid: 'DBL-SEA',
                guestRoom: {
                  occupancy: { maxOccupancy: '2' },
                  room: { quantity: '5', roomType: 'Sea view double' },
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
      rateID: 1,
      data: [
        {
          ratePlans: {
            hotelid: 'QDM',
            ratePlan: [{ ratePlanNotifType: 'New', rateplanid: 'BB', description: { name: 'Bed and breakfast' } }],
          },
        },
      ],
    },
  ],
  rateAvailability: [
    {
      data: [
        {
          hotelid: 'QDM',
          room: [
            {
              roomid: 'DBL-SEA',
              date: [
                {
                  from: '2027-05-01',
                  to: '2027-05-31',
                  roomstosell: '5',
                  closed: '0',
                  minimumstay: '2',
                  maximumstay: '14',
                  closedonarrival: '0',
                  closedondeparture: '0',
                  rate: [{ rateplanid: 'BB' }],
                  price: [
                    { numberOfGuests: '1', value: '139.00' },
                    { numberOfGuests: '2', value: '158.00' },
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
  ],
}

/** A message that sets days of the room of the first example. */
const daysOf = (name: string, ...date: object[]): RequestExample => ({
  name,
  body: { rateAvailability: [{ data: [{ hotelid: 'QDM', room: [{ roomid: 'DBL-SEA', date }] }] }] },
})

const PLAN = { rate: [{ rateplanid: 'BB' }] }

export const MORE_EXAMPLES: readonly RequestExample[] = [
  daysOf('Rates of a period', {
    from: '2027-06-01',
    to: '2027-06-30',
    ...PLAN,
    price: [
      { numberOfGuests: '1', value: '149.00' },
      { numberOfGuests: '2', value: '168.00' },
    ],
  }),
  daysOf('Availability', { from: '2027-06-01', to: '2027-06-30', roomstosell: '4' }),
  daysOf('Restrictions', {
    from: '2027-06-11',
    to: '2027-06-13',
    ...PLAN,
    minimumstay: '3',
    maximumstay: '14',
    closedonarrival: '1',
    closedondeparture: '0',
  }),
  daysOf('Stop the sale', { from: '2027-06-20', to: '2027-06-21', closed: '1' }),
]

/** Control fields that were not sent. */
const CONTROL = { cmConnectID: 0, clientId: 1, syncType: 2, action: 0 }

export const CONTENT_EXAMPLE: ChannelContent = {
  property: [
    {
      ...CONTROL,
      data: [
        {
          hotelid: 'QDM',
          hotelDescriptiveContents: {
            hotelDescriptiveContent: { hotelName: 'Quinta do Mar', hotelid: 'QDM', currencyCode: 'EUR' },
          },
        },
      ],
    },
  ],
  rooms: EXAMPLE.rooms.map(entry => ({ ...CONTROL, rateID: 0, ...entry })),
  ratePlan: EXAMPLE.ratePlan.map(entry => ({ ...CONTROL, roomTypeID: 0, ...entry })),
  rateAvailability: EXAMPLE.rateAvailability.map(entry => ({
    ...CONTROL,
    roomId: 0,
    roomTypeId: 0,
    reservationID: 0,
    rateID: 0,
    ...entry,
  })),
}
