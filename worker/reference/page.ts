import * as z from 'zod'
import { refuse } from '../errors'
import { type Contract, type Endpoint, endpoint } from '../http/endpoint'
import { PAGE_HEADERS } from '../pages/page'
import { missingPage } from './missing-page'
import { pageResponse, storedPage } from './stored-page'

/** The first page of the documentation, which the site's build writes (site/reference). */
export const referenceOverview = page(
  {
    path: '/docs',
    operationId: 'getReference',
    summary: 'The documentation.',
    description: 'A list of the guides and of the operations, and the rules of all operations.',
  },
  () => 'overview',
)

export const referencePage = page(
  {
    path: '/docs/{page}',
    operationId: 'getReferencePage',
    summary: 'One page of the documentation.',
    description:
      'The list of the guides, the operations of a group, the error codes; or what the tests know of the service. With `.md`: as Markdown.',
  },
  ({ page = '' }) => page,
)

export const referenceInnerPage = page(
  {
    path: '/docs/{group}/{page}',
    operationId: 'getReferenceInnerPage',
    summary: 'A guide, or the page of one operation.',
    description: 'The letter case of the id of an operation does not matter. With `.md`: as Markdown.',
  },
  ({ group = '', page = '' }) => `${group}/${page.toLowerCase()}`,
)

/** For tools: https://llmstxt.org. */
export const pagesForTools = page(
  {
    path: '/llms.txt',
    operationId: 'getPagesForTools',
    summary: 'Lists the pages of the documentation for tools, as Markdown.',
    description: 'Each link leads to a page as Markdown.',
  },
  () => 'llms',
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
      const name = nameOf(context.params)
      const text = /^[a-z-]+(\/[a-z0-9-]+)?(\.md)?$/.test(name) ? await storedPage(name, context) : undefined
      if (text !== undefined) return pageResponse(text, typeOf(name), context)
      return (await missingPage(context)) ?? refuse('NOT_FOUND', 'there is no such path')
    },
  )
}

function typeOf(name: string): string {
  if (name === 'llms') return 'text/plain'
  return name.endsWith('.md') ? 'text/markdown' : 'text/html'
}
