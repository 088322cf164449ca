import { version } from '../../../package.json'
import { Health } from '../../../schema/wire/fetch-queue'
import { endpoint, success } from '../../http/endpoint'

export const health = endpoint(
  {
    method: 'GET',
    path: '/api/Fetch/health',
    summary: 'Whether the service answers. Touches no data.',
    auth: 'public',
    response: Health,
  },
  async () => success({ status: 'Healthy' as const, version }),
)
