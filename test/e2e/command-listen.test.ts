import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type VerifiedEvent, verifyWebhook } from '../../client/webhook-signature.ts'
import { query } from './support/database.ts'
import { registerApplication, setUpHotel, tokenFor } from './support/hotel.ts'
import { environmentOf, InnletCommand, innlet } from './support/innlet-command.ts'
import { killProcessTree } from './support/processes.ts'
import { freePort } from './support/programs.ts'
import { newServiceFolder, type Run, start } from './support/run.ts'
import { serve } from './support/serve.ts'

const place = newServiceFolder()
let run: Run
let servicePort: string
let bearer: string
let credentials: Record<string, string>

/** What the receiver has accepted, and whether it answers at all. */
const accepted: VerifiedEvent[] = []
let receiver: Server | undefined
let port = 0
let secret = ''

beforeAll(async () => {
  servicePort = String(await freePort())
  run = await startService()
  await setUpHotel(run.service, 7)
  const application = await registerApplication(run.service, 7, ['reservations:write', 'events:read'])
  bearer = (await tokenFor(run.service, application)).access_token
  credentials = environmentOf(run.service.origin, application)
})

afterAll(() => {
  receiver?.close()
})

/** Starts the service at the same port. */
const startService = () => start(place, '--no-demo', '--port', servicePort)

/** Starts the receiver at the same port. It refuses one event in ten. */
async function startReceiver(): Promise<void> {
  let received = 0
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const event = await verifyWebhook(request.headers, Buffer.concat(chunks), secret)
    const isRefused = ++received % 10 === 0
    if (!isRefused) accepted.push(event)
    response.writeHead(isRefused ? 500 : 204).end()
  })
  await new Promise<void>(resolve => receiver?.listen(port, '127.0.0.1', resolve))
  port = (receiver.address() as AddressInfo).port
}

function killReceiver(): void {
  receiver?.close()
  receiver?.closeAllConnections()
}

const inquire = (n: number) =>
  run.service.requestOk(
    'POST',
    '/api/OnlineBooking/postinquiry',
    { identity: `inquiry-${n}`, primaryGuestDetails: { lastName: 'Berg' }, message: 'Is it quiet?' },
    bearer,
  )

it('listen sends each event once accepted and in order, while service and receiver are killed [COMMAND-4]', async () => {
  await startReceiver()
  const command = new InnletCommand(
    ['listen', '--forward', `http://127.0.0.1:${port}/hook`, '--from', '1'],
    credentials,
  )
  await command.prints('whsec_')
  secret = /whsec_\S+/.exec(command.out)?.[0] ?? ''

  for (let n = 0; n < 30; n++) {
    await inquire(n)
    if (n === 10) {
      expect(await killProcessTree(run.pid)).toEqual([])
      run = await startService()
    }
    if (n === 18) {
      await expect.poll(() => accepted.length).toBeGreaterThanOrEqual(n)
      killReceiver()
    }
    if (n === 24) {
      await command.prints('ECONNREFUSED')
      await startReceiver()
    }
    await sleep(30)
  }
  await expect.poll(() => accepted.length).toBeGreaterThanOrEqual(30)
  const log = query(place, 'SELECT sequence FROM event ORDER BY sequence').map(({ sequence }) => sequence)
  const sequences = accepted.map(({ sequence }) => sequence)
  // An event whose response was lost with its connection may come twice.
  expect([...new Set(sequences)]).toEqual(log)
  expect(sequences).toEqual([...sequences].sort((one, other) => one - other))
  for (const { sequence, previousSequence } of accepted) expect(previousSequence).toBe(sequence - 1)

  command.child.kill('SIGTERM')
  expect((await command.ended).code).toBe(0)
})

it('listen replays from any event, and the secret stays the same [COMMAND-4]', async () => {
  accepted.length = 0
  const command = new InnletCommand(
    ['listen', '--forward', `http://127.0.0.1:${port}/hook`, '--from', '20'],
    credentials,
  )
  await expect.poll(() => accepted.at(-1)?.sequence).toBe(30)
  expect(command.out).toContain(secret)
  expect(accepted.map(({ sequence }) => sequence)).toEqual([20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30])
  command.child.kill('SIGINT')
  await command.ended
})

it('listen with an access token alone signs with a secret of its own, and says so [COMMAND-4]', async () => {
  accepted.length = 0
  const command = new InnletCommand(['listen', '--forward', `http://127.0.0.1:${port}/hook`, '--from', '30'], {
    INNLET_URL: run.service.origin,
    INNLET_ACCESS_TOKEN: bearer,
  })
  await command.prints('whsec_')
  secret = /whsec_\S+/.exec(command.out)?.[0] ?? ''
  await expect.poll(() => accepted.at(-1)?.sequence).toBe(30)
  expect(command.err).toContain('for this run alone')
  command.child.kill('SIGINT')
  await command.ended
})

it('listen ends at once while a receiver does not answer, and follows no redirect [COMMAND-4]', async () => {
  const asked: string[] = []
  const silent = await serve((request, response) => {
    asked.push(request.url ?? '')
    if (asked.length === 1) response.writeHead(307, { location: '/elsewhere' }).end()
  })
  const command = new InnletCommand(['listen', '--forward', `${silent}/hook`, '--from', '30'], credentials)
  await expect.poll(() => asked.length).toBe(2)
  expect(asked).toEqual(['/hook', '/hook'])
  expect(command.err).not.toContain('another machine')
  command.child.kill('SIGINT')
  const { code, out, err } = await command.ended
  expect([code, err]).toEqual([0, expect.stringContaining('Continue with --from 30.\n')])
  expect(out.match(/sent again/g)).toHaveLength(1)
})

it('listen says that events go to another machine, and quotes no password [COMMAND-4]', async () => {
  const elsewhere = new InnletCommand(['listen', '--forward', 'http://hook.invalid/'], credentials)
  await elsewhere.prints('whsec_')
  expect(elsewhere.err).toContain('Events go to http://hook.invalid/')
  elsewhere.child.kill('SIGINT')
  await elsewhere.ended
  const { code, err } = await innlet(['listen', '--forward', 'http://ada:pass_word@localhost/'], credentials)
  expect([code, err]).toEqual([2, expect.not.stringContaining('pass_word')])
})
