import { createHmac, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Deadline } from '../send.ts'
import type { Event } from '../types.ts'
import type { Invocation } from './action.ts'
import { openClient } from './connections.ts'
import { follow, interruption, subjectOf, type TailFlags } from './events.ts'
import { isOfThisMachine, readAddress } from './input.ts'

interface ListenFlags extends TailFlags {
  forward: string
}

/** Milliseconds that a receiver has, as from the service. */
const TIMEOUT = 15_000
/** Milliseconds before an event is sent again. They double up to the longest. */
const FIRST_PAUSE = 500
const LONGEST_PAUSE = 10_000

/**
 * `innlet listen`: sends each event, signed as a webhook, to an address of this machine. Events come in the order of the log. One that
 * the receiver does not accept with 2xx is sent again until it does: none is lost, and none is overtaken.
 */
export async function listen(invocation: Invocation<ListenFlags>): Promise<void> {
  const { flags, credentials, output } = invocation
  const forward = readAddress(flags.forward, '--forward', 'http://localhost:3000/hook')
  // A missing credential ends the command before it prints anything.
  openClient(credentials)
  if (!isOfThisMachine(forward)) output.note(`Events go to ${forward}, which may be another machine.`)
  const lasting = credentials.clientSecret ?? credentials.apiKey
  const secret = signingSecret(lasting)
  if (lasting === undefined) output.note('The secret is for this run alone, because an access token does not last.')
  output.line(output.json ? JSON.stringify({ secret }) : `Signed with ${secret}`)
  const signal = interruption()
  let previousSequence = 0
  for await (const event of follow(invocation, signal)) {
    // A webhook does not tell who made the change.
    const { by: _, ...sent } = event
    const body = JSON.stringify({ ...sent, previousSequence })
    for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      const { status, error, ms } = await send(forward, event, body, { secret, signal })
      const isAccepted = status !== undefined && status >= 200 && status < 300
      const { sequence, type } = event
      if (!isAccepted && signal.aborted) return output.note(`Continue with --from ${sequence}.`)
      const result = status ?? `not reached: ${error}`
      const next = isAccepted ? '' : `sent again in ${pause / 1000} s`
      output.row({ sequence, type, status, error, ms }, [sequence, type, subjectOf(event), result, `${ms} ms`, next])
      if (isAccepted) break
      await sleep(pause, undefined, { signal }).catch(() => {})
    }
    previousSequence = event.sequence
  }
}

/** The secret that signs. It is derived from a credential that lasts, so that a receiver keeps it from one run to the next. */
function signingSecret(lasting: string | undefined): string {
  const bytes = lasting === undefined ? randomBytes(32) : createHmac('sha256', lasting).update('innlet listen').digest()
  return `whsec_${bytes.toString('base64')}`
}

interface Attempt {
  status?: number
  error?: string
  ms: number
}

async function send(
  url: string,
  { id }: Event,
  body: string,
  { secret, signal: end }: { secret: string; signal: AbortSignal },
): Promise<Attempt> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'innlet-listen',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
  const started = performance.now()
  const ms = () => Math.round(performance.now() - started)
  const limit = new Deadline(TIMEOUT, end)
  try {
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: limit.signal })
    await response.body?.cancel()
    return { status: response.status, ms: ms() }
  } catch (error) {
    const { cause, message } = error as Error & { cause?: Error }
    return { error: cause?.message || message, ms: ms() }
  } finally {
    limit.release()
  }
}
