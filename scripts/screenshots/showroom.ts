import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import type { HotelLook } from '../../schema/wire/look.ts'
import { lindqvistsStay } from '../../test/widget/support/lindqvists-stay.ts'
import { HOTELS } from '../../test/widget/support/sample-hotels.ts'
import { pageLook } from '../../worker/pages/look.ts'
import { pageStyles } from '../../worker/pages/styles.ts'

const SITE = join(import.meta.dirname, '../../dist/site')
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Serves the built site with one sample stay, for screenshots without a service. A token may name other hotels of it. */
export async function serveShowroom(): Promise<{ origin: string; close(): void }> {
  const server = createServer(async (request, response) => {
    // The element then takes the clock of the browser, which a moment sets.
    response.sendDate = false
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const token = pathname.split('/').at(-1) ?? ''
    const origin = `http://${request.headers.host}`
    if (pathname.includes('/hotels/')) return sendContent(response, hotelsOf(token, origin))
    if (pathname.startsWith('/api/')) {
      const today = new Date().toISOString().slice(0, 10)
      const stay = lindqvistsStay(today, origin)
      const reservationStatus = STATUSES[token] ?? stay.overview.reservationStatus
      const roomStays = token === 'two' ? inTurn(stay.roomStays, today) : stay.roomStays
      return sendContent(response, { ...stay, overview: { ...stay.overview, reservationStatus }, roomStays })
    }
    if (pathname.startsWith('/itinerary/')) return send(response, '.html', guestPage(LOOKS[token]))
    for (const file of [`${pathname}.html`, pathname]) {
      const content = await readFile(join(SITE, file)).catch(() => undefined)
      if (content) return send(response, extname(file), content)
    }
    send(response, '', undefined)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() }
}

/** `other`: a stay in another hotel of the same customer, with a picture of its own. */
function hotelsOf(token: string, origin: string): readonly unknown[] {
  if (token === 'other' || token === 'hill')
    return HOTELS.guesthouse.map(hotel => ({ ...hotel, imagePath: `${origin}/demo/tiles.svg` }))
  return new Map<string, readonly unknown[]>(Object.entries(HOTELS)).get(token) ?? HOTELS.quinta
}

function sendContent(response: ServerResponse, content: unknown) {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ content, errors: [], message: '', success: true }))
}

function send(response: ServerResponse, type: string, content: string | Buffer | undefined) {
  const headers = { 'content-type': TYPES[type] ?? 'application/octet-stream', 'cache-control': 'max-age=60' }
  response.writeHead(content === undefined ? 404 : 200, headers)
  response.end(content)
}

/** The status of the sample stay, by the token. */
const STATUSES: Record<string, string> = {
  booked: 'Confirmed',
  requested: 'Inquiry',
  cancelled: 'Cancelled',
}

/** Rooms of which the guest leaves the first one today, for the second. */
const inTurn = (rooms: ReturnType<typeof lindqvistsStay>['roomStays'], today: string) =>
  rooms.map((room, index) => ({
    ...room,
    [index ? 'assignmentStartDate' : 'assignmentEndDate']: `${today}T00:00:00`,
  }))

/** The looks of two hotels, by the token. */
const LOOKS: Record<string, HotelLook> = {
  clay: {
    accent: '#a84d24',
    surface: '#fffaf2',
    darkSurface: '#1d1512',
    radius: 4,
    headingFont: 'system-serif',
    words: { stayAt: 'Your days at #' },
  },
  hill: {
    theme: 'dark',
    accent: '#4c6130',
    darkAccent: '#b9d08f',
    darkSurface: '#161b12',
    radius: 32,
    font: 'system-rounded',
    headingFont: 'system-rounded',
  },
}

/** A short form of the Worker's guest page. */
const guestPage = (look: HotelLook | undefined) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Your stay</title>
<link rel="preload" href="/fonts/figtree.woff2" as="font" type="font/woff2" crossorigin>
<link rel="preload" href="/fonts/fraunces.woff2" as="font" type="font/woff2" crossorigin>
<style>${pageStyles}${pageLook(look ?? null).rules}</style>
<script type="module" src="/widget/guest-itinerary.js"></script>
<main><guest-itinerary words='${JSON.stringify(look?.words ?? {})}'></guest-itinerary></main>
`
