/*
 * Keeps a guest's page for when there is no network: its last good answer, what it is shown with, and the hotel's pictures.
 * The network goes first, always; what is kept is shown with a mark that says of when it is. A link that the service does not know
 * any more, that has expired, or that a newer one of the same stay has replaced is forgotten, with all that was kept of it. So is a
 * stay whose departure is past, and one that the guest asks to forget.
 *
 * A link has a cache of its own, named after it, so that forgetting it is one step and no link is ever answered with another's.
 */

const VERSION = 2
const SITE = `site-${VERSION}`
const OF_LINK = `link-${VERSION} `

/** Milliseconds that the network has before what is kept is shown. */
const PATIENCE = 4_000
/** For so long after it has kept a guest waiting in vain, the network is not waited for again. */
const RESIGNATION = 10_000
/** More files than a page is shown with, in all its languages; the oldest go. */
const MOST_FILES = 60

const PAGE = /^\/itinerary\/[\w-]+\.[\w-]+\.[\w-]+$/
const SITE_FILES = /^\/(widget|page|fonts)\/|^\/favicon/

/** From this date on, by the device's own calendar, no copy of the page may be kept; the service says so with the page. */
const KEEP_UNTIL = 'x-keep-until'

let gaveUpAt = 0

/** Links that the guest asked to forget, while their pages are still open. */
const unwanted = new Set()

addEventListener('install', () => skipWaiting())

addEventListener('activate', event =>
  event.waitUntil(Promise.all([forgetOldVersions(), forgetExpired(), clients.claim()])),
)

addEventListener('message', event => {
  const { keep, files, pictures, forget: path } = event.data ?? {}
  if (PAGE.test(keep)) event.waitUntil(keepNow(keep, files ?? [], pictures ?? []))
  if (PAGE.test(path)) event.waitUntil(forgetAsAsked(path).then(() => event.ports[0]?.postMessage('forgotten')))
})

addEventListener('fetch', event => {
  const { method, mode, url, destination } = event.request
  const { origin, pathname } = new URL(url)
  const isOfSite = origin === location.origin
  if (method !== 'GET') return
  if (mode === 'navigate') {
    if (PAGE.test(pathname)) event.respondWith(page(event, pathname))
  } else if (isOfSite && SITE_FILES.test(pathname)) {
    event.respondWith(file(event))
  } else if (isOfSite && pathname.startsWith('/api/public/')) {
    event.respondWith(heard(event.request, `/itinerary/${pathname.split('/').at(-1)}`))
  } else if (destination === 'image') {
    event.respondWith(picture(event))
  }
})

/** The page as the service answers it; as it is kept, when there is no answer or none of the service's own. */
async function page(event, path) {
  unwanted.delete(path)
  await forgetExpired()
  const answer = fetch(event.request)
  const learnt = answer.then(response => learn(event, path, response))
  event.waitUntil(learnt.catch(() => {}))
  const inTime = await Promise.race([learnt.catch(() => undefined), pause(PATIENCE)])
  if (inTime && (inTime.ok || inTime.status === 404)) return inTime
  gaveUpAt = Date.now()
  return (await copyOf(path)) ?? answer
}

/** What an answer says about a link; undefined where it is not the service that has answered, but somebody in its place. */
async function learn(event, path, response) {
  if (!isOurs(response)) return undefined
  if (response.status === 404) await forget(path)
  if (response.ok) event.waitUntil(keepPage(path, response.clone()))
  return response
}

/** An answer about a link that is asked for beside its page: never kept, but a link that is dead there is dead. */
async function heard(request, path) {
  const response = await fetch(request)
  if (!isOurs(response)) return Response.error()
  if (response.status === 404) await forget(path)
  return response
}

/** Every answer of the service says its version. */
const isOurs = response => response.headers.has('x-api-version')

async function keepPage(path, response) {
  if (unwanted.has(path)) return
  await forgetReplacedBy(path)
  if (isPast(response.headers.get(KEEP_UNTIL))) return forget(path)
  const cache = await caches.open(OF_LINK + path)
  const headers = new Headers(response.headers)
  headers.set('x-as-of', new Date().toISOString())
  await cache.put(path, new Response(await response.text(), { headers }))
  if (unwanted.has(path)) await forget(path)
}

/** The kept page with its mark; undefined if it is not kept. */
async function copyOf(path) {
  const kept = await caches.match(path, { cacheName: OF_LINK + path })
  if (!kept) return undefined
  const asOf = kept.headers.get('x-as-of')
  const html = await kept.text()
  const [, locale] = /<html lang="([^"]*)"/.exec(html) ?? []
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(asOf))
  const marked = html
    .replace(/<!--as-of:(.*?)-->/, (_, words) => `<p class="as-of" part="as-of">${words.replace('#', () => time)}</p>`)
    .replace('{"asOf":null', () => `{"asOf":"${asOf}"`)
  return new Response(marked, { headers: kept.headers })
}

/** A file of the site. It changes with the page that it is shown with, so that the network goes first here, too. */
async function file(event) {
  const { url } = event.request
  const kept = await caches.match(url, { cacheName: SITE })
  if (kept && Date.now() - gaveUpAt < RESIGNATION) return kept
  const answer = fetch(event.request)
  const inTime = await Promise.race([answer.catch(() => undefined), kept ? pause(PATIENCE) : answer])
  if (!inTime?.ok) return kept ?? answer
  event.waitUntil(keepFile(url, inTime.clone()))
  return inTime
}

async function keepFile(url, response) {
  const script = url.includes('/widget/') && response.clone()
  const cache = await caches.open(SITE)
  await cache.delete(url)
  await cache.put(url, response)
  const all = await cache.keys()
  for (const old of all.slice(0, Math.max(0, all.length - MOST_FILES))) await cache.delete(old)
  if (script) await keepParts(url, await script.text())
}

/** What a script of the widget fetches once the guest asks for it: buttons are to work without a network, too. */
async function keepParts(url, script) {
  for (const [, part] of script.matchAll(/["'`](\.{1,2}\/(?:actions\/)?[\w-]+\.js)["'`]/g)) {
    const address = new URL(part, url).href
    if (await caches.match(address, { cacheName: SITE })) continue
    const response = await fetch(address)
    if (response.ok) await keepFile(address, response)
  }
}

/** A picture of the hotel's, wherever it is from: kept with the link on whose page it is. */
async function picture({ request, clientId }) {
  const client = await clients.get(clientId)
  const cacheName = OF_LINK + (client ? new URL(client.url).pathname : '')
  try {
    const response = await fetch(request)
    await putBeside(cacheName.slice(OF_LINK.length), request.url, response.clone())
    return response
  } catch (error) {
    const kept = await caches.match(request.url, { cacheName })
    if (kept) return kept
    throw error
  }
}

/** Keeps the page as it is now, and what it was shown with: the first visit has loaded that before there was a worker to see it. */
async function keepNow(path, files, pictures) {
  const response = await fetch(path)
  if (!isOurs(response)) return
  if (response.status === 404) await forget(path)
  if (!response.ok) return
  await keepPage(path, response)
  const keepPicture = async url => {
    await putBeside(path, url, await fetch(url, { mode: 'no-cors', referrerPolicy: 'no-referrer' }))
  }
  const fetchFile = async url => {
    const { origin, pathname } = new URL(url)
    if (origin !== location.origin || !SITE_FILES.test(pathname)) return
    const file = await fetch(url)
    if (file.ok) await keepFile(url, file)
  }
  await Promise.allSettled([...[...new Set(files)].map(fetchFile), ...[...new Set(pictures)].map(keepPicture)])
}

/** Keeps something beside a page that is kept; without the page it is not kept either. */
async function putBeside(path, url, response) {
  if (await caches.has(OF_LINK + path)) await (await caches.open(OF_LINK + path)).put(url, response)
}

const forget = path => caches.delete(OF_LINK + path)

/** What is still on its way to the cache is not kept any more. */
function forgetAsAsked(path) {
  unwanted.add(path)
  return forget(path)
}

const linksKept = async () =>
  (await caches.keys()).filter(name => name.startsWith(OF_LINK)).map(name => name.slice(OF_LINK.length))

/** A token says itself until when it opens anything, in seconds, and a page until when it may be kept; what says nothing is not kept. */
async function forgetExpired() {
  for (const path of await linksKept()) {
    const kept = await caches.match(path, { cacheName: OF_LINK + path })
    if (!(claimsOf(path).exp * 1000 > Date.now()) || (kept && isPast(kept.headers.get(KEEP_UNTIL)))) await forget(path)
  }
}

/** Whether a date, `YYYY-MM-DD`, has come where the device is; no date has. */
function isPast(date) {
  const now = new Date()
  return !date || now.getTime() >= new Date(`${date}T00:00:00`).getTime()
}

/** A stay has one link at a time: the one that has just opened. */
async function forgetReplacedBy(path) {
  const { customer, reservation } = claimsOf(path)
  for (const other of await linksKept()) {
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
  const ours = name => name === SITE || name.startsWith(OF_LINK)
  for (const name of await caches.keys()) if (/^(site|link)-/.test(name) && !ours(name)) await caches.delete(name)
}

const pause = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds))
