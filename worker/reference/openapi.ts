import * as z from 'zod'
import { answer, type Endpoint, endpoint } from '../http/endpoint'
import { documentOf } from './document'
import type { Json } from './operation'

/** The description of every endpoint, and of itself. */
export function openApi(endpoints: readonly Endpoint[]): Endpoint {
  const documents = new Map<string, Json>()
  const described: Endpoint = endpoint(
    {
      method: 'GET',
      path: '/openapi.json',
      summary: 'This service in OpenAPI 3.1, from the contracts that it serves.',
      needs: 'nothing',
      content: z.looseObject({ openapi: z.string() }),
      anyOrigin: true,
    },
    async ({ publicUrl, settings }) => {
      let document = documents.get(publicUrl)
      if (!document) {
        document = documentOf(
          [...endpoints, described].map(each => each.contract),
          publicUrl,
          settings,
        )
        documents.clear()
        documents.set(publicUrl, document)
      }
      return answer(document as { openapi: string }, { headers: { 'cache-control': 'public, max-age=300' } })
    },
  )
  return described
}
