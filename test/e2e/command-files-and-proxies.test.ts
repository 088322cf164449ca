import { chmodSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { registerApplication, setUpHotel } from './support/hotel.ts'
import { environmentOf, innlet, innletProcess } from './support/innlet-command.ts'
import { newServiceFolder } from './support/run.ts'
import { newCustomerId, sharedService } from './support/shared-service.ts'

const { folder } = newServiceFolder()
const { service, adminToken } = sharedService()
const customer = newCustomerId()
let credentials: Record<string, string>

beforeAll(async () => {
  await setUpHotel(service, customer)
  const application = await registerApplication(service, customer, ['reservations:write'])
  credentials = { ...environmentOf(service.origin, application), INNLET_ADMIN_TOKEN: adminToken }
})

/** Writes a file, and returns its path. */
function fileOf(name: string, content: Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  chmodSync(path, 0o600)
  return path
}

const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16()

/** A text as shells and editors write it. */
const ENCODINGS: [string, (text: string) => Uint8Array][] = [
  ['UTF-8', text => Buffer.from(text)],
  ['UTF-8 with a byte order mark', text => Buffer.from(`\ufeff${text}`)],
  ['UTF-16', text => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-16, the other way round', text => bigEndian(`\ufeff${text}`)],
]

describe('a file in', () => {
  it.each(ENCODINGS)('%s is read as data, as credentials and as a setup [COMMAND-45]', async (name, encode) => {
    const filter = JSON.stringify({ reservationStatus: 'Confirmed' })
    const data = fileOf('data.json', encode(filter))
    const read = await innlet(['call', 'getReservations', '--data', `@${data}`], credentials)
    expect([read.code, read.err], name).toEqual([0, expect.stringContaining('Nothing was found')])
    const { INNLET_URL, INNLET_CLIENT_ID, INNLET_CLIENT_SECRET } = credentials
    const env = { INNLET_URL, INNLET_CLIENT_ID, INNLET_CLIENT_SECRET }
    const lines = Object.entries(env).map(([variable, value]) => `${variable}=${value}\r\n`)
    const file = fileOf('hotel.env', encode(lines.join('')))
    const token = await innlet(['token', '--credentials', file], {})
    expect([token.code, token.err], name).toEqual([0, expect.stringContaining('Valid for')])
    const setup = fileOf('setup.json', encode(JSON.stringify({ locations: [{ locationId: 9, name: 'Küche' }] })))
    const applied = await innlet(['admin', 'setup', 'apply', setup, '--customer', `${customer}`, '--yes'], credentials)
    expect([applied.code, applied.err], name).toEqual([0, expect.any(String)])
    const stored = await innlet(['admin', 'setup', 'get', `${customer}`], credentials)
    expect(stored.out, name).toContain('Küche')
  })

  it('another encoding is named, and nothing is sent [COMMAND-45]', async () => {
    const file = fileOf('latin.json', Buffer.from('{"reservationNumber": "M\u00fcller"}', 'latin1'))
    const { code, err } = await innlet(['call', 'getReservations', '--data', `@${file}`], credentials)
    expect([code, err]).toEqual([2, `innlet: ${file}: not UTF-8: save it as UTF-8\n`])
  })
})

/** A proxy that lets requests through, or refuses all. `asked`: the hosts that it was asked for. */
async function newProxy(refuses: boolean) {
  const asked: string[] = []
  const server = createServer((incoming, response) => {
    const url = new URL(incoming.url ?? '')
    asked.push(url.host)
    if (refuses) {
      response.writeHead(403).end('no')
      return
    }
    const passed = request(url, { method: incoming.method, headers: incoming.headers }, answer => {
      response.writeHead(answer.statusCode ?? 0, answer.headers)
      answer.pipe(response)
    })
    incoming.pipe(passed)
  })
  server.on('connect', ({ url = '' }, socket) => {
    asked.push(url)
    if (refuses) {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
      return
    }
    const { hostname, port } = new URL(`http://${url}`)
    const target = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      target.pipe(socket).pipe(target)
    })
    target.on('error', () => socket.destroy())
    socket.on('error', () => target.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { asked, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

describe('a proxy of the environment', () => {
  it('is used, but for the hosts of NO_PROXY [COMMAND-46]', async () => {
    const { asked, address } = await newProxy(false)
    const through = await innletProcess(['token'], { ...credentials, HTTP_PROXY: address })
    expect([through.code, asked.length > 0], through.err).toEqual([0, true])
    const before = asked.length
    const { hostname } = new URL(service.origin)
    const past = await innletProcess(['token'], { ...credentials, HTTP_PROXY: address, NO_PROXY: hostname })
    expect([past.code, asked.length], past.err).toEqual([0, before])
  })

  it('that refuses is named with its reason, and the exit code is 3 [COMMAND-46]', async () => {
    const { address } = await newProxy(true)
    const url = 'https://innlet.example'
    const { code, err } = await innletProcess(['token'], { ...credentials, INNLET_URL: url, HTTPS_PROXY: address })
    expect([code, err]).toEqual([
      3,
      expect.stringMatching(
        /^innlet: NETWORK_ERROR: Nothing answers at https:\/\/innlet\.example \(.*403.*\)\. Does the proxy of HTTPS_PROXY let it through\?/,
      ),
    ])
  })
})
