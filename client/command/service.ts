import { Connection } from '../connection.ts'
import { Innlet } from '../innlet.ts'
import type { InnletOptions } from '../options.ts'
import { type Credentials, needed } from './credentials.ts'
import { UsageError } from './failure.ts'

/** The client of the commands that use the API. */
export const openClient = (credentials: Credentials): Innlet => new Innlet(clientOptions(credentials))

/** A connection for requests below `/api`. */
export const openConnection = (credentials: Credentials): Connection => new Connection(clientOptions(credentials))

/** A connection for requests below `/admin`. */
export const openAdministration = (credentials: Credentials): Connection =>
  new Connection({ url: urlOf(credentials), accessToken: needed(credentials, 'adminToken') })

/** A connection for requests that need no credential. */
export const openAnonymous = (credentials: Credentials): Connection =>
  new Connection({ url: urlOf(credentials), accessToken: 'none' })

/** The client id and secret, or else an access token, or else the API key. */
function clientOptions(credentials: Credentials): InnletOptions {
  const url = urlOf(credentials)
  const { accessToken, apiKey, clientId } = credentials
  if (accessToken !== undefined && clientId === undefined) return { url, accessToken }
  if (apiKey !== undefined && clientId === undefined) return { url, apiKey }
  return { url, clientId: needed(credentials, 'clientId'), clientSecret: needed(credentials, 'clientSecret') }
}

/** The address of the service. */
export function urlOf(credentials: Credentials): string {
  const url = needed(credentials, 'url')
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new UsageError(`INNLET_URL: expected an address such as https://innlet.example, got ${url}`)
  }
  return url
}
