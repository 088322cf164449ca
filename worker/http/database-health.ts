import { addressOf, withinRate } from '../auth/rate-limit'
import { type Refusal, refuse } from '../errors'
import type { RequestContext } from '../request-context'
import { areHealthy, MissingMigration, probeDatabase } from '../store/upkeep/health'
import { logException } from './log'

/** Probes the databases. A refusal if one is not healthy, or if the address of the client asks too often. */
export async function databaseFault(
  context: RequestContext,
): Promise<Refusal<'RATE_LIMITED' | 'DATABASE_UNAVAILABLE'> | undefined> {
  const { env, request, requestId, settings, shards, waitUntil } = context
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
  // Other requests wait for the same result, even if this client disconnects. What fails is logged by the probe.
  waitUntil(probes.catch(() => undefined))
  return (await probes) ? undefined : refuse('DATABASE_UNAVAILABLE')
}
