import { version } from '../../../package.json'
import { Health } from '../../../schema/wire/fetch-queue'
import { answer, endpoint } from '../../http/endpoint'

export const health = endpoint(
  {
    method: 'GET',
    path: '/api/Fetch/health',
    summary: 'Whether the service answers. Touches no data.',
    auth: 'nothing',
    response: Health,
  },
  async () => answer({ status: 'Healthy' as const, version }),
)
