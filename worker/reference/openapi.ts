import * as z from 'zod'
import { endpoint, success } from '../http/endpoint'
import { siteFile } from '../http/site-file'
import type { Settings } from '../settings'
import { type ApiDocument, documentOfInstallation } from './document-of-installation'

/** The last one that was made: an installation has one address. */
let made: { publicUrl: string; settings: Settings; document: ReturnType<typeof documentOfInstallation> } | undefined

export const openApi = endpoint(
  {
    method: 'GET',
    path: '/openapi.json',
    summary: 'This service in OpenAPI 3.1, from the contracts that it serves.',
    auth: 'public',
    response: z.lazy(() => z.looseObject({ openapi: z.string() })),
    anyOrigin: true,
  },
  async context => {
    const { publicUrl, settings } = context
    if (made?.publicUrl !== publicUrl || made.settings !== settings) {
      const document = await siteFile<ApiDocument>('/docs/contracts.json', context)
      if (!document) throw new Error('the site was built without its contracts')
      made = { publicUrl, settings, document: documentOfInstallation(document, publicUrl, settings) }
    }
    return success(made.document, { headers: { 'cache-control': 'public, max-age=300' } })
  },
)
