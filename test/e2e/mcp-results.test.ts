import { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pricesOf, registerApplication, setUpHotel, tokenFor } from './support/hotel.ts'
import { environmentOf } from './support/innlet-command.ts'
import { mcpServer } from './support/mcp-server.ts'
import { newServiceFolder, type Run, start } from './support/run.ts'
import { databaseFiles, rowHashes } from './support/stored-rows.ts'

/* What a model gets and sends: short results in pages, arguments as models write them, names, and codes that know the present state. */

const place = newServiceFolder()
const ALL = ['reservations:write', 'rates:write', 'inventory:write', 'events:read']
const CANARY = 'Quetzalcoatl'
const ARRIVALS = 130
const LONGEST = 25_000

let run: Run
let token = ''
let environment: Record<string, string>
let mcp: Client
const clients: Client[] = []
afterAll(() => Promise.all(clients.map(client => client.close())))

async function connect(...flags: string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(mcpServer(environment, ...flags))
  clients.push(client)
  return client
}

async function call(name: string, parameters: Record<string, unknown>, client = mcp) {
  const result = await client.callTool({ name, arguments: parameters })
  const [first] = result.content as { text: string }[]
  expect(JSON.stringify(result).length, name).toBeLessThanOrEqual(LONGEST)
  // biome-ignore lint/suspicious/noExplicitAny: each tool has data of its own shape
  return { text: first?.text ?? '', data: result.structuredContent as any, isError: Boolean(result.isError), result }
}

/** The rows of a list, of all its results. */
async function collected(name: string, parameters: Record<string, unknown>, lists: readonly string[]) {
  const rows: Record<string, unknown>[] = []
  let cursor: string | undefined
  let results = 0
  do {
    const { data, text } = await call(name, { ...parameters, ...(cursor && { cursor }) })
    rows.push(...lists.flatMap(list => data[list]))
    cursor = data.next
    expect(text.includes('There is more')).toBe(cursor !== undefined)
    if (cursor) expect(text).toContain(cursor)
    results++
  } while (cursor)
  return { rows, results }
}

const post = (body: object) => run.service.requestOk('POST', '/api/Booking/PostBooking', body, token)

async function book(roomID: number, primaryGuestDetails: object, more: object = {}): Promise<number> {
  const dates = { arrivalDate: '2027-08-01', departureDate: '2027-08-03' }
  const made = await post({ ...dates, primaryGuestDetails, roomsBooked: [{ roomID }], ...more })
  return Number(made.headers.get('x-reservation-id'))
}

const roomsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({ roomId: first + i, roomTypeId: 10, roomName: `Room ${first + i}` }))

beforeAll(async () => {
  run = await start(place, '--no-demo')
  await setUpHotel(run.service, 7)
  await run.service.admin('PUT', '/customers/7/setup', { rooms: roomsFrom(1_001, ARRIVALS) })
  const application = await registerApplication(run.service, 7, ALL)
  environment = environmentOf(run.service.origin, application)
  token = (await tokenFor(run.service, application)).access_token
  const message = pricesOf({ from: '2027-06-01', to: '2027-12-31', roomstosell: '3', value: '145' })
  await run.service.requestOk('POST', '/api/CMConnect/UpdateCMConnect', message, token)
  const long = {
    reservationSummaryNote: 'n'.repeat(20_000),
    roomsBooked: [{ roomID: 1_001, roomNotes: ['r'.repeat(20_000)] }],
  }
  await book(1_001, { firstName: 'Anna', lastName: CANARY }, long)
  for (let i = 1; i < ARRIVALS; i++) await book(1_001 + i, { firstName: 'F'.repeat(200), lastName: 'L'.repeat(200) })
  mcp = await connect()
})

describe('a result [AGENT-35]', () => {
  it('has at most 25,000 characters, and its cursor gives the rest of the list once', async () => {
    const arrivals = await collected('arrivals_departures', { date: '2027-08-01' }, ['arrivals', 'departures'])
    expect(new Set(arrivals.rows.map(({ reservationId }) => reservationId)).size).toBe(ARRIVALS)
    expect([arrivals.rows.length, arrivals.results > 1]).toEqual([ARRIVALS, true])
    const departures = await collected('arrivals_departures', { date: '2027-08-03' }, ['departures'])
    expect(departures.rows.length).toBe(ARRIVALS)
    const found = await collected('find_reservation', { arrivalFrom: '2027-08-01' }, ['reservations'])
    expect(found.rows.map(({ reservationId }) => reservationId)).toEqual(arrivals.rows.map(each => each.reservationId))
    const some = await collected('find_reservation', { lastName: CANARY.slice(2, 7) }, ['reservations'])
    expect(some.rows.length).toBe(1)
  })

  it('holds its data once, in short rows, and the whole record for one id', async () => {
    const { result, data } = await call('find_reservation', { lastName: CANARY })
    expect(JSON.stringify(result).split(CANARY).length).toBe(2)
    const [row] = data.reservations
    expect(JSON.stringify(row).length).toBeLessThan(600)
    const { reservationId, reservationNumber } = row
    for (const named of [{ reservationId }, { reservationNumber }]) {
      const whole = await call('find_reservation', named)
      expect(whole.data.reservations[0]).toMatchObject({
        primaryGuest: { lastName: CANARY },
        payments: [],
        activities: [],
      })
      expect(whole.data.reservations[0].notes).toMatch(/^n+…$/)
      expect(whole.text).toContain('Long texts and lists are shortened.')
    }
  })

  it('refuses a cursor that no result had', async () => {
    for (const cursor of ['x', '9.0.', '0.0.never'])
      expect(await call('find_reservation', { cursor })).toMatchObject({ isError: true, text: /cursor/ })
  })

  it('has its data in the text with --text, for clients that show a model nothing else', async () => {
    const { text, data } = await call('stock', {}, await connect('--text'))
    expect([data, text.split('\n')[0]]).toEqual([undefined, expect.stringMatching(/^What follows is data/)])
    expect(JSON.parse(text.split('\n').at(-1) ?? '')).toMatchObject({ items: [{ itemNumber: 'SKU-1' }] })
  })
})

describe('arguments as models write them [AGENT-36]', () => {
  it('null is absent, digits in quotes are a number, and a number is a text where one is expected', async () => {
    const { reservations } = (await call('find_reservation', { lastName: CANARY })).data
    const [{ reservationId, reservationNumber }] = reservations
    for (const parameters of [
      { reservationId: String(reservationId), lastName: null, status: null, cursor: null },
      { reservationNumber: Number(reservationNumber), reservationId: null },
    ]) {
      expect((await call('find_reservation', parameters)).data.reservations).toMatchObject([{ reservationId }])
    }
    const stay = { arrivalDate: '2027-06-01', departureDate: '2027-06-03' }
    expect((await call('offers', { ...stay, guests: '2', hotelid: null })).data.offers).toMatchObject([{ total: 290 }])
    const items = [{ inventoryId: '1', inventoryLocationId: '1', quantity: '2' }]
    expect((await call('sell', { identity: 'quoted', items, reservationId: null })).data).toMatchObject({ total: 7 })
    for (const guests of ['two', '2x', '', [2], { guests: 2 }])
      expect((await call('offers', { ...stay, guests })).isError).toBe(true)
  })

  it('the schema that clients see has none of this', async () => {
    const { tools } = await mcp.listTools()
    const { inputSchema } = tools.find(({ name }) => name === 'offers') ?? {}
    expect(inputSchema?.properties?.guests).toMatchObject({ type: 'integer', minimum: 1 })
    expect(JSON.stringify(inputSchema)).not.toContain('null')
  })
})

describe('names [AGENT-37]', () => {
  it('are found without accents and apostrophes, and written as people of their language do', async () => {
    const names = [
      ['Jörg', 'Müller'],
      ['Conan', 'O’Brien'],
      ['Søren', 'Łukasiewicz'],
      ['小明', '王'],
      ['さくら', '山田'],
    ] as const
    for (const [i, [firstName, lastName]] of names.entries()) {
      const dates = { arrivalDate: '2027-09-01', departureDate: '2027-09-02' }
      await book(1_001 + i, { firstName, lastName }, dates)
    }
    const guests = async (lastName: string) =>
      (await call('find_reservation', { lastName, arrivalFrom: '2027-09-01' })).data.reservations.map(
        ({ guest }: { guest: string }) => guest,
      )
    for (const sought of ['Muller', 'MÜLLER', 'mu\u0308ller', 'ulle'])
      expect(await guests(sought)).toEqual(['Jörg Müller'])
    for (const sought of ["O'Brien", 'obrien', 'O`Brien', 'O’B'])
      expect(await guests(sought)).toEqual(['Conan O’Brien'])
    expect(await guests('lukasiewicz')).toEqual(['Søren Łukasiewicz'])
    expect(await guests('王')).toEqual(['王小明'])
    expect(await guests('山田')).toEqual(['山田 さくら'])
  })
})

describe('a code [AGENT-38]', () => {
  const stored = () => databaseFiles(place.state).map(rowHashes)

  it('writes nothing if what it told of has changed since, and says so', async () => {
    const reservationId = await book(
      1_010,
      { firstName: 'Anna', lastName: 'Berg' },
      {
        arrivalDate: '2027-10-01',
        departureDate: '2027-10-03',
      },
    )
    for (const [name, parameters] of [
      ['cancel', { reservationId }],
      ['change', { reservationId, departureDate: '2027-10-04' }],
      ['issue_link', { reservationId }],
      ['sell', { items: [{ inventoryId: 1, inventoryLocationId: 1, quantity: 1 }], reservationId }],
    ] as const) {
      const named = { identity: `stale-${name}`, ...parameters }
      const { confirm } = (await call(name, named)).data
      await post({ bookingID: reservationId, primaryGuestDetails: { firstName: name, lastName: 'Other' } })
      const before = stored()
      const refused = await call(name, { ...named, confirm })
      expect([name, refused.isError, refused.text]).toEqual([name, true, expect.stringContaining('has changed since')])
      expect(stored(), name).toEqual(before)
    }
  })

  it('is not stopped by the sales of others', async () => {
    const items = [{ inventoryId: 1, inventoryLocationId: 1, quantity: 1 }]
    const named = { identity: 'mine', items }
    const { confirm } = (await call('sell', named)).data
    await run.service.requestOk('POST', '/api/Sale/PostSale', { identity: 'theirs', items }, token)
    expect((await call('sell', { ...named, confirm })).isError).toBe(false)
  })
})
