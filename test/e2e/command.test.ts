import { spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import type { Command } from 'commander'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { makeProgram } from '../../client/command/program.ts'
import { scripts } from '../../package.json' with { type: 'json' }
import { FaultyProxy } from '../client/support/faulty-proxy.ts'
import { registerApplication, setUpHotel, tokenFor } from './support/hotel.ts'
import { environmentOf, InnletCommand, innlet, innletProcess, newHost } from './support/innlet-command.ts'
import { ADMIN_TOKEN, newServiceFolder, type Run, start } from './support/run.ts'
import { serve } from './support/serve.ts'

const place = newServiceFolder()
let run: Run
let credentials: Record<string, string>

const json = (text: string) => JSON.parse(text)

beforeAll(async () => {
  run = await start(place, '--no-demo')
  await setUpHotel(run.service, 7)
  const permissions = ['reservations:write', 'rates:write', 'events:write']
  const application = await registerApplication(run.service, 7, permissions)
  credentials = { ...environmentOf(run.service.origin, application), INNLET_ADMIN_TOKEN: ADMIN_TOKEN }
})

const api = (...args: string[]) => innlet(args, credentials)

interface Response {
  status?: number
  headers?: Record<string, string>
  body: string
}

/** The address of a service that responds as it is told. */
const addressOf = (respond: (path: string, headers: IncomingHttpHeaders) => Response): Promise<string> =>
  serve(({ url = '', headers: sent }, response) => {
    const { status = 200, headers, body } = respond(url, sent)
    response.writeHead(status, headers).end(body)
  })

describe.concurrent('the exit code [COMMAND-1]', () => {
  it('is 0 for a command that is done', async () => {
    const { code, out } = await api('token')
    expect([code, out]).toEqual([0, expect.stringMatching(/^ey[\w-]+\.[\w-]+\.[\w-]+\n$/)])
  })

  it('is 1 for a request that the service refuses, with its errors and request id', async () => {
    const { code, out, err } = await api('offers', '--arrival', '2027-05-09', '--departure', '2027-05-09')
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/^innlet: INVALID_FIELD: departureDate: .*\nRequest id: \S+\n$/)
  })

  it('is 1 for a wrong credential', async () => {
    const { code, err } = await innlet(['token'], { ...credentials, INNLET_CLIENT_SECRET: 'wrong' })
    expect([code, err]).toEqual([1, expect.stringMatching(/INVALID_CLIENT_CREDENTIALS: .* ask the operator/)])
  })

  it.each([
    ['an unknown option', ['offers', '--nights', '3']],
    ['an unknown command', ['book']],
    ['a missing option', ['offers', '--arrival', '2027-05-09']],
    ['a missing argument', ['webhooks', 'test']],
    ['a number that is none', ['webhooks', 'test', 'first']],
    ['a file that is not there', ['call', 'postBooking', '--data', '@/no/such/file.json']],
    ['data that is not JSON', ['call', 'postBooking', '--data', '{']],
    ['an operation that the service does not have', ['call', 'postBookings']],
    ['a file of credentials that is not there', ['token', '--credentials', '/no/such/file']],
  ])('is 2 for %s, and the message is JSON with --json', async (_, args) => {
    const { code, out, err } = await api(...args)
    expect([code, out, err]).toEqual([2, '', expect.stringMatching(/^innlet: ./)])
    const asJson = await api(...args, '--json')
    expect([asJson.code, asJson.out]).toEqual([2, ''])
    const [{ description }] = JSON.parse(asJson.err).errors
    expect(err).toBe(`innlet: ${description}\n`)
  })

  it('is 2 for a missing credential, and names it', async () => {
    const { code, err } = await innlet(['token'], { INNLET_URL: run.service.origin })
    expect([code, err]).toEqual([2, expect.stringContaining('INNLET_CLIENT_ID is missing')])
  })

  it.each([
    ['nothing answers', 'http://127.0.0.1:9', /Nothing answers at http:\/\/127.0.0.1:9 .*\? Is INNLET_URL right/],
    ['the service does not use TLS', '', /Try http:/],
  ])('is 3 if %s, and the message says what to do', async (_, address, message) => {
    const url = address || run.service.origin.replace('http', 'https')
    const { code, err } = await innlet(['token'], { ...credentials, INNLET_URL: url })
    expect([code, err]).toEqual([3, expect.stringMatching(message)])
  })

  it('is 1 for an address with a path, and the message says so', async () => {
    const { code, err } = await innlet(['call'], { ...credentials, INNLET_URL: `${run.service.origin}/docs` })
    expect([code, err]).toEqual([1, expect.stringContaining(`INNLET_URL has a path: expected ${run.service.origin}\n`)])
  })

  it('is 3 for a token that is none', async () => {
    const INNLET_URL = await addressOf(() => ({ body: '{}' }))
    expect(await innlet(['token'], { ...credentials, INNLET_URL })).toMatchObject({ code: 3, out: '' })
  })

  it('is 0 if the reader of the output has enough', async () => {
    const command = new InnletCommand(['call'], credentials)
    command.child.stdout?.destroy()
    expect(await command.ended).toMatchObject({ code: 0, err: '' })
  })
})

describe('credentials [COMMAND-2]', () => {
  it('are read from a file that only its owner can read', async () => {
    const file = join(place.folder, 'credentials.env')
    const lines = Object.entries(credentials).map(([name, value]) => `${name}=${value}\n`)
    writeFileSync(file, lines.join(''), { mode: 0o600 })
    expect((await innlet(['token', '--credentials', file], {})).code).toBe(0)
    chmodSync(file, 0o640)
    const { code, err } = await innlet(['token', '--credentials', file], {})
    expect([code, err]).toEqual([2, expect.stringContaining(`chmod 600 ${file}`)])
    // Nobody is told to change the mode of a folder.
    const folder = await innlet(['token', '--credentials', import.meta.dirname], {})
    expect([folder.code, folder.err]).toEqual([2, expect.stringMatching(/^innlet: \S+: EISDIR/)])
  })

  it('are read from several files in order, below the folder in which `npm run innlet` stands', async () => {
    const files = [{ ...credentials, INNLET_CLIENT_SECRET: 'cs_none' }, credentials]
    const flags = files.flatMap((values, i) => {
      const file = `part-${i}.env`
      const lines = Object.entries(values).map(([name, value]) => `${name}='${value}'\n`)
      writeFileSync(join(place.folder, file), lines.join(''), { mode: 0o600 })
      return ['--credentials', file]
    })
    const npm = ['run', '--silent', '--prefix', join(import.meta.dirname, '../..'), 'innlet', '--', 'token', ...flags]
    const { status, stdout } = spawnSync('npm', npm, { cwd: place.folder, encoding: 'utf8' })
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^ey\S+\n$/)])
  })

  it('are sent neither to another service nor in place of those of a file', async () => {
    const seen: unknown[] = []
    const INNLET_URL = await addressOf((path, { authorization, 'x-api-key': key }) => {
      if (authorization ?? key) seen.push([path, authorization, key])
      return { headers: { 'x-api-version': '1.1.0' }, body: '{"content":{"status":"Healthy"}}' }
    })
    const file = join(place.folder, 'key.env')
    writeFileSync(file, `INNLET_URL=${INNLET_URL}\nINNLET_API_KEY=key_of_file\n`, { mode: 0o600 })
    const path = '/api/Webhook/GetEndpoints'
    for (const environment of [credentials, { ...credentials, INNLET_URL, INNLET_ADMIN_TOKEN: '' }]) {
      await innlet(['doctor', '--credentials', file], environment)
      expect(seen.splice(0)).toEqual([[path, undefined, 'key_of_file']])
    }
  })

  it('are never printed', async () => {
    const secrets = [credentials.INNLET_CLIENT_SECRET ?? '', ADMIN_TOKEN]
    for (const args of [['doctor'], ['call', 'postBookings'], ['admin', 'status'], ['admin', 'application', 'list']]) {
      const { out, err } = await api(...args)
      for (const secret of secrets) expect(out + err).not.toContain(secret)
    }
    for (const [name, value] of [
      ['INNLET_URL', 'http://ada:cs_damaged@127.0.0.1:9'],
      ['INNLET_URL', 'cs_damaged'],
      ['INNLET_CLIENT_SECRET', 'cs_damaged\nsecret'],
      ['INNLET_ADMIN_TOKEN', 'cs_damagéd'],
    ] as const) {
      const { code, out, err } = await innlet(['admin', 'status'], { ...credentials, [name]: value })
      expect([code, out, err]).toEqual([2, '', expect.stringMatching(/^innlet: INNLET_\w+: expected (?!.*cs_)/)])
    }
  })
})

it('no control character of a service reaches the terminal, and JSON means the same', async () => {
  const text = 'a\u001b]0;b\u0007\u009b31m\u202e\rc'
  const headers = { 'content-type': 'application/json', 'x-request-id': 'a\u009bb' }
  const endpoint = { endpointId: 1, url: text }
  const INNLET_URL = await addressOf(path => {
    if (path === '/oauth/token') return { body: JSON.stringify({ access_token: 'a', expires_in: 900 }) }
    if (path.includes('GetEndpoints')) {
      return { headers: { ...headers, 'x-has-more': 'false' }, body: JSON.stringify({ content: [endpoint] }) }
    }
    return { headers, status: 422, body: JSON.stringify({ errors: [{ code: text, description: text }] }) }
  })
  for (const args of [
    ['webhooks', 'list'],
    ['webhooks', 'list', '--json'],
    ['webhooks', 'test', '1'],
    ['webhooks', 'test', '1', '--json'],
    ['doctor'],
    ['admin', 'customer', 'get', '7'],
  ]) {
    const { out, err } = await innlet(args, { ...credentials, INNLET_URL })
    expect((out + err).replaceAll('\n', ''), args.join(' ')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u)
    if (args[2] === '--json') expect(json(out)).toEqual(endpoint)
    if (args[3] === '--json') expect(json(err)).toMatchObject({ code: text, requestId: 'a\u009bb' })
  }
})

it('webhooks test says that it waits, and how long, when it is refused with 429', async () => {
  let tests = 0
  const INNLET_URL = await addressOf(path => {
    if (path === '/oauth/token') return { body: JSON.stringify({ access_token: 'a', expires_in: 900 }) }
    if (++tests === 1) return { status: 429, headers: { 'retry-after': '0' }, body: '' }
    return { body: JSON.stringify({ content: { httpStatus: 204, error: null } }) }
  })
  const { code, err } = await innlet(['webhooks', 'test', '1'], { ...credentials, INNLET_URL })
  expect([code, err]).toEqual([0, 'Too many requests: waiting 0 seconds.\n'])
})

describe('call [COMMAND-7]', () => {
  it('sends the request of an operation once, and prints what it made', async () => {
    const booking = {
      identity: 'from-the-shell',
      arrivalDate: '2027-05-09',
      departureDate: '2027-05-12',
      primaryGuestDetails: { lastName: 'Okafor' },
      roomsBooked: [{ roomID: 101 }],
    }
    const made = await innlet(['call', 'postbooking', '--data', '@-', '--json'], credentials, JSON.stringify(booking))
    const { reservationId } = json(made.out)
    expect(made.code).toBe(0)
    const found = await api('call', 'GetReservations', '--data', `{"reservationID":${reservationId}}`, '--json')
    expect(json(found.out)).toMatchObject([{ reservationId, identity: 'from-the-shell' }])
  })

  it('puts parameters into the path and the query', async () => {
    const { out } = await api('call', 'getCustomerState', '--param', 'clientId=7', '--json')
    expect(json(out)).toMatchObject({ clientId: 7, state: 'open' })
    const { code, err } = await api('call', 'getCustomerState')
    expect([code, err]).toEqual([2, expect.stringContaining('--param clientId=')])
  })

  it('lists the operations, and names the one that was meant', async () => {
    expect((await api('call')).out).toMatch(/^postBooking {2,}customer {2,}\w/m)
    expect((await api('call', 'PostBoking')).err).toContain('Did you mean postBooking?')
  })

  it('sends no field that the service does not know', async () => {
    const { code, err } = await api('call', 'getReservations', '--data', '{"identity":"from-the-shell"}')
    expect([code, err]).toEqual([1, expect.stringContaining('INVALID_FIELD: identity: ')])
  })

  it('registers one application, though the response is lost', async () => {
    const proxy = await FaultyProxy.inFrontOf(run.service.origin)
    onTestFinished(() => proxy.end())
    proxy.usual = path => (path === '/admin/applications' ? { close: 'after' } : null)
    const through = { ...credentials, INNLET_URL: `${proxy.origin}/r/lost` }
    const application = { name: 'Lost', customerId: 7, product: 'innlet', permissions: ['rates:read'] }
    const { code } = await innlet(['call', 'createApplication', '--data', JSON.stringify(application)], through)
    expect(code).toBe(3)
    expect((await api('admin', 'app', 'list')).out.match(/Lost/g)).toHaveLength(1)
  })
})

describe('doctor [COMMAND-3]', () => {
  it('finds nothing wrong with a service that is well', async () => {
    const { code, out } = await api('doctor')
    expect(code).toBe(0)
    expect(out.match(/^ok {5}\w+/gm)).toHaveLength(7)
    expect(out).not.toContain('TLS')
  })

  it('says that others can read the credential, if there is no TLS and the name is not of this machine', async () => {
    const url = new URL(run.service.origin)
    url.hostname = '0.0.0.0'
    const { out } = await innlet(['doctor'], { ...credentials, INNLET_URL: url.origin })
    expect(out).toMatch(/^ok +address .*, without TLS: /m)
  })

  it('names the fault of a credential, and what it means', async () => {
    const { code, out } = await innlet(['doctor'], { ...credentials, INNLET_CLIENT_SECRET: 'wrong' })
    expect([code, out]).toEqual([1, expect.stringMatching(/^fault {2}credential .*INVALID_CLIENT_CREDENTIALS/m)])
    expect(out).toMatch(/^- +clock +not checked: /m)
  })

  it('names the fault of an API key', async () => {
    const { code, out } = await innlet(['doctor'], { INNLET_URL: run.service.origin, INNLET_API_KEY: 'wrong' })
    expect([code, out]).toEqual([1, expect.stringMatching(/^fault +credential +INVALID_API_KEY: /m)])
    expect(out).toMatch(/^- +webhooks +not checked: /m)
  })

  it('names a clock that is wrong', async () => {
    const fast = '--import=data:text/javascript,Date.now=(now=>()=>now()+300000)(Date.now)'
    const { code, out } = await innletProcess(['doctor'], { ...credentials, NODE_OPTIONS: fast })
    expect([code, out]).toEqual([1, expect.stringMatching(/^fault +clock +this machine is (299|30\d) seconds ahead/m)])
  })

  it('finds nothing wrong with an access token, and does not check what it does not permit', async () => {
    const { access_token } = await tokenFor(run.service, await registerApplication(run.service, 7, ['rates:read']))
    const { code, out } = await innlet(['doctor'], {
      INNLET_URL: run.service.origin,
      INNLET_ACCESS_TOKEN: access_token,
    })
    expect([code, out]).toEqual([0, expect.stringMatching(/^- +webhooks +not checked: .* events:read$/m)])
    expect(out).toMatch(/^ok +credential +the access token is accepted$/m)
  })

  it('names an endpoint that fails', async () => {
    const { out } = await api('webhooks', 'create', 'http://127.0.0.1:9/gone', '--json')
    const { endpointId } = json(out)
    await api('call', 'postInquiry', '--data', '{"primaryGuestDetails":{"lastName":"Berg"},"message":"Hello"}')
    const isFailing = async () => (await api('doctor')).out.includes(`endpoint ${endpointId} fails: see innlet`)
    await expect.poll(isFailing).toBe(true)
    expect((await api('doctor')).code).toBe(1)
    const test = await api('webhooks', 'test', String(endpointId))
    expect([test.code, json(test.out)]).toEqual([1, expect.objectContaining({ httpStatus: null })])
    await api('webhooks', 'delete', String(endpointId))
  })
})

describe('secrets that the service shows once [COMMAND-2]', () => {
  const create = ['admin', 'application', 'create', '--customer', '7', '--name', 'PMS', '--permissions', 'rates:read']

  it('are alone on standard output', async () => {
    const { out, err } = await api(...create)
    expect(out).toMatch(/^INNLET_URL=\S+\nINNLET_CLIENT_ID=app_\w+\nINNLET_CLIENT_SECRET=cs_\S+\n$/)
    expect(err).not.toContain('cs_')
  })

  it('are in a new file with mode 600, which is a file of credentials, or not issued', async () => {
    const file = join(place.folder, 'pms.env')
    const { code, out, err } = await api(...create, '--out', file)
    expect([code, statSync(file).mode & 0o777]).toEqual([0, 0o600])
    expect(out + err).not.toContain('cs_')
    expect((await innlet(['token', '--credentials', file], {})).code).toBe(0)
    const before = readFileSync(file, 'utf8')
    const applications = async () => (await api('admin', 'application', 'list')).out
    const registered = await applications()
    expect((await api(...create, '--out', file)).code).toBe(2)
    expect([readFileSync(file, 'utf8'), await applications()]).toEqual([before, registered])
  })
})

describe('admin setup apply [COMMAND-5]', () => {
  it('shows what would change before it changes it', async () => {
    const file = join(place.folder, 'hotel.json')
    writeFileSync(file, (await api('admin', 'setup', 'get', '7')).out)
    expect((await api('admin', 'setup', 'apply', file)).err).toBe('Nothing would change.\n')

    const setup = json(readFileSync(file, 'utf8'))
    setup.roomTypes[0].maxOccupancy += 1
    setup.ratePlans.push({ rateId: 99, hotelid: setup.properties[0].hotelid, name: 'Late offer' })
    writeFileSync(file, JSON.stringify(setup))
    const changes = expect.stringMatching(/~ roomTypes \d+\n {4}maxOccupancy: \d+ -> \d+\n\+ ratePlans 99\n/)

    const asked = await api('admin', 'setup', 'apply', file)
    expect([asked.code, asked.out]).toEqual([2, changes])
    const shown = await api('admin', 'setup', 'apply', file, '--dry-run')
    expect([shown.code, shown.out]).toEqual([0, changes])
    expect(json((await api('admin', 'setup', 'get', '7')).out).ratePlans).not.toContainEqual(
      expect.objectContaining({ rateId: 99 }),
    )
    expect((await api('admin', 'setup', 'apply', file, '--yes')).code).toBe(0)
    expect((await api('admin', 'setup', 'apply', file)).err).toBe('Nothing would change.\n')
  })
})

describe('a request of administration [COMMAND-14]', () => {
  const COMMANDS: Record<string, string> = {
    getStatus: 'admin status',
    listAuditEntries: 'admin audit',
    putInterface: 'admin interface',
    listCustomers: 'admin customer list',
    getCustomer: 'admin customer get',
    putCustomer: 'admin customer put',
    updateCustomer: 'admin customer change',
    getCustomerState: 'admin customer state',
    putCustomerState: 'admin customer state',
    getCustomerSetup: 'admin setup get',
    putCustomerSetup: 'admin setup apply',
    createApplication: 'admin application create',
    listApplications: 'admin application list',
    getApplication: 'admin application get',
    updateApplication: 'admin application change',
    rotateApplicationSecret: 'admin application rotate-secret',
    createApiKey: 'admin api-key create',
    listApiKeys: 'admin api-key list',
    deleteApiKey: 'admin api-key delete',
    createPerson: 'admin person invite',
    listPeople: 'admin person list',
    updatePerson: 'admin person change',
    createInvitation: 'admin person link',
    createPin: 'admin person pin',
    deletePin: 'admin person pin',
    listSessions: 'admin person sessions',
    deleteSessions: 'admin person sessions',
    deletePerson: 'admin person remove',
    listGuests: 'admin guest search',
    getGuestExport: 'admin guest export',
    eraseGuest: 'admin guest erase',
    moveCustomer: 'npm run move-customer',
    getCustomerExport: 'npm run export-customer',
    createCustomerFromExport: 'npm run import-customer',
    deleteCustomer: 'npm run delete-customer',
  }

  it('has a command', async () => {
    const { paths } = (await run.service.requestOk('GET', '/openapi.json')).json
    const operations = Object.entries<Record<string, { operationId: string }>>(paths)
      .filter(([path]) => path.startsWith('/admin/'))
      .flatMap(([, item]) => Object.values(item).map(({ operationId }) => operationId))
    expect(Object.keys(COMMANDS).sort()).toEqual(operations.sort())

    const namesOf = (command: Command, path: string): string[] =>
      command.commands.flatMap(each => [`${path}${each.name()}`, ...namesOf(each, `${path}${each.name()} `)])
    const names = [
      ...namesOf(makeProgram('1.0.0', newHost({})), ''),
      ...Object.keys(scripts).map(name => `npm run ${name}`),
    ]
    expect(Object.values(COMMANDS).filter(name => !names.includes(name))).toEqual([])
  })

  it('does what its command says', async () => {
    const admin = async (...args: string[]) => json((await api('admin', ...args, '--json')).out)
    expect(await admin('customer', 'state', '7', '--set', 'readOnly')).toMatchObject({ state: 'readOnly' })
    expect(await admin('customer', 'state', '7', '--set', 'open')).toMatchObject({ state: 'open' })
    const { out: customer } = await api('admin', 'customer', 'get', '7', '--json')
    expect(json(customer)).toMatchObject(await admin('customer', 'put', '7', '--data', customer))
    const { clientId, clientSecret } = await registerApplication(run.service, 7, ['rates:read'])
    const { INNLET_CLIENT_SECRET } = await admin('app', 'rotate-secret', clientId)
    expect(INNLET_CLIENT_SECRET).not.toBe(clientSecret)
    expect(await admin('app', 'change', clientId, '--status', 'revoked')).toMatchObject({ status: 'revoked' })
    const { id } = await admin('api-key', 'create', '--customer', '7', '--name', 'Till', '--permissions', 'rates:read')
    await api('admin', 'api-key', 'delete', id)
    expect(await admin('api-key', 'list', '--customer', '7')).toMatchObject({ id, status: 'revoked' })
    expect(await admin('interface', 'spa', 'spa-api')).toMatchObject({ product: 'spa', audience: 'spa-api' })
    expect(await admin('audit', '--limit', '1')).toMatchObject({ act: 'interface.put', subject: 'spa' })
    const filter = ['--act', 'application.change', '--by', 'admin', '--since', '2026-01-01T00:00:00Z']
    expect(await admin('audit', '--limit', '1', ...filter)).toMatchObject({ subject: clientId })
    expect((await api('admin', 'audit', '--until', '2026-01-01T00:00:00Z')).out).not.toContain(clientId)
  })
})

describe('admin person [PEOPLE-36]', () => {
  it('invites, lists, changes, links and removes people', async () => {
    const invited = await api('admin', 'person', 'invite', '--name', 'Anna', '--role', 'manager', '--customer', '7')
    expect(invited.out).toMatch(/^http:\/\/\S+\/console\/join#[\w-]{43}\n$/)
    const id = /^Person (\d+)\./.exec(invited.err)?.[1] as string
    expect((await api('admin', 'person', 'list')).out).toMatch(new RegExp(`^${id} .* manager of 7 +Anna$`, 'm'))
    const changed = await api('admin', 'person', 'change', id, '--role', 'frontdesk', '--customer', '7')
    expect(json(changed.out)).toMatchObject({ name: 'Anna', roles: [{ customerId: 7, role: 'frontdesk' }] })
    expect((await api('admin', 'person', 'link', id)).out).not.toBe(invited.out)
    expect((await api('admin', 'person', 'pin', id)).out).toMatch(/^\d{6}\n$/)
    expect((await api('admin', 'person', 'pin', id, '--remove')).err).toBe('Taken away.\n')
    expect((await api('admin', 'person', 'sessions', id)).out).toMatch(/^STARTED +LAST SEEN +ENDS\n$/)
    expect((await api('admin', 'person', 'sessions', id, '--end')).err).toBe('Ended.\n')
    expect((await api('admin', 'person', 'remove', id)).err).toBe('Removed.\n')
    expect((await api('admin', 'person', 'remove', id)).code).toBe(1)
  })

  it('refuses an owner of a customer, and others without one', async () => {
    const invite = (...flags: string[]) => api('admin', 'person', 'invite', '--name', 'Anna', ...flags)
    expect((await invite('--role', 'owner', '--customer', '7')).code).toBe(2)
    expect((await invite('--role', 'manager')).code).toBe(2)
  })
})

describe('help [COMMAND-6]', () => {
  const helpOf = (command: Command): string => {
    let text = ''
    command.configureOutput({
      writeOut: each => {
        text += each
      },
    })
    command.outputHelp()
    return text
  }
  const withInner = (command: Command): Command[] => [command, ...command.commands.flatMap(withInner)]
  const program = makeProgram('1.1.0', newHost({}))

  it('has an example for each command', () => {
    const leaves = withInner(program).filter(({ commands }) => !commands.length)
    for (const command of [...leaves, program, ...program.commands])
      expect(helpOf(command), command.name()).toContain('Example:\n  $ ')
    expect(leaves.length).toBeGreaterThan(30)
  })

  it('marks each option that a command needs', async () => {
    for (const command of withInner(program)) {
      const needed = command.options.filter(({ mandatory }) => mandatory)
      expect(helpOf(command).match(/\(required\)/g)?.length ?? 0, command.name()).toBe(needed.length)
    }
    expect((await innlet(['offers', '--help'], {})).out).toMatch(/--arrival <date> .*\(required\)/)
  })

  it('completes commands, options, choices and files', async () => {
    const script = (await innletProcess(['complete', 'bash'], {})).out
    expect(spawnSync('bash', ['-n'], { input: script }).status).toBe(0)
    for (const shell of ['zsh', 'fish']) expect((await innletProcess(['complete', shell], {})).out).toContain('innlet')
    // The directive 0 lets the shell complete names of files.
    expect(script).toContain('-o default')
    const expected = {
      'admin customer ': /^state\t/m,
      'admin app ': /^rotate-secret\t/m,
      'offers --': /^--arrival\t.*^--credentials\t/ms,
      'admin app new --for ': /^till\t/m,
      'admin setup apply ': /^:0\n$/,
    }
    const complete = async ([line, completions]: [string, RegExp]) =>
      expect((await innletProcess(['complete', '--', ...line.split(' ')], {})).out, line).toMatch(completions)
    await Promise.all(Object.entries(expected).map(complete))
  })
})
