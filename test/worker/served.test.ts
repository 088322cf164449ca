import { describe, expect, it } from 'vitest'
import { endpoints } from '../../worker/endpoints'
import { expectRefusal, expectStatus, send } from '../support/service'

const operations = endpoints.map(({ contract: { method, path, auth } }) => {
  const operation = { method, path, auth, address: path.replace(/\{\w+\}/g, '1') }
  return [`${method} ${path}`, operation] as const
})

describe('each operation', () => {
  it.each(operations)('[%s] is served by its method', async (_, { method, path, address }) => {
    const taken: string[] = operations.filter(([, other]) => other.path === path).map(([, other]) => other.method)
    const [unused = ''] = ['PUT', 'DELETE', 'PATCH', 'POST'].filter(other => !taken.includes(other))
    const { headers } = await expectStatus(405, send(unused, address))
    expect(headers.get('allow')?.split(', ')).toContain(method)
  })

  const guarded = operations.filter(([, { auth }]) => auth !== 'public')
  it.each(guarded)('[%s] needs a credential', async (_, { method, address }) => {
    await expectRefusal(send(method, address), 401, 'AUTHENTICATION_REQUIRED')
  })
})
