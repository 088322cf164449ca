import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { book } from '../../support/booking'
import { newReceiver } from '../../support/receiver'
import { expectStatus, hotelBeforeEach, rows } from '../../support/service'
import { makeEndpoint, untilReceived } from '../../support/webhooks'

const { call } = hotelBeforeEach()
const rotate = async (identity?: string): Promise<string> =>
  (await expectStatus(200, call('POST', '/Webhook/RotateSecret', { endpointId: 1, identity }))).json.content.secret
const version = async () => (await rows('SELECT secret_version AS version FROM webhook_endpoint'))[0]?.version

describe('rotations at once', () => {
  it.each([
    ['without an identity', [undefined, undefined]],
    ['each with an identity', ['one', 'two']],
    ['one of them with an identity', ['one', undefined]],
  ])('%s are two: a secret that leaked before them signs no longer [WEBHOOK-6]', async (_, identities) => {
    const receiver = await newReceiver()
    const { secret: leaked } = await makeEndpoint(call, receiver.url)
    const secrets = await Promise.all(identities.map(rotate))
    expect(new Set([leaked, ...secrets]).size).toBe(3)
    await book(call)
    const [received] = await untilReceived(receiver, 1)
    const signs = (secret: string) => {
      try {
        return !!new Webhook(secret).verify(received?.text ?? '', received?.headers ?? {})
      } catch {
        return false
      }
    }
    expect([leaked, ...secrets].map(signs)).toEqual([false, true, true])
    // A repetition of one of them rotates nothing.
    for (const [i, identity] of identities.entries()) {
      if (identity) expect(await rotate(identity)).toBe(secrets[i])
    }
    expect(await version()).toBe(3)
  })

  it('with one identity are one [WEBHOOK-1]', async () => {
    await makeEndpoint(call, 'https://hooks.example.com/innlet')
    const secrets = await Promise.all(Array.from({ length: 10 }, () => rotate('same')))
    expect(new Set(secrets).size).toBe(1)
    expect(await version()).toBe(2)
  })
})
