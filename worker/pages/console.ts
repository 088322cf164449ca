import * as z from 'zod'
import { refuse } from '../errors'
import { endpoint } from '../http/endpoint'
import type { RequestContext } from '../request-context'
import { PAGE_HEADERS } from './page'

/** The pages of the console. Their names are the first part of the address after `/console`, which is a file of the site. */
const PAGES = /^(audit|booking|events|find|join|keys|new|people|rooms|sign-in|webhooks)$/

/** The console at the address of one of its pages. Its script reads the address. */
export const consolePage = page('/console/{page}', 'getConsolePage')
export const consoleInnerPage = page('/console/{page}/{id}', 'getConsoleInnerPage')

function page(path: `/console/${string}`, operationId: 'getConsolePage' | 'getConsoleInnerPage') {
  return endpoint(
    {
      method: 'GET',
      path,
      operationId,
      summary: 'A page of the console.',
      description: 'For people of a hotel, in a browser.',
      auth: 'public',
      params: z.lazy(() => z.record(z.string(), z.string())),
      contentType: 'text/html',
      errors: ['NOT_FOUND'],
      commonHeaders: PAGE_HEADERS,
    },
    async (context: RequestContext & { params: Record<string, string> }) => {
      if (!PAGES.test(context.params.page ?? '')) return refuse('NOT_FOUND', 'there is no such path')
      return context.env.ASSETS.fetch('https://site/console')
    },
  )
}
