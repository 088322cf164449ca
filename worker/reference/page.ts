import * as z from 'zod'
import { refuse } from '../errors'
import { type Contract, type Endpoint, endpoint } from '../http/endpoint'
import { PAGE_HEADERS } from '../pages/page'
import { escaped } from '../pages/render'
import { sitePolicy } from '../pages/site-page'
import type { IncomingRequest, RequestContext } from '../request-context'
import { fillInText } from './document-of-installation'

/** The first page of the reference, which the site's build writes (scripts/site/reference). */
export const referenceOverview = page(
  {
    path: '/docs',
    operationId: 'getReference',
    summary: 'The API reference.',
    description: 'The rules of all operations, and a list of the operations.',
  },
  () => 'overview',
)

export const referencePage = page(
  {
    path: '/docs/{page}',
    operationId: 'getReferencePage',
    summary: 'One page of the documentation.',
    description: 'The operations of a group; or what the tests know of the service, such as its promises.',
  },
  ({ page = '' }) => page,
)

export const referenceOperation = page(
  {
    path: '/docs/{group}/{operation}',
    operationId: 'getReferenceOperation',
    summary: 'The page of one operation.',
    description: 'Its fields, responses and errors, with samples. The letter case of its id does not matter.',
  },
  ({ group = '', operation = '' }) => `${group}/${operation.toLowerCase()}`,
)

function page(
  names: Pick<Contract, 'path' | 'operationId' | 'summary' | 'description'>,
  nameOf: (params: Record<string, string>) => string,
): Endpoint {
  return endpoint(
    {
      ...names,
      method: 'GET',
      auth: 'public',
      params: z.lazy(() => z.record(z.string(), z.string())),
      contentType: 'text/html',
      errors: ['NOT_FOUND'],
      commonHeaders: PAGE_HEADERS,
    },
    async context => {
      const html = await storedPage(nameOf(context.params), context)
      return html === undefined ? refuse('NOT_FOUND', 'there is no such path') : pageResponse(html, context)
    },
  )
}

/** A page as the build wrote it. It is stored as plain text, because it is not complete. */
async function storedPage(name: string, { env }: IncomingRequest): Promise<string | undefined> {
  if (!/^[a-z-]+(\/[a-z]+)?$/.test(name)) return undefined
  const response = await env.ASSETS.fetch(`https://site/docs/pages/${name}.txt`)
  return response.ok ? response.text() : undefined
}

/** Completes a page with what differs between installations. */
function pageResponse(html: string, { publicUrl, settings }: RequestContext): Response {
  const { audience, permissions, limits } = settings
  const values = {
    ...limits,
    PUBLIC_URL: escaped(publicUrl),
    AUDIENCE: escaped(audience),
    PERMISSIONS: [...permissions].map(name => `<code>${escaped(name)}</code>`).join(', '),
  }
  return new Response(fillInText(html, values), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': sitePolicy(),
      'cache-control': 'public, max-age=300',
    },
  })
}
