import { version } from '../../../package.json'
import { Health } from '../../../schema/wire/fetch-queue'
import { addressOf, withinRate } from '../../auth/rate-limit'
import { refuse } from '../../errors'
import { endpoint, success } from '../../http/endpoint'
import { logException } from '../../http/log'
import { areHealthy, MissingMigration, probeDatabase } from '../../store/upkeep/health'

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
  async ({ env, request, requestId, settings, shards, waitUntil }) => {
    if (!(await withinRate(env.HEALTH_PER_ADDRESS, addressOf(request.headers)))) return refuse('RATE_LIMITED')
    const probe = async (number: number) => {
      try {
        await probeDatabase(shards.at(number))
      } catch (error) {
        const migration = error instanceof MissingMigration ? error.migration : undefined
        logException(requestId, error, { database: number, migration })
        throw error
      }
    }
    const probes = areHealthy(settings.databases, probe)
    // Other requests wait for the same result, even if this client disconnects.
    waitUntil(probes)
    return (await probes) ? success({ status: 'Healthy' as const, version }) : refuse('DATABASE_UNAVAILABLE')
  },
)
