import { version } from '../../../package.json'
import { Health } from '../../../schema/wire/fetch'
import { refuse } from '../../errors'
import { answer, endpoint } from '../../http/endpoint'
import { askDatabase } from '../../store/health'

export const healthdb = endpoint(
  {
    method: 'GET',
    path: '/api/Fetch/healthdb',
    summary: 'Whether the database answers.',
    needs: 'nothing',
    content: Health,
    refuses: ['DATABASE_UNAVAILABLE'],
    // Tables that are missing are a fault of ours elsewhere; here they are what the caller wants to know.
    onFault: () => refuse('DATABASE_UNAVAILABLE'),
  },
  async ({ db }) => {
    await askDatabase(db)
    return answer({ status: 'Healthy' as const, version })
  },
)
