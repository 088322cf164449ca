/** A document without references: each `$ref` is replaced by the component that it names. No component contains itself. */
export function dereferenced<T>(document: T): T {
  const componentAt = (reference: string) =>
    reference
      .slice('#/'.length)
      .split('/')
      .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], document)
  const visit = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(visit)
    const { $ref, ...others } = value as Record<string, unknown>
    const component = typeof $ref === 'string' ? (visit(componentAt($ref)) as object) : {}
    return { ...component, ...Object.fromEntries(Object.entries(others).map(([key, inner]) => [key, visit(inner)])) }
  }
  return visit(document) as T
}
