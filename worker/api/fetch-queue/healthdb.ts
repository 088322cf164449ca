import { version } from '../../../package.json'
import { Health } from '../../../schema/wire/fetch-queue'
import { refuse } from '../../errors'
import { databaseFault } from '../../http/database-health'
import { endpoint, success } from '../../http/endpoint'

export const healthdb = endpoint(
  {
    method: 'GET',
    path: '/api/Fetch/healthdb',
    operationId: 'getDatabaseHealth',
    summary: 'Reports whether the database responds and has all migrations.',
    description:
      'Checks all databases, if there are up to 51. Of more, it checks the first, 50 others in turn, and those that failed before. A database that lacks a migration of this release is unavailable. The rate limit is per address. The result can be up to 5 seconds old.',
    auth: 'public',
    example: { response: { status: 'Healthy', version } },
    response: Health,
    errors: ['RATE_LIMITED', 'DATABASE_UNAVAILABLE'],
    // Elsewhere missing tables are an internal error. Here they are the result that the caller requests.
    onError: () => refuse('DATABASE_UNAVAILABLE'),
  },
  async call => (await databaseFault(call)) ?? success({ status: 'Healthy' as const, version }),
)
