/// <reference lib="webworker" />
import {
  type ForgetMessage,
  FROM_SERVICE,
  KEEP_UNTIL,
  type KeepMessage,
  markStored,
  SCOPE,
  withoutPastWifi,
} from './markers.ts'

/*
 * Makes a guest's page available offline. It stores the last successful response, the files of the page, and the hotel's
 * pictures. The network always comes first; a stored page shows when it was fetched.
 *
 * A stored link is deleted with everything stored for it:
 * - when the service answers that it is invalid or has expired, or its token has expired,
 * - when a newer link of the same stay is opened,
 * - after the departure,
 * - when the guest asks for it.
 *
 * The Wi-Fi of a hotel is deleted from a stored page after the last day there.
 *
 * Each link has its own cache, named after its path. Deleting a link is one step, and no link gets the response of another.
 */

declare const self: ServiceWorkerGlobalScope

const VERSION = 2
const SITE = `site-${VERSION}`
const LINK_PREFIX = `link-${VERSION} `

/** Milliseconds to wait for the network before the stored response is used. */
const NETWORK_TIMEOUT = 4_000
/** For so many milliseconds after a page timed out, stored files are used without waiting for the network. */
const OFFLINE_PERIOD = 10_000
/** More files than a page uses in all its languages; the oldest are deleted. */
const MAX_FILES = 60

/** The path of a page: its last part is a token (JWS in compact form). */
const PAGE = new RegExp(`^${SCOPE}[\\w-]+\\.[\\w-]+\\.[\\w-]+$`)
const SITE_FILES = /^\/(widget|page|fonts)\/|^\/favicon/

/** A header of a stored page: when it was fetched. */
const FETCHED_AT = 'x-as-of'

let timedOutAt = 0

/** Links that the guest has deleted while their pages are still open: they are not stored again. */
const deleted = new Set<string>()

self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('activate', event =>
  event.waitUntil(Promise.all([forgetOldVersions(), forgetExpired(), self.clients.claim()])),
)

self.addEventListener('message', event => {
  const { keep, files, pictures, forget: path } = (event.data ?? {}) as Partial<KeepMessage & ForgetMessage>
  if (keep && PAGE.test(keep)) event.waitUntil(fetchAndStore(keep, files ?? [], pictures ?? []))
  if (path && PAGE.test(path))
    event.waitUntil(forgetOnRequest(path).then(() => event.ports[0]?.postMessage('forgotten')))
})

self.addEventListener('fetch', event => {
  const { method, mode, url, destination } = event.request
  const { origin, pathname } = new URL(url)
  const isSameOrigin = origin === self.location.origin
  if (method !== 'GET') return
  if (mode === 'navigate') {
    if (PAGE.test(pathname)) event.respondWith(page(event, pathname))
  } else if (isSameOrigin && SITE_FILES.test(pathname)) {
    event.respondWith(file(event))
  } else if (isSameOrigin && pathname.startsWith('/api/public/')) {
    event.respondWith(apiResponse(event.request, SCOPE + pathname.split('/').at(-1)))
  } else if (destination === 'image') {
    event.respondWith(picture(event))
  }
})

/** The service's response; the stored page if there is none in time, or if another server answers. */
async function page(event: FetchEvent, path: string): Promise<Response> {
  deleted.delete(path)
  await forgetExpired()
  const response = fetch(event.request)
  const handled = response.then(response => handlePage(event, path, response))
  event.waitUntil(handled.catch(() => {}))
  const inTime = await Promise.race([handled.catch(() => undefined), pause(NETWORK_TIMEOUT)])
  if (inTime && (inTime.ok || inTime.status === 404)) return inTime
  timedOutAt = Date.now()
  return (await copyOf(path)) ?? response
}

/** Stores or deletes the link according to the response; undefined if the response is not from the service. */
async function handlePage(event: FetchEvent, path: string, response: Response): Promise<Response | undefined> {
  if (!isFromService(response)) return undefined
  if (response.status === 404) await forget(path)
  if (response.ok) event.waitUntil(storePage(path, response.clone()))
  return response
}

/** The response of an API request for a link: never stored, but a 404 deletes the stored page. */
async function apiResponse(request: Request, path: string): Promise<Response> {
  const response = await fetch(request)
  if (!isFromService(response)) return Response.error()
  if (response.status === 404) await forget(path)
  return response
}

/** Every response of the service has its version. */
const isFromService = (response: Response) => response.headers.has(FROM_SERVICE)

async function storePage(path: string, response: Response): Promise<void> {
  if (deleted.has(path)) return
  await forgetReplacedBy(path)
  if (isPast(response.headers.get(KEEP_UNTIL))) return void (await forget(path))
  const cache = await caches.open(LINK_PREFIX + path)
  const headers = new Headers(response.headers)
  headers.set(FETCHED_AT, new Date().toISOString())
  await cache.put(path, new Response(await response.text(), { headers }))
  if (deleted.has(path)) await forget(path)
}

/** The stored page, marked with the time at which it was fetched; undefined if it is not stored. */
async function copyOf(path: string): Promise<Response | undefined> {
  const stored = await caches.match(path, { cacheName: LINK_PREFIX + path })
  const asOf = stored?.headers.get(FETCHED_AT)
  if (!stored || !asOf) return undefined
  return new Response(markStored(await stored.text(), asOf), { headers: stored.headers })
}

/** A file of the site. The network comes first, because files change together with the page. */
async function file(event: FetchEvent): Promise<Response> {
  const { url } = event.request
  const stored = await caches.match(url, { cacheName: SITE })
  if (stored && Date.now() - timedOutAt < OFFLINE_PERIOD) return stored
  const response = fetch(event.request)
  const inTime = await Promise.race([response.catch(() => undefined), stored ? pause(NETWORK_TIMEOUT) : response])
  if (!inTime?.ok) return stored ?? response
  event.waitUntil(storeFile(url, inTime.clone()))
  return inTime
}

async function storeFile(url: string, response: Response): Promise<void> {
  const script = url.includes('/widget/') && response.clone()
  const cache = await caches.open(SITE)
  await cache.delete(url)
  await cache.put(url, response)
  const all = await cache.keys()
  for (const old of all.slice(0, Math.max(0, all.length - MAX_FILES))) await cache.delete(old)
  if (script) await storeChunks(url, await script.text())
}

/** Stores the chunks that a script of the widget imports on demand, so that buttons work offline. */
async function storeChunks(url: string, script: string): Promise<void> {
  for (const [, chunk = ''] of script.matchAll(/["'`](\.{1,2}\/(?:actions\/)?[\w-]+\.js)["'`]/g)) {
    const address = new URL(chunk, url).href
    if (await caches.match(address, { cacheName: SITE })) continue
    const response = await fetch(address)
    if (response.ok) await storeFile(address, response)
  }
}

/** A picture of the hotel, from any origin, stored with the link of the page that shows it. */
async function picture({ request, clientId }: FetchEvent): Promise<Response> {
  const client = await self.clients.get(clientId)
  const cacheName = LINK_PREFIX + (client ? new URL(client.url).pathname : '')
  try {
    const response = await fetch(request)
    await storeWithPage(cacheName.slice(LINK_PREFIX.length), request.url, response.clone())
    return response
  } catch (error) {
    const stored = await caches.match(request.url, { cacheName })
    if (stored) return stored
    throw error
  }
}

/** Fetches and stores a page, its files and its pictures. The first visit loaded them before the worker was active. */
async function fetchAndStore(path: string, files: string[], pictures: string[]): Promise<void> {
  const response = await fetch(path)
  if (!isFromService(response)) return
  if (response.status === 404) await forget(path)
  if (!response.ok) return
  await storePage(path, response)
  const storePicture = async (url: string) => {
    await storeWithPage(path, url, await fetch(url, { mode: 'no-cors', referrerPolicy: 'no-referrer' }))
  }
  const storeSiteFile = async (url: string) => {
    const { origin, pathname } = new URL(url)
    if (origin !== self.location.origin || !SITE_FILES.test(pathname)) return
    const file = await fetch(url)
    if (file.ok) await storeFile(url, file)
  }
  await Promise.allSettled([...[...new Set(files)].map(storeSiteFile), ...[...new Set(pictures)].map(storePicture)])
}

/** Stores a response in the cache of a link, only if its page is stored. */
async function storeWithPage(path: string, url: string, response: Response): Promise<void> {
  if (await caches.has(LINK_PREFIX + path)) await (await caches.open(LINK_PREFIX + path)).put(url, response)
}

const forget = (path: string) => caches.delete(LINK_PREFIX + path)

/** Also keeps a response that is still in progress from being stored. */
function forgetOnRequest(path: string): Promise<boolean> {
  deleted.add(path)
  return forget(path)
}

const storedLinks = async () =>
  (await caches.keys()).filter(name => name.startsWith(LINK_PREFIX)).map(name => name.slice(LINK_PREFIX.length))

/** A token has its expiry in seconds, a page the date until which it may be stored. Without them it is deleted. */
async function forgetExpired(): Promise<void> {
  for (const path of await storedLinks()) {
    const stored = await caches.match(path, { cacheName: LINK_PREFIX + path })
    if (!(Number(claimsOf(path).exp) * 1000 > Date.now()) || (stored && isPast(stored.headers.get(KEEP_UNTIL))))
      await forget(path)
    else if (stored) await forgetPastWifi(path, stored)
  }
}

async function forgetPastWifi(path: string, stored: Response): Promise<void> {
  const page = await stored.text()
  const kept = withoutPastWifi(page, Date.now())
  if (kept !== page)
    await (await caches.open(LINK_PREFIX + path)).put(path, new Response(kept, { headers: stored.headers }))
}

/** Whether a date, `YYYY-MM-DD`, has begun in the device's time zone; true without a date. */
function isPast(date: string | null): boolean {
  const now = new Date()
  return !date || now.getTime() >= new Date(`${date}T00:00:00`).getTime()
}

/** A stay has one valid link at a time: the one that was just opened. */
async function forgetReplacedBy(path: string): Promise<void> {
  const { customer, reservation } = claimsOf(path)
  for (const other of await storedLinks()) {
    const claims = claimsOf(other)
    if (other !== path && claims.customer === customer && claims.reservation === reservation) await forget(other)
  }
}

/** The claims of the token in a path; empty if it has none. */
function claimsOf(path: string): { exp?: number; customer?: unknown; reservation?: unknown } {
  try {
    return JSON.parse(atob((path.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')))
  } catch {
    return {}
  }
}

async function forgetOldVersions(): Promise<void> {
  const isCurrent = (name: string) => name === SITE || name.startsWith(LINK_PREFIX)
  for (const name of await caches.keys()) if (/^(site|link)-/.test(name) && !isCurrent(name)) await caches.delete(name)
}

const pause = (milliseconds: number) =>
  new Promise<undefined>(resolve => setTimeout(() => resolve(undefined), milliseconds))
