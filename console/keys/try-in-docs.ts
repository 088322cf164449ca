import { DOCS_CREDENTIALS, type DocsCredentials } from '../../schema/docs-credentials.ts'
import { words } from '../words.ts'

/** A request of the reference that needs no more than the permission to read an area. */
const FIRST_REQUESTS: Readonly<Record<string, string>> = {
  reservations: 'reservation/getHotel',
  inventory: 'inventory/getInventoryLocations',
  events: 'event/getEvents',
  rates: 'online-booking/getOffers',
}

export interface TriedApplication {
  clientId: string
  name: string
  permissions: readonly string[]
}

/**
 * Opens the form of a request in /docs, filled in for an application: in a tab of its own, which gets a copy of the session storage.
 * No address has the credentials, and this tab keeps none.
 */
export function tryInDocs({ clientId, name, permissions }: TriedApplication, hotel: string, secret = ''): void {
  const credentials: DocsCredentials = { client: clientId, secret, owner: words.applicationOf(name, hotel) }
  const area = Object.keys(FIRST_REQUESTS).find(each => permissions.some(granted => granted.startsWith(`${each}:`)))
  try {
    sessionStorage.setItem(DOCS_CREDENTIALS, JSON.stringify(credentials))
    open(`/docs/${FIRST_REQUESTS[area ?? 'reservations']}#try`, '_blank')
  } finally {
    sessionStorage.removeItem(DOCS_CREDENTIALS)
  }
}
