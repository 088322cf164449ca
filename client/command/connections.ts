import { Connection } from '../connection.ts'
import { Innlet } from '../innlet.ts'
import type { Fetch, InnletOptions } from '../options.ts'
import { type Credentials, kindOf, needed } from './credentials.ts'
import { readAddress } from './input.ts'

/** The client of the commands that use the API. `fetch` sends its requests in place of the global one. */
export const openClient = (credentials: Credentials, fetch?: Fetch): Innlet =>
  new Innlet({ ...clientOptions(credentials), ...(fetch && { fetch }) })

/** A connection for requests below `/api`. */
export const openConnection = (credentials: Credentials): Connection => new Connection(clientOptions(credentials))

/** A connection for requests below `/admin`. */
export const openAdministration = (credentials: Credentials): Connection =>
  new Connection({ url: urlOf(credentials), accessToken: needed(credentials, 'adminToken') })

/** A connection for requests that need no credential. */
export const openAnonymous = (credentials: Credentials): Connection =>
  new Connection({ url: urlOf(credentials), accessToken: 'none' })

function clientOptions(credentials: Credentials): InnletOptions {
  const url = urlOf(credentials)
  const kind = kindOf(credentials)
  if (kind === 'access token') return { url, accessToken: needed(credentials, 'accessToken') }
  if (kind === 'API key') return { url, apiKey: needed(credentials, 'apiKey') }
  return { url, clientId: needed(credentials, 'clientId'), clientSecret: needed(credentials, 'clientSecret') }
}

/** The address of a page of the service. */
export const pageUrl = (credentials: Credentials, path: string): string => urlOf(credentials).replace(/\/+$/, '') + path

/** The address of the service. */
export const urlOf = (credentials: Credentials): string =>
  readAddress(needed(credentials, 'url'), 'INNLET_URL', 'https://innlet.example')
