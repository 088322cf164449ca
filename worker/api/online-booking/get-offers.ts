import { OfferQuery, Offers } from '../../../schema/wire/online-booking'
import { offersOfTypes } from '../../domain/online-booking/offer-list'
import { Refusal } from '../../errors'
import { endpoint, nothingFound, success } from '../../http/endpoint'
import { LIST_HEADERS, offsetOf, pageOf, showPage } from '../../http/paging'
import { listOffers } from '../../store/online-booking/list-offers'

const LIST = 'offers'

const OFFER = {
  hotelid: 'QDM',
  hotelName: 'Quinta do Mar',
  roomTypeID: 10,
  roomTypeName: 'Sea view double',
  description: 'A bright room for two on the ocean side, with a balcony that gets the evening sun.',
  maxOccupancy: 2,
  rateID: 1,
  rateName: 'Bed and breakfast',
  roomsLeft: 5,
  total: 316,
  currency: 'EUR',
  nights: [
    { date: '2027-05-10', price: 158 },
    { date: '2027-05-11', price: 158 },
  ],
}

export const getOffers = endpoint(
  {
    method: 'GET',
    path: '/api/OnlineBooking/GetOffers',
    operationId: 'getOffers',
    summary: 'Lists what can be booked for a stay: room types with their rates and prices.',
    description:
      'There is one element for each room type and rate that `postreservation` would sell with that `rateID` at this ' +
      'moment. Send its `total` as `expectedTotal`: then the stay costs that, or is refused. A rate plan of the channel ' +
      'manager without a `rateID` is not listed, nor is a stay in the past of its hotel, whose day ends at 04:00 of its clock.\n\n' +
      'The order is by hotel, room type, total and rate. A page has whole room types, and `pageSize` counts them. A page ' +
      'also ends before the room type that brings it to more than 10,000 nights of plans: a stay of 30 nights with 8 plans ' +
      'has 240 in each. Room types of which nothing is sold count too, so that a page may have fewer, or none, although the ' +
      'list continues: `X-Has-More` decides.',
    auth: 'rates:read',
    allowReplica: true,
    query: OfferQuery,
    responseHeaders: LIST_HEADERS,
    example: {
      name: 'A stay',
      query: { arrivalDate: '2027-05-10', departureDate: '2027-05-12', guests: 2 },
      response: [OFFER],
    },
    moreExamples: [
      {
        name: 'One room type',
        query: { arrivalDate: '2027-05-10', departureDate: '2027-05-12', guests: 2, roomTypeID: 10 },
        response: [OFFER],
      },
    ],
    response: Offers,
  },
  async call => {
    const { arrivalDate, departureDate, guests = 1, hotelid, roomTypeID, rateID, ...paging } = call.query
    const page = await pageOf(call, LIST, paging)
    if (page instanceof Refusal) return page

    const stay = { arrivalDate, departureDate, guests }
    const filter = { ...stay, hotelId: hotelid, roomTypeId: roomTypeID, rateId: rateID }
    const { rest, ...read } = await listOffers(call.db, call.scope, filter, {
      after: page.after as [string, number] | undefined,
      offset: offsetOf(page),
      types: page.size,
    })
    const { shown, headers } = await showPage(call, LIST, page, {
      read: offersOfTypes(stay, read, call.now),
      position: ({ hotelId, roomTypeId }) => [hotelId, roomTypeId],
      rest,
    })
    return shown.length
      ? success(
          shown.flatMap(({ offers }) => offers),
          { headers },
        )
      : nothingFound(headers)
  },
)
