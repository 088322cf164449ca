import { type ApiDocument, type Endpoint, endpointsOf, slugOf } from './document.ts'

/** A group of operations: a tag, and its page. */
export interface Group {
  name: string
  description: string | undefined
  endpoints: Endpoint[]
}

export const addressOfGroup = ({ name }: Pick<Group, 'name'>) => `/docs/${slugOf(name)}`

export const addressOfOperation = ({ tags = [], operationId }: Endpoint) =>
  `${addressOfGroup({ name: tags[0] ?? '' })}/${operationId}`

/** The name that the path gives an operation, such as `PostBooking`, else its id. */
export const nameOf = ({ path, operationId }: Endpoint) =>
  /^\/api\/(?:public\/)?\w+\/(\w+)/.exec(path)?.[1] ?? operationId

/** The groups in the order of the document. Their operations have the order of `operationIds`. */
export function groupsOf(document: ApiDocument, operationIds: readonly string[]): Group[] {
  const endpoints = endpointsOf(document).sort(
    (one, other) => operationIds.indexOf(one.operationId) - operationIds.indexOf(other.operationId),
  )
  const groups = document.tags.map(({ name, description }) => ({
    name,
    description,
    endpoints: endpoints.filter(({ tags = [] }) => tags[0] === name),
  }))
  return groups.filter(group => group.endpoints.length)
}
