import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { styles } from '../../../widget/guest-itinerary/styles/styles.ts'
import { lindqvistsStay } from '../../widget/support/lindqvists-stay.ts'

/*
 * One stay on two pages of a hotel's site: with the widget, and with the same style sheet in plain HTML. One server serves both with
 * the same headers. Each page logs to the console when it has painted the stay.
 */

const HEAD = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Stay</title>
<script>
  // The frame's own work is done when the message arrives: script, style, layout and paint.
  window.written = () => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => console.log(String(performance.now()))
    port2.postMessage('')
  })
</script>`

const HTML: Record<string, string> = {
  '/widget': `${HEAD}<script>addEventListener('itinerary-load', written)</script>
    <script type="module" src="/widget/guest-itinerary.js"></script><guest-itinerary token="t" lang="en"></guest-itinerary>`,
  '/plain': `${HEAD}<script type="module" src="/plain.js"></script>
    <div id="stay"><template shadowrootmode="open"><style>${styles.join('')}</style><div class="place"></div></template></div>`,
}

/** Three rooms and twenty items. */
function content() {
  const { overview, roomStays, scheduleItems } = lindqvistsStay(
    new Date().toISOString().slice(0, 10),
    'https://hotel.test',
  )
  const take = <T>(list: T[], count: number) => Array.from({ length: count }, (_, at) => list[at % list.length] as T)
  return {
    overview: { ...overview, clientLogoUrl: '', clientImagePath: '' },
    roomStays: take(roomStays, 3),
    scheduleItems: take(scheduleItems, 20).sort((one, other) => (one.scheduleDate < other.scheduleDate ? -1 : 1)),
  }
}

/** Serves the pages and a built site. */
export async function servePages(site: string): Promise<{ origin: string; close(): void }> {
  const answer = JSON.stringify({ content: content(), errors: [], message: '', success: true })
  const packed = new Map<string, { type: string; body: Buffer }>()
  const load = async (path: string) => {
    if (HTML[path]) return { type: 'text/html; charset=utf-8', body: HTML[path] }
    if (path.startsWith('/api/')) return { type: 'application/json', body: answer }
    const file = path === '/plain.js' ? join(import.meta.dirname, 'plain.js') : join(site, path)
    return { type: 'text/javascript', body: await readFile(file) }
  }
  const server = createServer(async ({ url = '/' }, response) => {
    try {
      const { type, body } = packed.get(url) ?? (await load(url))
      const found = packed.get(url) ?? { type, body: brotliCompressSync(body) }
      packed.set(url, found)
      response.writeHead(200, { 'content-type': type, 'content-encoding': 'br', 'cache-control': 'no-store' })
      response.end(found.body)
    } catch {
      response.writeHead(404)
      response.end()
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() }
}
