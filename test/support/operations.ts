import { expectStatus, send } from './service'

/** One operation of the service's own description. */
export interface Operation {
  name: string
  method: string
  path: string
  /** With what a path's parameters may be. */
  address: string
  /** Who may: a permission, the administrator, or anybody. */
  needs: string
  takesBody: boolean
  takesForm: boolean
  statuses: string[]
  example: unknown
}

interface Described {
  'x-permission'?: string
  security?: Record<string, string[]>[]
  parameters?: { in: string; name: string; example?: unknown }[]
  requestBody?: { content: Record<string, { example?: unknown }> }
  responses: Record<string, unknown>
}

/** Every operation that `/openapi.json` describes: what is proven for each of them is proven for the service. */
export async function operations(): Promise<Operation[]> {
  const { json } = await expectStatus(200, send('GET', '/openapi.json'))
  const paths = Object.entries(json.paths as Record<string, Record<string, Described>>)
  return paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const { security = [], requestBody, parameters = [] } = described
      const example = (name: string) => parameters.find(each => each.name === name)?.example ?? 1
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        address: path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(example(name)))),
        needs: described['x-permission'] ?? (security.some(each => 'adminToken' in each) ? 'admin' : 'public'),
        takesBody: requestBody !== undefined,
        takesForm: Object.keys(requestBody?.content ?? {}).some(type => type.includes('form')),
        statuses: Object.keys(described.responses),
        example: requestBody?.content['application/json']?.example,
      }
    }),
  )
}
