import { prefersHtml } from '../pages/accept'
import type { RequestContext } from '../request-context'
import { pageResponse, storedPage } from './stored-page'

/** Addresses of programs. Their errors are JSON for every client. */
const OF_PROGRAMS = /^\/(api|admin|oauth|\.well-known)(\/|$)/

/**
 * The response to an address that nothing serves: for a client that prefers HTML a page with status 404, which the site's build
 * writes. A page of the documentation with a slash at the end redirects to its address. Undefined: the response is an error.
 */
export async function missingPage(context: RequestContext): Promise<Response | undefined> {
  const { pathname, search } = new URL(context.request.url)
  const place = pathname.replace(/\/+$/, '')
  if (/^\/docs(\/|$)/.test(place) && place !== pathname) {
    return new Response(null, { status: 308, headers: { location: place + search } })
  }
  if (OF_PROGRAMS.test(pathname) || !prefersHtml(context.request.headers)) return undefined
  const text = await storedPage('404', context)
  if (text === undefined) return undefined
  const { body, headers } = pageResponse(text, 'text/html', context)
  headers.set('cache-control', 'no-store')
  headers.set('vary', 'Accept')
  return new Response(body, { status: 404, headers })
}
