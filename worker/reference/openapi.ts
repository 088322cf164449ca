import * as z from 'zod'
import { version } from '../../package.json'
import { endpoint, success } from '../http/endpoint'
import { siteFile } from '../http/site-file'
import type { Settings } from '../settings'
import { type ApiDocument, documentOfInstallation } from './document-of-installation'

/** The last document that was served. An installation usually has one address, so one is enough. */
let cached: { publicUrl: string; settings: Settings; document: ReturnType<typeof documentOfInstallation> } | undefined

export const openApi = endpoint(
  {
    method: 'GET',
    path: '/openapi.json',
    operationId: 'getOpenApiDocument',
    summary: 'Returns this document: the service in OpenAPI 3.1.',
    description:
      'The document is generated from the contracts that validate requests. It has the limits of this installation.',
    auth: 'public',
    example: { response: { openapi: '3.1.1', info: { title: 'Innlet', version } } },
    response: z.lazy(() => z.looseObject({ openapi: z.string() })),
    anyOrigin: true,
  },
  async context => {
    const { publicUrl, settings } = context
    if (cached?.publicUrl !== publicUrl || cached.settings !== settings) {
      const document = await siteFile<ApiDocument>('/docs/contracts.json', context)
      if (!document) throw new Error('the site was built without its contracts')
      cached = { publicUrl, settings, document: documentOfInstallation(document, publicUrl, settings) }
    }
    return success(cached.document, { headers: { 'cache-control': 'public, max-age=300' } })
  },
)
