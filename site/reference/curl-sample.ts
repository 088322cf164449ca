import { headersOf, pathOf, type SampleRequest } from './sample-request.ts'
import { TOKEN_NAMES, VALUE_NAMES } from './sample-variables.ts'

/** The commands of a sample. Where a success has no body, they show the status and the headers. */
export function curl(request: SampleRequest): string {
  const { method, credential, contentType, body, response, isRepeated } = request
  const token = TOKEN_NAMES[credential]
  const options = [
    ...(response.type ? [] : ['-i']),
    // curl sends POST with a body by itself.
    ...(method === (contentType ? 'POST' : 'GET') ? [] : [`-X ${method}`]),
  ]
  const command = [
    ['curl', ...options, quotedAddress(request)].join(' '),
    ...(token ? [`-H "Authorization: Bearer $${token}"`] : []),
    ...headersOf(request).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(contentType ? [`-H ${quoted(`Content-Type: ${contentType}`)}`, `-d ${quotedBody(body)}`] : []),
  ].join(' \\\n  ')
  return isRepeated ? `for attempt in 1 2; do\n${command.replaceAll(/^/gm, '  ')}\n  echo\ndone` : command
}

/** The address, which begins with the variable of the service. */
const quotedAddress = (request: SampleRequest) => `"$API${pathOf(request, name => `$${name}`)}"`

/** The text in single quotes for a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** A body in single quotes. A variable interrupts them. */
const quotedBody = (body: unknown) =>
  VALUE_NAMES.reduce(
    (text, [value, name]) => text.replaceAll(`"${value}"`, `"'"$${name}"'"`),
    quoted(JSON.stringify(body, undefined, 2)),
  )
