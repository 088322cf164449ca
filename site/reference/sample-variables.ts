/*
 * Values that only an installation has. In the samples they are variables of the shell.
 */

interface Variable {
  name: string
  /** Where a reader gets the value, in Markdown. */
  source: string
}

/** By the value that stands for it in the examples. */
const BY_VALUE: Record<string, Variable> = {
  'app_…': { name: 'CLIENT_ID', source: 'the `clientId` of your application' },
  'cs_…': { name: 'CLIENT_SECRET', source: 'the `clientSecret` of your application' },
}

/** By the path, whose parameter it is. */
const BY_PATH: [start: string, variable: Variable][] = [
  [
    '/admin/applications/{id}',
    { name: 'APPLICATION_ID', source: 'the `clientId` of a response of `createApplication`' },
  ],
  ['/admin/api-keys/{id}', { name: 'KEY_ID', source: 'the `id` of a response of `createApiKey`' }],
  ['/admin/people/{personId}', { name: 'PERSON_ID', source: 'the `personId` of a response of `createPerson`' }],
]
const LINK_TOKEN: Variable = { name: 'LINK_TOKEN', source: 'the `token` of a response of `issueLink`' }

/** The variable that stands for a value of a body. */
export const variableOfValue = (value: unknown) => (typeof value === 'string' ? BY_VALUE[value] : undefined)

/** The name of the variable with the token of each kind of credential. */
export const TOKEN_NAMES = { none: undefined, customer: 'TOKEN', administrator: 'ADMIN_TOKEN' }

/** The variable of a path parameter; undefined: the example has its value. */
export const variableOfPath = (path: string, parameter: string): Variable | undefined =>
  parameter === 'token'
    ? LINK_TOKEN
    : BY_PATH.find(([start]) => start.endsWith(`{${parameter}}`) && path.startsWith(start))?.[1]

/** The name of each variable in a body, by the value that stands for it. */
export const VALUE_NAMES = Object.entries(BY_VALUE).map(([value, { name }]) => [value, name] as const)

/** The variables that a sample uses, besides its token. */
export function variablesOf({
  path,
  parameters,
  body,
}: {
  path: string
  parameters: { name: string; in: string }[]
  body: unknown
}): Variable[] {
  const ofBody = typeof body === 'object' && body ? Object.values(body).map(variableOfValue) : []
  const ofPath = parameters.map(each => (each.in === 'path' ? variableOfPath(path, each.name) : undefined))
  return [...ofPath, ...ofBody].filter(each => each !== undefined)
}
