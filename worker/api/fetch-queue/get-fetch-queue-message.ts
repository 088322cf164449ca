import { FetchMessages, FetchQuery } from '../../../schema/wire/fetch-queue'
import { assembleMessage } from '../../domain/fetch-queue/message'
import { Refusal } from '../../errors'
import { endpoint } from '../../http/endpoint'
import { LIST_HEADERS, listSuccess, pageOf, pageRangeOf } from '../../http/paging'
import { readQueue } from '../../store/fetch-queue/fetch-queue'

const LIST = 'fetch-queue'

export const getFetchQueueMessage = endpoint(
  {
    method: 'GET',
    path: '/api/Fetch/GetFetchQueueMessage',
    summary: 'What happened to room stays, oldest first.',
    description:
      'Messages that are Pending, unless `status` says otherwise; `hotelKey` names one hotel. Reading takes nothing out of the ' +
      'queue: a message stays until UpdateFetchQueueMessage says that it is Processed. Messages of one reservation come in the ' +
      'order of its changes. Follow `cursor` rather than `currentPage` while messages are being processed: pages by number ' +
      'move as messages leave the list.',
    auth: 'reservations:read',
    customerField: 'clientID',
    allowReplica: true,
    query: FetchQuery,
    responseHeaders: LIST_HEADERS,
    example: { query: { status: 'Pending', pageSize: 20 } },
    response: FetchMessages,
  },
  async call => {
    const { currentPage, pageSize, cursor, status = 'Pending', hotelKey } = call.query
    const page = await pageOf(call, LIST, { pageNo: currentPage, pageSize, cursor })
    if (page instanceof Refusal) return page

    const messages = await readQueue(call.db, call.scope, { status, hotelKey }, pageRangeOf(page))

    return listSuccess(call, LIST, page, messages, {
      position: ({ messageId }) => [messageId],
      element: message => assembleMessage(message, page.number, call.settings.instance),
    })
  },
)
