/// <reference lib="webworker" />
import { linkTokenIn } from '../../schema/link-token.ts'
import { TOLERANCE } from '../guest-itinerary/clock-controller.ts'
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
 * pictures. The network always comes first; a stored page shows when it was fetched. Browsers refuse storage at times, or do not
 * answer: no response waits for what is stored or deleted, nor depends on it.
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
 *
 * The clock of the device may be wrong. With a page is stored by how much; times are those of the service.
 */

declare const self: ServiceWorkerGlobalScope

const VERSION = 2
const SITE = `site-${VERSION}`
const LINK_PREFIX = `link-${VERSION} `

/** Milliseconds to wait for the network before the stored response is used. */
const NETWORK_TIMEOUT = 4_000
/** For so many milliseconds after a page timed out, stored files are used without waiting for the network. */
const OFFLINE_PERIOD = 10_000
/** Milliseconds to wait for the storage of the browser. */
const STORAGE_TIMEOUT = 3_000
/** More files than a page uses in all its languages; the oldest are deleted. */
const MAX_FILES = 60

const SITE_FILES = /^\/(widget|page|fonts)\/|^\/favicon/

/** Headers of a stored page: when it was fetched, and by how many milliseconds the service's clock was ahead of the device's. */
const FETCHED_AT = 'x-as-of'
const AHEAD = 'x-ahead'

/** By the clock of `performance`, which nobody sets. */
let timedOutAt = Number.NEGATIVE_INFINITY

/** The last `sweep`. A page is stored after it, so that it does not write an older copy over a newer one. */
let swept: Promise<unknown> = Promise.resolve()

/** Links that the guest has deleted while their pages are still open: they are not stored again. */
const deleted = new Set<string>()

self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('activate', event => {
  // Pages wait for the end of the activation, and must not wait for storage.
  sweep()
  event.waitUntil(self.clients.claim())
})

self.addEventListener('message', event => {
  const { keep, files, pictures, forget: path } = (event.data ?? {}) as Partial<KeepMessage & ForgetMessage>
  if (keep && pageIn(keep) === keep) event.waitUntil(fetchAndStore(keep, files ?? [], pictures ?? []))
  if (path && pageIn(path) === path) event.waitUntil(forgetOnRequest(path, event.ports[0]))
})

self.addEventListener('fetch', event => {
  const { method, mode, url, destination } = event.request
  const { origin, pathname, search } = new URL(url)
  const isSameOrigin = origin === self.location.origin
  if (method !== 'GET') return
  if (mode === 'navigate') {
    const path = pageIn(pathname)
    // As the service does, but without a network too.
    if (path && path !== pathname) event.respondWith(Response.redirect(path + search, 308))
    else if (path) event.respondWith(page(event, path))
  } else if (isSameOrigin && SITE_FILES.test(pathname)) {
    event.respondWith(file(event))
  } else if (isSameOrigin && pathname.startsWith('/api/public/')) {
    event.respondWith(apiResponse(event, SCOPE + pathname.split('/').at(-1)))
  } else if (destination === 'image') {
    event.respondWith(picture(event))
  }
})

/** The path of the page that a path with stray characters after the token means; undefined if it is none. */
function pageIn(path: string): string | undefined {
  const token = path.startsWith(SCOPE) && linkTokenIn(path.slice(SCOPE.length))
  return token ? SCOPE + token : undefined
}

/** What the storage brings; undefined if it refuses, or does not answer in time. */
const ofStorage = <T>(use: () => Promise<T>): Promise<T | undefined> =>
  Promise.race([(async () => use())().catch(() => undefined), pause(STORAGE_TIMEOUT)])

/** The service's response; the stored page if there is none in time, or if another server answers. */
async function page(event: FetchEvent, path: string): Promise<Response> {
  deleted.delete(path)
  const response = fetch(event.request)
  event.waitUntil(sweep())
  const handled = response.then(response => handlePage(event, path, response))
  event.waitUntil(handled.catch(() => {}))
  const usable = handled.then(
    response => (response?.ok || response?.status === 404 ? response : undefined),
    () => undefined,
  )
  const inTime = await Promise.race([usable, pause(NETWORK_TIMEOUT)])
  if (inTime) return inTime
  timedOutAt = performance.now()
  const copy = ofStorage(() => copyOf(path))
  const late = usable.then(response => response ?? copy)
  return (await Promise.race([late, copy.then(copy => copy ?? late)])) ?? response
}

/** Stores or deletes the link according to the response; undefined if the response is not from the service. */
async function handlePage(event: FetchEvent, path: string, response: Response): Promise<Response | undefined> {
  if (!isFromService(response)) return undefined
  if (response.status === 404) event.waitUntil(forget(path))
  if (response.ok) event.waitUntil(storePage(path, response.clone()))
  return response
}

/** The response of an API request for a link: never stored, but a 404 deletes the stored page. */
async function apiResponse(event: FetchEvent, path: string): Promise<Response> {
  const response = await fetch(event.request)
  if (!isFromService(response)) return Response.error()
  if (response.status === 404) event.waitUntil(forget(path))
  return response
}

/** Every response of the service has its version. */
const isFromService = (response: Response) => response.headers.has(FROM_SERVICE)

async function storePage(path: string, response: Response): Promise<void> {
  if (deleted.has(path)) return
  const headers = new Headers(response.headers)
  const now = Date.now()
  const at = Date.parse(headers.get('date') ?? '') || now
  headers.set(FETCHED_AT, new Date(at).toISOString())
  headers.set(AHEAD, String(Math.abs(at - now) > TOLERANCE ? at - now : 0))
  await swept
  await forgetReplacedBy(path)
  if (isOver(path, headers)) return void (await forget(path))
  const cache = await caches.open(LINK_PREFIX + path)
  await cache.put(path, new Response(await response.text(), { headers }))
  if (deleted.has(path)) await forget(path)
}

/** The stored page, marked with the time at which it was fetched; undefined if it is not stored, or not to be shown any more. */
async function copyOf(path: string): Promise<Response | undefined> {
  const stored = await caches.match(path, { cacheName: LINK_PREFIX + path })
  const asOf = stored?.headers.get(FETCHED_AT)
  if (!stored || !asOf || isOver(path, stored.headers)) return undefined
  const { headers } = stored
  const page = withoutPastWifi(await stored.text(), nowBy(headers))
  return new Response(markStored(page, asOf, aheadBy(headers)), { headers })
}

/** By how many milliseconds the service's clock is ahead of the device's, by the headers of a stored page. */
const aheadBy = (headers: Headers) => Number(headers.get(AHEAD))
const nowBy = (headers: Headers) => Date.now() + aheadBy(headers)

/** A file of the site. The network comes first, because files change together with the page. */
async function file(event: FetchEvent): Promise<Response> {
  const { url } = event.request
  const stored = ofStorage(() => caches.match(url, { cacheName: SITE }))
  const isOffline = performance.now() - timedOutAt < OFFLINE_PERIOD
  const offline = isOffline && (await stored)
  if (offline) return offline
  const response = fetch(event.request)
  const timeout = pause(NETWORK_TIMEOUT).then(async () => ((await stored) ? undefined : response))
  const inTime = await Promise.race([response, timeout]).catch(() => undefined)
  if (!inTime?.ok) return (await stored) ?? response
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
async function picture(event: FetchEvent): Promise<Response> {
  const { request, clientId } = event
  const client = await self.clients.get(clientId)
  const path = client ? new URL(client.url).pathname : ''
  try {
    const response = await fetch(request)
    event.waitUntil(storeWithPage(path, request.url, response.clone()))
    return response
  } catch (error) {
    const stored = await ofStorage(() => caches.match(request.url, { cacheName: LINK_PREFIX + path }))
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

/** Deletes what may not be stored any more. */
function sweep(): Promise<unknown> {
  swept = Promise.allSettled([forgetOldVersions(), forgetExpired()])
  return swept
}

const forget = async (path: string) => caches.delete(LINK_PREFIX + path)

/** Also keeps a response that is still in progress from being stored. The port gets whether nothing is stored any more. */
async function forgetOnRequest(path: string, port: MessagePort | undefined): Promise<void> {
  deleted.add(path)
  const isForgotten = await ofStorage(() => forget(path).then(() => true))
  port?.postMessage(isForgotten ?? false)
}

const storedLinks = async () =>
  (await caches.keys()).filter(name => name.startsWith(LINK_PREFIX)).map(name => name.slice(LINK_PREFIX.length))

async function forgetExpired(): Promise<void> {
  for (const path of await storedLinks()) {
    const stored = await caches.match(path, { cacheName: LINK_PREFIX + path })
    if (isOver(path, stored?.headers)) await forget(path)
    else if (stored) await forgetPastWifi(path, stored)
  }
}

async function forgetPastWifi(path: string, stored: Response): Promise<void> {
  const page = await stored.text()
  const kept = withoutPastWifi(page, nowBy(stored.headers))
  if (kept !== page)
    await (await caches.open(LINK_PREFIX + path)).put(path, new Response(kept, { headers: stored.headers }))
}

/**
 * Whether a page may not be stored any more. A token has its expiry in seconds, a page the date until which it may be stored, in
 * the device's time zone. Without them it may not. Before the page is stored it has no headers.
 */
function isOver(path: string, headers?: Headers): boolean {
  if (!headers) return !(Number(claimsOf(path).exp) * 1000 > Date.now())
  const now = nowBy(headers)
  const until = new Date(`${headers.get(KEEP_UNTIL)}T00:00:00`).getTime()
  return !(Number(claimsOf(path).exp) * 1000 > now && until > now)
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
