import { version } from '../../../package.json'
import { Health } from '../../../schema/wire/fetch'
import { answer, endpoint } from '../../http/endpoint'

export const health = endpoint(
  {
    method: 'GET',
    path: '/api/Fetch/health',
    summary: 'Whether the service answers. Touches no data.',
    needs: 'nothing',
    content: Health,
  },
  async () => answer({ status: 'Healthy' as const, version }),
)
