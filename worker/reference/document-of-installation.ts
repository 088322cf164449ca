import type { LimitName, Limits } from '../../schema/wire/limits'
import type { Settings } from '../settings'
import type { documentOf } from './document'

export type ApiDocument = ReturnType<typeof documentOf>

/** Completes the document with what differs between installations: the address, the permissions and the limits. */
export function documentOfInstallation(
  document: ApiDocument,
  publicUrl: string,
  { permissions, audience, limits }: Pick<Settings, 'permissions' | 'audience' | 'limits'>,
) {
  const { info, components, ...rest } = fillInLimits(document, limits)
  const oauth = {
    type: 'oauth2',
    description: 'Send `audience` with the token request. A token without an audience is refused.',
    'x-audience': audience,
    flows: {
      clientCredentials: {
        tokenUrl: `${publicUrl}/oauth/token`,
        scopes: Object.fromEntries([...permissions].map(name => [name, describePermission(name)])),
      },
    },
  }
  return {
    ...rest,
    info: { ...info, contact: { name: 'The operator of this installation', url: publicUrl } },
    servers: [{ url: publicUrl }],
    components: { ...components, securitySchemes: { oauth, ...components.securitySchemes } },
  }
}

function describePermission(name: string): string {
  const [feature, operation] = name.split(':')
  return operation === 'write' ? `Read and change ${feature}.` : `Read ${feature}.`
}

/** Replaces `{PAGE_SIZE}` by the value of that name, and `{BODY_BYTES}` by `1 MiB`. A placeholder without a value stays. */
export const fillInText = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{([A-Z_]+)\}/g, (placeholder, name) => {
    if (!Object.hasOwn(values, name)) return placeholder
    const value = values[name]
    return typeof value === 'number' && name.endsWith('_BYTES') ? bytesInWords(value) : String(value)
  })

/** `1 MiB`, `64 KiB`; other numbers as `1,000,000 bytes`. */
function bytesInWords(bytes: number): string {
  if (bytes % 2 ** 20 === 0) return `${bytes / 2 ** 20} MiB`
  return bytes % 2 ** 10 === 0 ? `${bytes / 2 ** 10} KiB` : `${bytes.toLocaleString('en')} bytes`
}

/**
 * Fills in the limits in force. `{PAGE_SIZE}` in a text is replaced by its value. A schema with `x-limits` gets the keywords
 * that are listed there. `x-limits` stays, so that a reader sees which keywords are settings.
 */
function fillInLimits<T>(document: T, limits: Limits): T {
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') return fillInText(value, limits)
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(fill)
    const fields = Object.fromEntries(Object.entries(value).map(([name, field]) => [name, fill(field)]))
    const limitKeywords = Object.entries((value as { 'x-limits'?: Record<string, LimitName> })['x-limits'] ?? {})
    return { ...fields, ...Object.fromEntries(limitKeywords.map(([keyword, name]) => [keyword, limits[name]])) }
  }
  return fill(document) as T
}
