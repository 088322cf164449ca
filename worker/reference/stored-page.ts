import { escaped } from '../pages/render'
import { sitePolicy } from '../pages/site-page'
import type { IncomingRequest, RequestContext } from '../request-context'
import { fillInText } from './document-of-installation'

/** A page as the build wrote it. It is stored as plain text, because it is not complete. */
export async function storedPage(name: string, { env }: IncomingRequest): Promise<string | undefined> {
  const response = await env.ASSETS.fetch(`https://site/docs/pages/${name}.txt`)
  return response.ok ? response.text() : undefined
}

/** Completes a page with what differs between installations. */
export function pageResponse(text: string, type: string, { publicUrl, settings }: RequestContext): Response {
  const { audience, permissions, limits } = settings
  const written = type === 'text/html' ? escaped : String
  const values = {
    ...limits,
    PUBLIC_URL: written(publicUrl),
    AUDIENCE: written(audience),
    PERMISSIONS: [...permissions].map(name => `<code>${escaped(name)}</code>`).join(', '),
  }
  return new Response(fillInText(text, values), {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-security-policy': sitePolicy(),
      'cache-control': 'public, max-age=300',
    },
  })
}
