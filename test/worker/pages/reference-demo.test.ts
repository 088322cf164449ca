import { expect, it } from 'vitest'
import { expectStatus, send } from '../../support/service'

it('a deployment has no credentials of a demo hotel: their path is like any other that is not there [VERSION-8]', async () => {
  const { json } = await expectStatus(404, send('GET', '/docs/demo.json'))
  expect(json).toEqual((await expectStatus(404, send('GET', '/docs/nothing'))).json)
})
