/* The bare lookup of an item, with or without the check of its bearer: measures the cost of the check. */
import { authenticate, authorize } from '../../../worker/auth/authenticate'
import { headerCredentials } from '../../../worker/auth/credentials'
import { Refusal } from '../../../worker/errors'
import type { RequestContext } from '../../../worker/request-context'
import { type Env, settingsOf } from '../../../worker/settings'
import bare, { type Env as BareEnv } from './bare.ts'
import { withEdgeBindings } from './edge.ts'

export default {
  async fetch(request: Request, env: Env & BareEnv): Promise<Response> {
    if (request.url.endsWith('&check')) {
      const { origin: publicUrl } = new URL(request.url)
      const context: unknown = {
        request,
        env: withEdgeBindings(env),
        settings: settingsOf(env),
        now: Date.now(),
        publicUrl,
        log: {},
      }
      const caller = await authenticate(context as RequestContext, headerCredentials(request.headers))
      const scope = caller instanceof Refusal ? caller : authorize(caller, 'inventory:read')
      if (scope instanceof Refusal) return new Response(null, { status: scope.status })
    }
    return bare.fetch(request, env)
  },
}
