import { type FetchMessage, FetchMessages, FetchQuery } from '../../../schema/wire/fetch-queue'
import { assembleMessage } from '../../domain/fetch-queue/message'
import { Refusal } from '../../errors'
import { endpoint } from '../../http/endpoint'
import { LIST_HEADERS, listSuccess, pageOf, pageRangeOf } from '../../http/paging'
import { readQueue } from '../../store/fetch-queue/fetch-queue'

const LIST = 'fetch-queue'

const MESSAGE: FetchMessage = {
  clientID: 1,
  reservationID: 1,
  guestID: 1,
  currentPage: 1,
  fetchQueueMessageId: 1,
  instance: 'innlet',
  reservationNumber: '10000001',
  firstName: 'Anna',
  lastName: 'Lindqvist',
  bookingDate: '2026-11-22T08:30:00.000Z',
  arrivalDate: '2027-05-09T00:00:00',
  departureDate: '2027-05-13T00:00:00',
  statusType: 'New',
  status: 'Pending',
  reservationType: 'Individual',
  email: 'anna.lindqvist@example.com',
  phoneNumber: '+46 70 000 00 00',
  countryCode: 'SE',
  countryPhoneCode: '+46',
  notes: '',
  hotelID: 'QDM',
  hotelKey: 'quinta-do-mar',
  roomID: '203',
  roomName: 'Rosa dos Ventos',
  roomNo: '203',
  floorNo: '2',
  roomLocationName: 'Casa do Mar',
}

export const getFetchQueueMessage = endpoint(
  {
    method: 'GET',
    path: '/api/Fetch/GetFetchQueueMessage',
    operationId: 'getFetchQueueMessage',
    summary: 'Lists messages about changes of room stays, oldest first.',
    description:
      'Without `status`: messages that are Pending. `hotelKey` selects one hotel. Reading does not remove a message: it ' +
      'stays Pending until UpdateFetchQueueMessage changes its status. Messages of one reservation are in the order of its ' +
      'changes.\n\n' +
      'Follow `cursor` instead of `currentPage` while messages are being processed. Pages by number shift when messages ' +
      'leave the list.',
    auth: 'reservations:read',
    allowReplica: true,
    query: FetchQuery,
    responseHeaders: LIST_HEADERS,
    example: {
      name: 'Pending',
      query: { status: 'Pending', pageSize: 20 },
      response: [MESSAGE],
    },
    moreExamples: [
      {
        name: 'Failed',
        query: { status: 'Failed', pageSize: 20 },
        response: [{ ...MESSAGE, status: 'Failed', notes: 'There is no room 203 here.' }],
      },
    ],
    response: FetchMessages,
  },
  async call => {
    const { currentPage, pageSize, cursor, status = 'Pending', hotelKey } = call.query
    const page = await pageOf(call, LIST, { pageNo: currentPage, pageSize, cursor })
    if (page instanceof Refusal) return page

    const messages = await readQueue(call.db, call.scope, { status, hotelKey }, pageRangeOf(page))

    return listSuccess(call, LIST, page, {
      read: messages,
      position: ({ messageId }) => [messageId],
      element: message => assembleMessage(message, page.number, call.settings.instance),
    })
  },
)
