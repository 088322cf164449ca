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
 * Each link has its own cache, named after its path. Deleting a link is one step, and no link gets the response of another.
 */

const VERSION = 2
const SITE = `site-${VERSION}`
const LINK_PREFIX = `link-${VERSION} `

/** Milliseconds to wait for the network before the stored response is used. */
const NETWORK_TIMEOUT = 4_000
/** For so many milliseconds after a page timed out, stored files are used without waiting for the network. */
const OFFLINE_PERIOD = 10_000
/** More files than a page uses in all its languages; the oldest are deleted. */
const MAX_FILES = 60

const PAGE = /^\/itinerary\/[\w-]+\.[\w-]+\.[\w-]+$/
const SITE_FILES = /^\/(widget|page|fonts)\/|^\/favicon/

/** A header of the page: from this date on, in the device's time zone, no copy of it may be stored. */
const KEEP_UNTIL = 'x-keep-until'

let timedOutAt = 0

/** Links that the guest has deleted while their pages are still open: they are not stored again. */
const deleted = new Set()

addEventListener('install', () => skipWaiting())

addEventListener('activate', event =>
  event.waitUntil(Promise.all([forgetOldVersions(), forgetExpired(), clients.claim()])),
)

addEventListener('message', event => {
  const { keep, files, pictures, forget: path } = event.data ?? {}
  if (PAGE.test(keep)) event.waitUntil(fetchAndStore(keep, files ?? [], pictures ?? []))
  if (PAGE.test(path)) event.waitUntil(forgetOnRequest(path).then(() => event.ports[0]?.postMessage('forgotten')))
})

addEventListener('fetch', event => {
  const { method, mode, url, destination } = event.request
  const { origin, pathname } = new URL(url)
  const isSameOrigin = origin === location.origin
  if (method !== 'GET') return
  if (mode === 'navigate') {
    if (PAGE.test(pathname)) event.respondWith(page(event, pathname))
  } else if (isSameOrigin && SITE_FILES.test(pathname)) {
    event.respondWith(file(event))
  } else if (isSameOrigin && pathname.startsWith('/api/public/')) {
    event.respondWith(apiResponse(event.request, `/itinerary/${pathname.split('/').at(-1)}`))
  } else if (destination === 'image') {
    event.respondWith(picture(event))
  }
})

/** The service's response; the stored page if there is none in time, or if another server answers. */
async function page(event, path) {
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
async function handlePage(event, path, response) {
  if (!isFromService(response)) return undefined
  if (response.status === 404) await forget(path)
  if (response.ok) event.waitUntil(storePage(path, response.clone()))
  return response
}

/** The response of an API request for a link: never stored, but a 404 deletes the stored page. */
async function apiResponse(request, path) {
  const response = await fetch(request)
  if (!isFromService(response)) return Response.error()
  if (response.status === 404) await forget(path)
  return response
}

/** Every response of the service has its version. */
const isFromService = response => response.headers.has('x-api-version')

async function storePage(path, response) {
  if (deleted.has(path)) return
  await forgetReplacedBy(path)
  if (isPast(response.headers.get(KEEP_UNTIL))) return forget(path)
  const cache = await caches.open(LINK_PREFIX + path)
  const headers = new Headers(response.headers)
  headers.set('x-as-of', new Date().toISOString())
  await cache.put(path, new Response(await response.text(), { headers }))
  if (deleted.has(path)) await forget(path)
}

/** The stored page, marked with the time at which it was fetched; undefined if it is not stored. */
async function copyOf(path) {
  const stored = await caches.match(path, { cacheName: LINK_PREFIX + path })
  if (!stored) return undefined
  const asOf = stored.headers.get('x-as-of')
  const html = await stored.text()
  const [, locale] = /<html lang="([^"]*)"/.exec(html) ?? []
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(asOf))
  const marked = html
    .replace(/<!--as-of:(.*?)-->/, (_, words) => `<p class="as-of" part="as-of">${words.replace('#', () => time)}</p>`)
    .replace('{"asOf":null', () => `{"asOf":"${asOf}"`)
  return new Response(marked, { headers: stored.headers })
}

/** A file of the site. The network comes first, because files change together with the page. */
async function file(event) {
  const { url } = event.request
  const stored = await caches.match(url, { cacheName: SITE })
  if (stored && Date.now() - timedOutAt < OFFLINE_PERIOD) return stored
  const response = fetch(event.request)
  const inTime = await Promise.race([response.catch(() => undefined), stored ? pause(NETWORK_TIMEOUT) : response])
  if (!inTime?.ok) return stored ?? response
  event.waitUntil(storeFile(url, inTime.clone()))
  return inTime
}

async function storeFile(url, response) {
  const script = url.includes('/widget/') && response.clone()
  const cache = await caches.open(SITE)
  await cache.delete(url)
  await cache.put(url, response)
  const all = await cache.keys()
  for (const old of all.slice(0, Math.max(0, all.length - MAX_FILES))) await cache.delete(old)
  if (script) await storeChunks(url, await script.text())
}

/** Stores the chunks that a script of the widget imports on demand, so that buttons work offline. */
async function storeChunks(url, script) {
  for (const [, chunk] of script.matchAll(/["'`](\.{1,2}\/(?:actions\/)?[\w-]+\.js)["'`]/g)) {
    const address = new URL(chunk, url).href
    if (await caches.match(address, { cacheName: SITE })) continue
    const response = await fetch(address)
    if (response.ok) await storeFile(address, response)
  }
}

/** A picture of the hotel, from any origin, stored with the link of the page that shows it. */
async function picture({ request, clientId }) {
  const client = await clients.get(clientId)
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
async function fetchAndStore(path, files, pictures) {
  const response = await fetch(path)
  if (!isFromService(response)) return
  if (response.status === 404) await forget(path)
  if (!response.ok) return
  await storePage(path, response)
  const storePicture = async url => {
    await storeWithPage(path, url, await fetch(url, { mode: 'no-cors', referrerPolicy: 'no-referrer' }))
  }
  const storeSiteFile = async url => {
    const { origin, pathname } = new URL(url)
    if (origin !== location.origin || !SITE_FILES.test(pathname)) return
    const file = await fetch(url)
    if (file.ok) await storeFile(url, file)
  }
  await Promise.allSettled([...[...new Set(files)].map(storeSiteFile), ...[...new Set(pictures)].map(storePicture)])
}

/** Stores a response in the cache of a link, only if its page is stored. */
async function storeWithPage(path, url, response) {
  if (await caches.has(LINK_PREFIX + path)) await (await caches.open(LINK_PREFIX + path)).put(url, response)
}

const forget = path => caches.delete(LINK_PREFIX + path)

/** Also keeps a response that is still in progress from being stored. */
function forgetOnRequest(path) {
  deleted.add(path)
  return forget(path)
}

const storedLinks = async () =>
  (await caches.keys()).filter(name => name.startsWith(LINK_PREFIX)).map(name => name.slice(LINK_PREFIX.length))

/** A token has its expiry in seconds, a page the date until which it may be stored. Without them it is deleted. */
async function forgetExpired() {
  for (const path of await storedLinks()) {
    const stored = await caches.match(path, { cacheName: LINK_PREFIX + path })
    if (!(claimsOf(path).exp * 1000 > Date.now()) || (stored && isPast(stored.headers.get(KEEP_UNTIL))))
      await forget(path)
  }
}

/** Whether a date, `YYYY-MM-DD`, has begun in the device's time zone; true without a date. */
function isPast(date) {
  const now = new Date()
  return !date || now.getTime() >= new Date(`${date}T00:00:00`).getTime()
}

/** A stay has one valid link at a time: the one that was just opened. */
async function forgetReplacedBy(path) {
  const { customer, reservation } = claimsOf(path)
  for (const other of await storedLinks()) {
    const claims = claimsOf(other)
    if (other !== path && claims.customer === customer && claims.reservation === reservation) await forget(other)
  }
}

function claimsOf(path) {
  try {
    return JSON.parse(atob(path.split('.')[1].replace(/-/g, '+').replace(/_/g, '/')))
  } catch {
    return {}
  }
}

async function forgetOldVersions() {
  const isCurrent = name => name === SITE || name.startsWith(LINK_PREFIX)
  for (const name of await caches.keys()) if (/^(site|link)-/.test(name) && !isCurrent(name)) await caches.delete(name)
}

const pause = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds))
