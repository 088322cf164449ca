import type { Settings } from '../settings'
import type { documentOf } from './document'
import { fillInLimits } from './fill-in-limits'

export type ApiDocument = ReturnType<typeof documentOf>

/** The description of this very installation: where it is, what may be asked for, and the limits in force. */
export function documentOfInstallation(
  document: ApiDocument,
  publicUrl: string,
  { permissions, audience, limits }: Pick<Settings, 'permissions' | 'audience' | 'limits'>,
) {
  const { components } = document
  const oauth = {
    type: 'oauth2',
    description: 'Send `audience` with the token request: a token without one is refused here.',
    'x-audience': audience,
    flows: {
      clientCredentials: {
        tokenUrl: `${publicUrl}/oauth/token`,
        scopes: Object.fromEntries([...permissions].map(name => [name, describePermission(name)])),
      },
    },
  }
  return {
    ...fillInLimits(document, limits),
    servers: [{ url: publicUrl }],
    components: { ...components, securitySchemes: { oauth, ...components.securitySchemes } },
  }
}

function describePermission(name: string): string {
  const [feature, operation] = name.split(':')
  return operation === 'write' ? `Read and change ${feature}.` : `Read ${feature}.`
}
