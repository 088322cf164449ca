/*
 * The description and the example of UpdateCMConnect in the reference.
 */

export const DESCRIPTION = `
The groups are applied in the order property, rooms, ratePlan, rateAvailability, rateAvailabilityUpdate, so that a message may use
what it declares; at least one of them must be there, and each may be empty. All of it is taken or nothing; where two messages set
the same day, the last one wins, field by field. Leaves of \`data\` are text or numbers; an empty text counts as absent.

**Control fields.** \`action\`: 1 create, 2 update, 3 delete, 0 or absent whichever it takes. Creating what is there already replaces
its description, so that a message may be sent again; updating or deleting what is not there is UNKNOWN_REFERENCE. \`syncType\`: 2
(or absent) changes the fields that are sent; 1 replaces a description as a whole, and clears, for each room named in rates and
availability, every day and plan that the message does not mention. \`roomTypeId\`, or \`roomId\` by the type of that room, ties the
rooms of an entry to the hotel's room type, \`rateID\` its plans to the hotel's rate plan. \`cmConnectID\` and \`reservationID\` are
the caller's own. Ids of control fields are kept for the hotel, room, plan or availability of a room that they are sent for, and
GetCMConnect has them as they were last sent; 0 or absent leaves them as they were.

**property.** A hotel that is not known yet is declared, in the customer's time zone. Deleting one takes away its description, rooms,
plans and days; the property stays.

**rooms.** \`invStatusType\` Initial and Active make a room sellable, Deactivated keeps it and all its days and sells it no more,
Delete takes it away with its days, Modify leaves it as it is. \`invNotifType\` New replaces the description, Overlay changes it.
A room that is not there is created, except by Deactivated and Delete: UNKNOWN_REFERENCE.

**ratePlan.** \`ratePlanNotifType\` New and Activate make a plan sellable, Remove keeps its prices and sells it no more, Overlay
changes its description; \`action\` 3 takes it away with its prices. A plan that is not there is created, except by Remove:
UNKNOWN_REFERENCE.

**rateAvailability, rateAvailabilityUpdate.** A date entry holds from \`from\` to \`to\`, both included, and sets what it carries:
\`roomstosell\` of the room; \`price\`, all its numbers of guests, of each plan in \`rate\`; \`closed\` of each plan in \`rate\`, or
without \`rate\` of the room. So are its restrictions of stays: \`minimumstay\` and \`maximumstay\`, in nights, of stays that arrive
on these days (0 is none), \`closedonarrival\` and \`closedondeparture\`. A stay that is sold online must meet those of the room and
of the plan. Later entries win over earlier ones. With \`action\` 3 an entry clears instead: the prices, closures
and restrictions of its plans, without \`rate\` the room's own allotment, closure and restrictions, and a room without \`date\` all of its days. The last day of a
message is at most {CHANNEL_DAYS_AHEAD} days after its first, and it sets at most {CHANNEL_DAYS_SET} days of rooms and plans.
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
