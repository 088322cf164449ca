import type { IncomingRequest } from '../request-context'
import { logException } from './log'

/** A JSON file of our own site, by its path; undefined, and a fault in the log, where it cannot be had. */
export async function siteFile<Content>(
  path: string,
  { env, requestId }: IncomingRequest,
): Promise<Content | undefined> {
  try {
    const answer = await env.ASSETS.fetch(`https://site${path}`)
    if (answer.ok) return await answer.json()
    throw new Error(`no ${path}`)
  } catch (error) {
    logException(requestId, error)
    return undefined
  }
}
