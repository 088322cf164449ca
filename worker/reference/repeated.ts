import { nameOfResponse } from './responses'
import type { Json } from './schemas'

/*
 * Parameters and error responses that several operations have become components. Their names are derived from what they
 * contain, so that they stay the same when other operations change.
 */

interface Operation {
  parameters?: Json[]
  responses: Record<string, Json>
}

type Kind = 'parameters' | 'responses'

/** Replaces what is repeated by references, and returns the components. */
export function shareRepeated(operations: readonly Operation[]): Record<Kind, Record<string, Json>> {
  const parameters = createSharing('parameters', nameOfParameter)
  const responses = createSharing('responses', nameOfResponse)
  for (const operation of operations) {
    operation.parameters?.forEach(parameters.count)
    Object.values(operation.responses).forEach(responses.count)
  }
  for (const operation of operations) {
    if (operation.parameters) operation.parameters = operation.parameters.map(parameters.share)
    for (const [status, response] of Object.entries(operation.responses)) {
      operation.responses[status] = responses.share(response)
    }
  }
  return { parameters: parameters.components, responses: responses.components }
}

/** `nameOf` returns undefined for what is not shared. */
function createSharing(kind: Kind, nameOf: (value: Json) => string | undefined) {
  const uses = new Map<string, number>()
  const components: Record<string, Json> = {}
  return {
    components,
    count(value: Json) {
      const key = JSON.stringify(value)
      uses.set(key, (uses.get(key) ?? 0) + 1)
    },
    share(value: Json): Json {
      const name = nameOf(value)
      const key = JSON.stringify(value)
      if (name === undefined || (uses.get(key) ?? 0) < 2) return value
      const known = components[name]
      if (known && JSON.stringify(known) !== key) throw new Error(`two ${kind} named ${name}`)
      components[name] = value
      return { $ref: `#/components/${kind}/${name}` }
    },
  }
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** `pageNo` in a query is `PageNoQuery`, `Idempotency-Key` is `IdempotencyKeyHeader`. */
const nameOfParameter = ({ name, in: place }: Json) =>
  [...String(name).split('-'), String(place)].map(capitalized).join('')
