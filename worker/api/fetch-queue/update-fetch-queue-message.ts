import { FetchUpdate } from '../../../schema/wire/fetch-queue'
import { refuse } from '../../errors'
import { endpoint, success } from '../../http/endpoint'
import { updateMessage } from '../../store/fetch-queue/fetch-queue'

export const updateFetchQueueMessage = endpoint(
  {
    method: 'POST',
    path: '/api/Fetch/UpdateFetchQueueMessage',
    operationId: 'updateFetchQueueMessage',
    summary: 'Sets the status of a message of the fetch queue.',
    description:
      'Uses `status` (Pending, Processed or Failed) and `notes`. The message can be sent back as it was fetched; its other ' +
      'fields change nothing. The same update again changes nothing. The response has no body.',
    auth: 'reservations:write',
    body: FetchUpdate,
    example: {
      name: 'Processed',
      body: { fetchQueueMessageId: 1, status: 'Processed', notes: 'A welcome was sent' },
    },
    moreExamples: [
      { name: 'Failed', body: { fetchQueueMessageId: 2, status: 'Failed', notes: 'The address does not exist' } },
    ],
    errors: ['NOT_FOUND'],
  },
  async ({ db, scope, body }) => {
    const exists = await updateMessage(db, scope, body.fetchQueueMessageId, body)
    return exists ? success() : refuse('NOT_FOUND', 'fetchQueueMessageId: there is no such message')
  },
)
