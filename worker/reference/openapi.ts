import * as z from 'zod'
import { answer, type Endpoint, endpoint } from '../http/endpoint'
import type { Settings } from '../settings'
import { documentOf } from './document'
import type { Json } from './operation'

/** The description of every endpoint, and of itself. */
export function openApi(endpoints: readonly Endpoint[]): Endpoint {
  /** The last one that was made: an installation has one address. */
  let made: { publicUrl: string; settings: Settings; document: Json } | undefined
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
      if (made?.publicUrl !== publicUrl || made.settings !== settings) {
        const contracts = [...endpoints, described].map(each => each.contract)
        made = { publicUrl, settings, document: documentOf(contracts, publicUrl, settings) }
      }
      return answer(made.document as { openapi: string }, { headers: { 'cache-control': 'public, max-age=300' } })
    },
  )
  return described
}
