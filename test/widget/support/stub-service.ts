import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Plugin } from 'vite'
import { hostBundleFile } from './built-host.ts'
import { builtFile } from './built-site.ts'
import type { RecordedRequest, StubResponse } from './service.ts'

/*
 * A server with the responses that a test sets, pages with the headers that it chooses, and the built widget. No part of the
 * widget is mocked.
 */

interface Stub {
  responses: StubResponse[]
  requests: RecordedRequest[]
  released: Promise<void>
  release: () => void
}

const SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><path d="M0 0h40v30H0z"/></svg>'

/** Paths of our own site. */
const SITE_PATHS = /^\/(embed(\/.*)?|favicon\.svg|(demo|fonts|site)\/.*|widget\/[\w/.-]+\.js(on)?)$/

/** The policy of the page for hotels, without `frame-ancestors`: here the page is in a frame. */
const EMBED_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; img-src 'self' data:; require-trusted-types-for 'script'; trusted-types lit-html 'allow-duplicates'",
}

export function stubService(): Plugin {
  const stubs = new Map<string, Stub>()
  const pages = new Map<string, { headers: Record<string, string>; body: string }>()

  async function serve(request: IncomingMessage, response: ServerResponse, next: () => void) {
    const { pathname } = new URL(request.url ?? '/', 'http://stub')
    const [, kind, name = ''] = /^\/(stub|pages|built|hosts|pictures)\/(.+)$/.exec(decodeURIComponent(pathname)) ?? []
    if (SITE_PATHS.test(pathname)) {
      const file = await builtFile(pathname === '/embed' ? 'embed.html' : pathname.slice(1))
      if (file) return end(response, 200, file.type, file.body, pathname === '/embed' ? EMBED_HEADERS : {})
    }
    const token = /\/api\/public\/PartnerItinerary\/details\/([^/]+)$/.exec(pathname)?.[1]
    const calendar = /\/api\/public\/PartnerItinerary\/calendar\/([^/]+)$/.exec(pathname)?.[1]
    if (calendar) {
      const text = stubs.get(decodeURIComponent(calendar))?.responses.at(-1)?.calendar
      return end(response, text ? 200 : 404, 'text/calendar', text, { 'access-control-allow-origin': '*' })
    }
    const hotels = /\/api\/public\/PartnerItinerary\/hotels\/([^/]+)$/.exec(pathname)?.[1]
    if (hotels) return respondHotels(response, stubs.get(decodeURIComponent(hotels)))
    if (token) return respond(request, response, stubs.get(decodeURIComponent(token)))
    if (kind === 'stub' && request.method === 'PUT') {
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      stubs.set(name, { responses: JSON.parse(await bodyOf(request)), requests: [], released, release })
      return end(response, 204)
    }
    if (kind === 'stub' && request.method === 'DELETE') {
      stubs.get(name)?.release()
      return end(response, 204)
    }
    if (kind === 'stub') return end(response, 200, 'application/json', JSON.stringify(stubs.get(name)?.requests ?? []))
    if (kind === 'pages' && request.method === 'PUT') {
      pages.set(name, JSON.parse(await bodyOf(request)))
      return end(response, 204)
    }
    if (kind === 'pages') {
      const page = pages.get(name)
      return end(response, page ? 200 : 404, 'text/html', page?.body, page?.headers)
    }
    if (kind === 'pictures') {
      if (name === 'slow.svg') await new Promise(resolve => setTimeout(resolve, 800))
      return name === 'missing.svg' ? end(response, 404) : end(response, 200, 'image/svg+xml', SQUARE)
    }
    if (kind === 'hosts') {
      const code = await hostBundleFile(name)
      return end(response, code ? 200 : 404, 'text/javascript', code)
    }
    if (kind === 'built') {
      const file = await builtFile(name)
      return end(response, file ? 200 : 404, file?.type, file?.body, { 'access-control-allow-origin': '*' })
    }
    next()
  }

  return {
    name: 'stub-service',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        serve(request, response, next).catch(next)
      })
    },
  }
}

/** The hotels of the last response that a request for the itinerary got, or would get. */
async function respondHotels(response: ServerResponse, stub: Stub | undefined) {
  const {
    hotels = {},
    hotelsStatus = 200,
    hotelsDelay = 0,
    held,
  } = stub?.responses[stub.requests.length] ?? stub?.responses.at(-1) ?? {}
  if (held === 'hotels') await stub?.released
  await new Promise(resolve => setTimeout(resolve, hotelsDelay))
  const envelope = { content: hotels, errors: [], message: '', success: hotelsStatus < 400 }
  end(response, hotelsStatus, 'application/json', JSON.stringify(envelope), { 'access-control-allow-origin': '*' })
}

async function respond(request: IncomingMessage, response: ServerResponse, stub: Stub | undefined) {
  // Without a time of its own it has none: tests set the clock of the device.
  response.sendDate = false
  const {
    status = 200,
    content,
    body,
    headers,
    delay = 0,
    held,
    cut,
    half,
  } = stub?.responses[stub.requests.length] ?? stub?.responses.at(-1) ?? { status: 404 }
  const { method = '', url = '' } = request
  const recorded: RecordedRequest = { method, url, headers: request.headers as Record<string, string>, aborted: false }
  stub?.requests.push(recorded)
  response.on('close', () => {
    recorded.aborted = !response.writableFinished
  })
  if (held === 'stay') await stub?.released
  await new Promise(resolve => setTimeout(resolve, delay))
  if (cut) return request.socket.destroy()
  const success = status < 400
  const message = success ? '' : 'The link is invalid or has expired.'
  const envelope = { content: content ?? {}, errors: [], message, success }
  const text = body ?? JSON.stringify(envelope)
  const allHeaders = { 'access-control-allow-origin': '*', ...headers }
  if (!half) return end(response, status, 'application/json', text, allHeaders)
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...allHeaders,
  })
  response.write(text.slice(0, text.length / 2), () => half === 'cut' && request.socket.destroy())
}

function end(
  response: ServerResponse,
  status: number,
  type = 'text/plain',
  body: string | Uint8Array = '',
  headers = {},
) {
  response.writeHead(status, { 'content-type': type, ...headers })
  response.end(body)
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += chunk
  return body
}
