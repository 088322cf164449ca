import { html, nothing } from 'lit'
import { addressOf, type SampleRequest } from './sample-request.ts'

/** The samples of one operation. A script shows one of them at a time; without it both are visible. */
export const samples = (id: string, request: SampleRequest) => html`
  <div class="choice scripted" role="group" aria-label="${`Language of the samples of ${id}`}">
    <button type="button" data-language="curl" aria-pressed="true">curl</button>
    <button type="button" data-language="typescript" aria-pressed="false">TypeScript</button>
  </div>
  ${codeBlock(`curl, ${id}`, curl(request), 'curl')}
  ${codeBlock(`TypeScript, ${id}`, typescript(request), 'typescript')}
`

/** Code that scrolls in itself, with a button that copies it. The keyboard reaches and scrolls it. */
export const codeBlock = (label: string, code: unknown, language?: string) => html`
  <div class="code" data-sample=${language ?? nothing}>
    <button type="button" class="copy scripted" aria-label="${`Copy: ${label}`}">Copy</button>
    <pre tabindex="0" role="group" aria-label="${label}"><code>${code}</code></pre>
  </div>
`

/** The text in single quotes for a shell. */
const shellQuoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

function curl(request: SampleRequest): string {
  const { method, credential, contentType, body } = request
  const lines = [`curl${method === 'GET' ? '' : ` -X ${method}`} ${shellQuoted(addressOf(request))}`]
  if (credential === 'customer') lines.push(`-H "Authorization: Bearer $TOKEN"`)
  if (credential === 'administrator') lines.push(`-H "Authorization: Bearer $ADMIN_TOKEN"`)
  if (contentType) {
    lines.push(`-H ${shellQuoted(`Content-Type: ${contentType}`)}`)
    lines.push(`-d ${shellQuoted(json(body))}`)
  }
  return lines.join(' \\\n  ')
}

function typescript(request: SampleRequest): string {
  const { method, credential, contentType, body, responseType } = request
  const headers = [
    ...(credential === 'customer' ? [bearer('token')] : []),
    ...(credential === 'administrator' ? [bearer('adminToken')] : []),
    ...(contentType ? [`'content-type': '${contentType}'`] : []),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(headers.length ? [`headers: {\n    ${headers.join(',\n    ')},\n  }`] : []),
    ...(contentType ? [`body: JSON.stringify(${literal(body, '  ')})`] : []),
  ]
  const address = stringLiteral(addressOf(request))
  return [
    `const response = await fetch(${address}${options.length ? `, {\n  ${options.join(',\n  ')},\n}` : ''})`,
    `if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`)`,
    ...(responseType === 'application/json' ? ['const result = await response.json()'] : []),
    ...(responseType && responseType !== 'application/json' ? ['const result = await response.text()'] : []),
  ].join('\n')
}

/** The header with a token that is in a variable. */
const bearer = (variable: string) => `authorization: \`Bearer \${${variable}}\``

export const json = (value: unknown) => JSON.stringify(value, undefined, 2)

const stringLiteral = (text: string) =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

/** A value as a TypeScript literal, in the usual layout. */
function literal(value: unknown, indent: string): string {
  const inner = `${indent}  `
  const block = (open: string, lines: string[], close: string) =>
    lines.length ? `${open}\n${lines.map(line => `${inner}${line},\n`).join('')}${indent}${close}` : open + close
  if (typeof value === 'string') return stringLiteral(value)
  if (Array.isArray(value)) {
    return block(
      '[',
      value.map(each => literal(each, inner)),
      ']',
    )
  }
  if (typeof value !== 'object' || value === null) return String(value)
  const fields = Object.entries(value).map(([name, each]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : stringLiteral(name)
    return `${key}: ${literal(each, inner)}`
  })
  return block('{', fields, '}')
}
