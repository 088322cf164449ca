import * as z from 'zod'
import { answer, endpoint } from '../http/endpoint'
import { siteFile } from '../http/site-file'
import type { Settings } from '../settings'
import { type Document, installed } from './installed'

/** The last one that was made: an installation has one address. */
let made: { publicUrl: string; settings: Settings; document: ReturnType<typeof installed> } | undefined

export const openApi = endpoint(
  {
    method: 'GET',
    path: '/openapi.json',
    summary: 'This service in OpenAPI 3.1, from the contracts that it serves.',
    needs: 'nothing',
    content: z.lazy(() => z.looseObject({ openapi: z.string() })),
    anyOrigin: true,
  },
  async exchange => {
    const { publicUrl, settings } = exchange
    if (made?.publicUrl !== publicUrl || made.settings !== settings) {
      const document = await siteFile<Document>('/docs/contracts.json', exchange)
      if (!document) throw new Error('the site was built without its contracts')
      made = { publicUrl, settings, document: installed(document, publicUrl, settings) }
    }
    return answer(made.document, { headers: { 'cache-control': 'public, max-age=300' } })
  },
)
