import { CLIENT_METHODS, type ClientMethod } from './client-methods.ts'
import { pathOf, type SampleRequest } from './sample-request.ts'
import { TOKEN_NAMES, variableOfValue } from './sample-variables.ts'

/** The sample as a TypeScript module for Node: a call of the client, or of `fetch` for what the client does not have. */
export function typescript(request: SampleRequest): string {
  const method = CLIENT_METHODS[request.operationId]
  const [first, statements] = method ? [NEW_CLIENT, clientCall(method, request)] : ['', fetchCall(request)]
  return first + (request.isRepeated ? `for (const attempt of [1, 2]) {\n${indented(statements)}\n}` : statements)
}

const indented = (code: string) => code.replaceAll(/^/gm, '  ')

const NEW_CLIENT = `import { Innlet } from '@innlet/client'

const innlet = new Innlet({
  url: '{PUBLIC_URL}',
  audience: '{AUDIENCE}',
  clientId: process.env.CLIENT_ID ?? '',
  clientSecret: process.env.CLIENT_SECRET ?? '',
})

`

function clientCall({ name, returns }: ClientMethod, { parameters, body, isRepeated }: SampleRequest): string {
  const query = parameters.filter(each => each.in === 'query' && each.value)
  const input = body ?? Object.fromEntries(query.map(({ name, value, schema }) => [name, typed(value, schema?.type)]))
  const key = parameters.find(each => each.in === 'header' && each.name === 'Idempotency-Key')?.value
  const options = key ? `, { idempotencyKey: ${stringLiteral(key)} }` : ''
  const argument = Object.keys(input as object).length ? literal(input, '') : ''
  const call = `innlet.${name}(${argument}${options})`
  if (returns === 'list') return `const list = ${call}\nfor await (const element of list) console.log(element)`
  if (returns === 'nothing') return `await ${call}`
  return `const result = await ${call}\nconsole.log(${isRepeated ? 'attempt, ' : ''}result)`
}

/** The value of a parameter in the query, as the client takes it. */
const typed = (value: string, type: unknown) => (type === 'integer' || type === 'number' ? Number(value) : value)

function fetchCall(request: SampleRequest): string {
  const { method, contentType, body } = request
  const headers = headerLines(request)
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(headers.length ? [`headers: {\n    ${headers.join(',\n    ')},\n  }`] : []),
    ...(contentType ? [`body: JSON.stringify(${literal(body, '  ')})`] : []),
  ]
  const address = stringLiteral(`{PUBLIC_URL}${pathOf(request, spelled)}`)
  return [
    `const response = await fetch(${address}${options.length ? `, {\n  ${options.join(',\n  ')},\n}` : ''})`,
    `if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`)`,
    printing(request),
  ].join('\n')
}

const spelled = (variable: string) => `\${process.env.${variable}}`

function headerLines(request: SampleRequest): string[] {
  const token = TOKEN_NAMES[request.credential]
  return [
    ...(token ? [`authorization: \`Bearer ${spelled(token)}\``] : []),
    ...(request.contentType ? [`'content-type': '${request.contentType}'`] : []),
  ]
}

/** The statement that prints the response. */
function printing({ response: { type } }: SampleRequest): string {
  if (!type) return 'console.log(response.status)'
  return `console.log(await response.${type === 'application/json' ? 'json' : 'text'}())`
}

/** A text with variables is a template. */
const stringLiteral = (text: string) =>
  text.includes('${')
    ? `\`${text}\``
    : `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

const keyOf = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : stringLiteral(name))

/** A value as a TypeScript literal, in the usual layout. */
function literal(value: unknown, indent: string): string {
  const inner = `${indent}  `
  const block = (open: string, lines: string[], close: string) =>
    lines.length ? `${open}\n${lines.map(line => `${inner}${line},\n`).join('')}${indent}${close}` : open + close
  const variable = variableOfValue(value)
  if (variable) return `process.env.${variable.name}`
  if (typeof value === 'string') return stringLiteral(value)
  if (Array.isArray(value)) {
    return block(
      '[',
      value.map(each => literal(each, inner)),
      ']',
    )
  }
  if (typeof value !== 'object' || value === null) return String(value)
  const fields = Object.entries(value).map(([name, each]) => `${keyOf(name)}: ${literal(each, inner)}`)
  return block('{', fields, '}')
}
