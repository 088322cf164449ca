import { version } from '../../../package.json'
import { Health } from '../../../schema/wire/fetch-queue'
import { isHealthy, probeDatabase } from '../../db/health'
import { refuse } from '../../errors'
import { endpoint, success } from '../../http/endpoint'
import { logException } from '../../http/log'
import { addressOf, withinRate } from '../../http/rate-limit'

export const healthdb = endpoint(
  {
    method: 'GET',
    path: '/api/Fetch/healthdb',
    summary: 'Whether the database answers; where there are several, all of them.',
    description: 'Limited by address. The result may be up to 5 seconds old.',
    auth: 'public',
    response: Health,
    errors: ['RATE_LIMITED', 'DATABASE_UNAVAILABLE'],
    // Tables that are missing are a fault of ours elsewhere; here they are what the caller wants to know.
    onError: () => refuse('DATABASE_UNAVAILABLE'),
  },
  async ({ env, request, requestId, settings, shards, waitUntil }) => {
    if (!(await withinRate(env.HEALTH_PER_ADDRESS, addressOf(request.headers)))) return refuse('RATE_LIMITED')
    const ask = async (number: number) => {
      try {
        await probeDatabase(shards.at(number))
      } catch (error) {
        logException(requestId, error, { database: number })
        throw error
      }
    }
    const probes = Promise.all(settings.databases.map((database, number) => isHealthy(database, () => ask(number))))
    // Others wait for the result, also when this caller is gone.
    waitUntil(probes)
    return (await probes).every(Boolean)
      ? success({ status: 'Healthy' as const, version })
      : refuse('DATABASE_UNAVAILABLE')
  },
)
