import type { IncomingRequest } from '../request-context'
import { logException } from './log'

/** A JSON file of the site. Where it cannot be read, this logs an exception and returns undefined. */
export async function siteFile<Content>(
  path: string,
  { env, requestId }: IncomingRequest,
): Promise<Content | undefined> {
  try {
    const response = await env.ASSETS.fetch(`https://site${path}`)
    if (response.ok) return await response.json()
    throw new Error(`no ${path}`)
  } catch (error) {
    logException(requestId, error)
    return undefined
  }
}
