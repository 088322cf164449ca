import { expect, it } from 'vitest'
import { endpoints } from '../../worker/endpoints'

it('no schema of a contract is made before it is asked for', () => {
  const parts = endpoints.flatMap(({ contract: { method, path, params, query, body, rawBody, response } }) =>
    Object.entries({ params, query, body, rawBody, response }).map(([part, schema]) => ({
      of: `${part} of ${method} ${path}`,
      schema,
    })),
  )
  const eager = parts.filter(({ schema }) => schema && typeof schema !== 'function' && schema.def.type !== 'lazy')
  expect(eager.map(({ of }) => of)).toEqual([])
  expect(parts.filter(({ schema }) => schema).length).toBeGreaterThan(60)
})
