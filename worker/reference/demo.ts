import { refuse } from '../errors'
import { endpoint } from '../http/endpoint'

/**
 * The credentials of the demo hotel, which the reference fills in. Only `npm start` has them, and responds itself
 * (scripts/start/demo-credentials.ts). A deployment has no such binding, and the path is unknown there.
 */
export const referenceDemo = endpoint(
  {
    method: 'GET',
    path: '/docs/demo.json',
    operationId: 'getReferenceDemo',
    summary: 'The credentials of the demo hotel on this machine.',
    description: 'For the pages of the reference alone.',
    auth: 'public',
    contentType: 'application/json',
    errors: ['NOT_FOUND'],
  },
  async ({ env, request }) => {
    const response = await env.DEMO?.fetch(request)
    // A copy has headers that can be completed.
    return response?.ok ? new Response(response.body, response) : refuse('NOT_FOUND', 'there is no such path')
  },
)
