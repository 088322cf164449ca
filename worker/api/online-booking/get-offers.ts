import { OfferQuery, Offers } from '../../../schema/wire/online-booking'
import { offersOfTypes } from '../../domain/online-booking/offer-list'
import { Refusal } from '../../errors'
import { endpoint, nothingFound, success } from '../../http/endpoint'
import { LIST_HEADERS, offsetOf, pageOf, rowsOf, showPage } from '../../http/paging'
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
      'The order is by hotel, room type, total and rate. A page has whole room types, and `pageSize` counts them.',
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
    const sold = offersOfTypes(stay, await listOffers(call.db, call.scope, filter), call.now)
    const [hotel = '', type = 0] = (page.after ?? []) as [string?, number?]
    const rest = sold.filter(({ hotelId, roomTypeId }) => hotelId > hotel || (hotelId === hotel && roomTypeId > type))

    const { shown, headers } = await showPage(call, LIST, page, {
      read: rest.slice(offsetOf(page), offsetOf(page) + rowsOf(page)),
      position: ({ hotelId, roomTypeId }) => [hotelId, roomTypeId],
    })
    return shown.length
      ? success(
          shown.flatMap(({ offers }) => offers),
          { headers },
        )
      : nothingFound(headers)
  },
)
