import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Plugin } from 'vite'
import { hostFile } from './built-host.ts'
import { siteFile } from './built-site.ts'
import type { Answer, Asked } from './service.ts'

/*
 * The network as the widget meets it: a server that answers details as a test has told it to, serves pages with headers of the
 * test's choosing, and the widget as it is built for hotels. Nothing of the widget is replaced.
 */

interface Script {
  answers: Answer[]
  asked: Asked[]
}

const SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><path d="M0 0h40v30H0z"/></svg>'

/** What our own pages ask their own site for. */
const ON_OUR_SITE = /^\/(embed(\/.*)?|(demo|fonts)\/.*|widget\/[\w/.-]+\.js(on)?)$/

/** What the page for hotels is served with; but here it stands in a frame. */
const STRICT = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; img-src 'self' data:; require-trusted-types-for 'script'; trusted-types lit-html",
}

export function stubService(): Plugin {
  const scripts = new Map<string, Script>()
  const pages = new Map<string, { headers: Record<string, string>; body: string }>()

  async function serve(request: IncomingMessage, response: ServerResponse, next: () => void) {
    const { pathname } = new URL(request.url ?? '/', 'http://stub')
    const [, place, name = ''] = /^\/(stub|pages|built|hosts|pictures)\/(.+)$/.exec(decodeURIComponent(pathname)) ?? []
    if (ON_OUR_SITE.test(pathname)) {
      const file = await siteFile(pathname === '/embed' ? 'embed.html' : pathname.slice(1))
      if (file) return end(response, 200, file.type, file.body, pathname === '/embed' ? STRICT : {})
    }
    const token = /\/api\/public\/PartnerItinerary\/details\/([^/]+)$/.exec(pathname)?.[1]
    const calendar = /\/api\/public\/PartnerItinerary\/calendar\/([^/]+)$/.exec(pathname)?.[1]
    if (calendar) {
      const text = scripts.get(decodeURIComponent(calendar))?.answers.at(-1)?.calendar
      return end(response, text ? 200 : 404, 'text/calendar', text, { 'access-control-allow-origin': '*' })
    }
    if (token) return answer(request, response, scripts.get(decodeURIComponent(token)))
    if (place === 'stub' && request.method === 'PUT') {
      scripts.set(name, { answers: JSON.parse(await bodyOf(request)), asked: [] })
      return end(response, 204)
    }
    if (place === 'stub') return end(response, 200, 'application/json', JSON.stringify(scripts.get(name)?.asked ?? []))
    if (place === 'pages' && request.method === 'PUT') {
      pages.set(name, JSON.parse(await bodyOf(request)))
      return end(response, 204)
    }
    if (place === 'pages') {
      const page = pages.get(name)
      return end(response, page ? 200 : 404, 'text/html', page?.body, page?.headers)
    }
    if (place === 'pictures') {
      if (name === 'slow.svg') await new Promise(resolve => setTimeout(resolve, 800))
      return name === 'missing.svg' ? end(response, 404) : end(response, 200, 'image/svg+xml', SQUARE)
    }
    if (place === 'hosts') {
      const code = await hostFile(name)
      return end(response, code ? 200 : 404, 'text/javascript', code)
    }
    if (place === 'built') {
      const file = await siteFile(name)
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

async function answer(request: IncomingMessage, response: ServerResponse, script: Script | undefined) {
  const {
    status = 200,
    content,
    body,
    headers,
    delay = 0,
    cut,
    half,
  } = script?.answers[script.asked.length] ?? script?.answers.at(-1) ?? { status: 404 }
  const { method = '', url = '' } = request
  const asked: Asked = { method, url, headers: request.headers as Record<string, string>, abandoned: false }
  script?.asked.push(asked)
  response.on('close', () => {
    asked.abandoned = !response.writableFinished
  })
  await new Promise(resolve => setTimeout(resolve, delay))
  if (cut) return request.socket.destroy()
  const found = status < 400
  const message = found ? '' : 'The link is invalid or has expired.'
  const envelope = { content: content ?? {}, errors: [], message, success: found }
  const whole = body ?? JSON.stringify(envelope)
  const all = { 'access-control-allow-origin': '*', ...headers }
  if (!half) return end(response, status, 'application/json', whole, all)
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(whole), ...all })
  response.write(whole.slice(0, whole.length / 2), () => half === 'cut' && request.socket.destroy())
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
