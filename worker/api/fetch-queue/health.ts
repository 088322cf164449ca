import { version } from '../../../package.json'
import { Health } from '../../../schema/wire/fetch-queue'
import { endpoint, success } from '../../http/endpoint'

export const health = endpoint(
  {
    method: 'GET',
    path: '/api/Fetch/health',
    operationId: 'getHealth',
    summary: 'Reports whether the service runs.',
    description: 'Reads no data.',
    auth: 'public',
    example: { response: { status: 'Healthy', version } },
    response: Health,
  },
  async () => success({ status: 'Healthy' as const, version }),
)
