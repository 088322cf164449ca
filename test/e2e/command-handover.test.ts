import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { Innlet } from '../../client/innlet.ts'
import { collect } from '../../client/pages.ts'
import { pricesOf } from './support/hotel.ts'
import { InnletCommand, innlet } from './support/innlet-command.ts'
import { proxyOf } from './support/proxy.ts'
import { ADMIN_TOKEN, newServiceFolder, type Run, start } from './support/run.ts'

const place = newServiceFolder()
let run: Run
let administrator: Record<string, string>

beforeAll(async () => {
  run = await start(place, '--no-demo')
  administrator = { INNLET_URL: run.service.origin, INNLET_ADMIN_TOKEN: ADMIN_TOKEN }
})

const admin = (...args: string[]) => innlet(['admin', ...args], administrator)

const ROOMS = Array.from({ length: 40 }, (_, i) => `${i + 1},${(i % 2) + 1},Room ${i + 1},${100 + i}`)

const HOTEL = {
  'customer.csv': ['name,currency,timeZone', 'Hotel Aurora,EUR,Europe/Rome'],
  'properties.csv': ['hotelid,name,address.city,address.country', 'AUR,Hotel Aurora,Bellagio,IT'],
  // As spreadsheets write it: the separator, another letter case, empty columns and rows.
  'types.csv': [
    'sep=;',
    'RoomTypeID;hotelId;name;maxoccupancy;',
    '1;AUR;Double, with a view;2;',
    '2;AUR;Suite;4',
    ';;;;',
  ],
  'rooms.csv': ['roomId,roomTypeId,roomName,roomNo', ...ROOMS],
  'plans.csv': ['rateId,hotelid,name', '1,AUR,"Bed, and breakfast"'],
}

/** Writes the files of a hotel into a new folder. */
function folderOf(name: string, changed: Record<string, string[] | Buffer> = {}): string {
  const folder = join(place.folder, name)
  mkdirSync(folder)
  for (const [file, content] of Object.entries({ ...HOTEL, ...changed })) {
    writeFileSync(join(folder, file), Array.isArray(content) ? content.join('\r\n') : content)
  }
  return folder
}

/** A client with the credentials of a file. */
function clientOf(file: string): Innlet {
  const { INNLET_CLIENT_ID: clientId = '', INNLET_CLIENT_SECRET: clientSecret = '' } = parseEnv(
    readFileSync(file, 'utf8'),
  )
  return new Innlet({ url: run.service.origin, clientId, clientSecret })
}

const linesOf = (text: string) => text.trim().split('\n')

/** The customers of the service. */
const customers = async () => (await admin('customer', 'list', '--json')).out

const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const priced = { hotelid: 'AUR', from: dayAfter(-1), to: dayAfter(32), roomstosell: '40', value: '120.00' }

describe('a hotel in CSV files [COMMAND-8]', () => {
  it('is served after four commands', async () => {
    const [pms, channel] = [join(place.folder, 'pms.env'), join(place.folder, 'channel.env')]
    const commands = [
      await admin('customer', 'new', '7', folderOf('aurora'), '--yes'),
      await admin('app', 'new', '--customer', '7', '--for', 'pms', '--out', pms),
      await admin('app', 'new', '--customer', '7', '--for', 'channel-manager', '--out', channel),
    ]
    expect(commands[0]?.err).toBe(
      `Created customer 7.\nLines for its website: ${run.service.origin}/embed?customer=7\n`,
    )
    expect(commands.map(({ code, err }) => [code, code ? err : ''])).toEqual([
      [0, ''],
      [0, ''],
      [0, ''],
    ])

    const manager = clientOf(channel)
    await manager.cmConnect.update(pricesOf({ ...priced, roomTypeId: 1 }))
    const check = ['customer', 'check', '7', '--credentials', pms]
    expect((await admin(...check)).out).toMatch(
      /^ok +prices +of 1 room type for .+ not sold, because no channel room has its roomTypeId: room type 2 \(Suite\)$/m,
    )
    await manager.cmConnect.update(pricesOf({ ...priced, roomTypeId: 2, roomid: 'SUI' }))
    const { reservationId = 0 } = await manager.booking.post({
      arrivalDate: dayAfter(3),
      departureDate: dayAfter(5),
      primaryGuestDetails: { lastName: 'Okafor' },
      roomsBooked: [{ roomID: 1 }],
    })

    const [{ reservationNumber = '' } = {}] = await collect(manager.reservation.find({ reservationID: reservationId }))
    const numbered = await admin(...check, '--reservation', reservationNumber)
    expect(numbered.out).toMatch(new RegExp(`^ok +link +that of reservation ${reservationNumber} opens`, 'm'))
    const { code, out } = await admin(...check, '--reservation', String(reservationId))
    expect([code, out.match(/^ok +\w+/gm)?.length], out).toEqual([0, 7])
    expect(out).toMatch(/^ok +rooms +40 rooms of 2 types$/m)
    expect(out).toMatch(/^ok +prices +of 2 room types for the next 30 days$/m)
    expect(out).toMatch(/^- +webhooks +not checked: there is no endpoint$/m)
  })

  it('sells one room less when a room too many is moved to a room type without prices', async () => {
    const { onlineBooking } = clientOf(join(place.folder, 'channel.env'))
    const left = async () => {
      const stay = { arrivalDate: dayAfter(10), departureDate: dayAfter(12), roomTypeID: 1 }
      for await (const { roomsLeft } of onlineBooking.offers(stay)) return roomsLeft
    }
    expect(await left()).toBe(20)
    const folder = folderOf('moved', {
      'types.csv': [...(HOTEL['types.csv'] as string[]), '9;AUR;Not in use;1'],
      'rooms.csv': ['roomId,roomTypeId,roomName,roomNo', '1,9,Room 1,100', ...ROOMS.slice(1)],
    })
    const { code, err } = await admin('customer', 'new', '7', folder, '--yes')
    expect([code, err]).toEqual([0, expect.stringMatching(/^Stored\.\n/)])
    expect(await left()).toBe(19)
    const { code: checked, out } = await admin('customer', 'check', '7', '--credentials', join(place.folder, 'pms.env'))
    expect([checked, out]).toEqual([0, expect.stringMatching(/^ok +prices .+: room type 9 \(Not in use\)$/m)])
  })

  it('is completed by the same command after an interruption, and nothing else is changed [COMMAND-71]', async () => {
    const folder = folderOf('interrupted')
    const audit = async (): Promise<{ act: string; subject: string }[]> =>
      (await run.service.admin('GET', '/audit?pageSize=200')).json.entries
    // The command is killed when the customer is stored, before the setup is.
    const proxy = await proxyOf(run.service, ({ method, url }, { status }) => {
      if (method === 'PUT' && url === '/admin/customers/10' && status === 200) interrupted.child.kill('SIGKILL')
    })
    const command = ['customer', 'new', '10', folder, '--yes']
    const interrupted = new InnletCommand(['admin', ...command], { ...administrator, INNLET_URL: proxy })
    expect((await interrupted.ended).code).toBe(null)
    const before = await audit()
    expect(before[0]).toMatchObject({ act: 'customer.put', subject: '10' })

    const { code, err } = await admin(...command)
    const lines = `Lines for its website: ${run.service.origin}/embed?customer=10\n`
    expect([code, err]).toEqual([0, `Stored.\n${lines}`])
    const after = await audit()
    expect(after.slice(0, after.length - before.length)).toMatchObject([{ act: 'setup.put', subject: '10' }])
    expect((await admin(...command)).err).toBe(`Customer 10 has all that the files have.\n${lines}`)
    expect(await audit()).toEqual(after)
  })

  it('is not mixed with the hotel of another operator, who creates the same id meanwhile', async () => {
    const folder = folderOf('meanwhile')
    const other = { name: 'Hotel Borealis', currency: 'SEK', timeZone: 'Europe/Stockholm' }
    const proxy = await proxyOf(run.service, async ({ method, url }, { status }) => {
      if (method === 'PUT' && url === '/admin/customers/25/setup' && status === 422)
        await run.service.admin('PUT', '/customers/25', other)
    })
    const environment = { ...administrator, INNLET_URL: proxy }
    const { code, err } = await innlet(['admin', 'customer', 'new', '25', folder, '--yes'], environment)
    expect([code, err]).toEqual([2, 'innlet: customer 25 was created meanwhile: run the command again\n'])
    expect((await run.service.admin('GET', '/customers/25')).json).toMatchObject(other)
    expect((await run.service.admin('GET', '/customers/25/setup')).json.properties).toEqual([])
    expect((await admin('customer', 'new', '25', folder, '--yes')).err).toMatch(
      /^innlet: customer 25 is Hotel Borealis, /,
    )
  })

  it('is shown in a few lines, and created with consent only', async () => {
    // A name adds no line.
    const folder = folderOf('shown', { 'plans.csv': ['rateId,hotelid,name', '1,AUR,"Bed, and', '  99 rooms"'] })
    const before = await customers()
    const shown = await admin('customer', 'new', '8', folder, '--dry-run')
    expect(linesOf(shown.out)).toEqual([
      'Hotel Aurora, EUR, Europe/Rome',
      '  1 hotel: Hotel Aurora',
      '  2 room types: Double, with a view (20 rooms), Suite (20 rooms)',
      '  40 rooms',
      '  1 rate plan: Bed, and   99 rooms',
    ])
    expect((await admin('customer', 'new', '8', folder)).code).toBe(2)
    expect(await customers()).toBe(before)
  })

  it('has all faults named in one run, those that the service finds too, and is not created', async () => {
    const before = await customers()
    const folder = folderOf('faulty', {
      'customer.csv': ['name,timeZone', 'Hotel Aurora,Europe/Zuerich'],
      'properties.csv': ['hotelid,name,checkInTime,directions,phone', 'AUR,Aurora,3 pm,"left', 'right",1'],
      'types.csv': ['roomTypeId,hotelid,name,maxOccupancy', '1,AUX,Double,two', '2,AUR,Suite,0', '1.000,AUR,Attic,2'],
      'rooms.csv': ['roomId,roomTypeId,roomName,colour', '1,1,Larch,red', '', '1,3,,', '2,1,Fir,,,x'],
    })
    const { code, err } = await admin('customer', 'new', '8', folder, '--dry-run', '--currency', 'CHR')
    expect(code).toBe(2)
    expect(linesOf(err).slice(1)).toEqual([
      '--currency: expected a currency of ISO 4217',
      'customer.csv:2: timeZone: expected an IANA time zone',
      'properties.csv:2: checkInTime: expected HH:mm',
      'properties.csv:2: phone: expected a telephone number with the country, in the form +351289000000',
      'types.csv:2: maxOccupancy: expected a whole number, got "two"',
      'types.csv:2: hotelid: there is no AUX in properties.csv',
      'types.csv:3: maxOccupancy: expected at least 1',
      'types.csv:4: roomTypeId: expected a whole number, got "1.000"',
      expect.stringMatching(/^rooms\.csv:1: there is no field "colour"; there are roomId/),
      'rooms.csv:4: roomName: expected a value',
      'rooms.csv:4: roomId 1 is in line 2 too',
      'rooms.csv:4: roomTypeId: there is no 3 in types.csv',
      'rooms.csv:5: it has 6 values, and 4 columns',
    ])
    expect(await customers()).toBe(before)
  })

  it('has one fault for each file that cannot be read, and is not created', async () => {
    const before = await customers()
    const folder = folderOf('unreadable', {
      'customer.csv': Buffer.from('name,currency,timeZone\nHotel B\xe4r,EUR,Europe/Rome', 'latin1'),
      'properties.csv': Buffer.from('hotelid,name\nAUR,Aurora', 'utf16le'),
      'types.csv': ['roomTypeId,hotelid,name', '1,AUR,Double'],
      'rooms.csv': ['roomId,roomTypeId,roomName', '1,1,Larch', '2,1,"Fir', '3,1,Oak', '4,1,Elm'],
      'plans.csv': ['rateId,hotelid,name'],
      'locations.csv': ['locationId,name', '1,An "old" house'],
    })
    const { code, err } = await admin('customer', 'new', '8', folder, '--yes')
    expect(code).toBe(2)
    const quote = 'a quote (") is not closed, or it is within a value and not written twice'
    expect(linesOf(err).slice(1)).toEqual([
      'customer.csv:2: not UTF-8: save it as "CSV UTF-8"',
      'properties.csv:1: not UTF-8: save it as "CSV UTF-8"',
      `locations.csv:2: ${quote}`,
      'types.csv:1: missing columns: maxOccupancy',
      `rooms.csv:3: ${quote}`,
      'plans.csv: expected a row below the names',
    ])
    expect((await admin('customer', 'new', '8', join(folder, 'none'))).err).toMatch(/^innlet: there is no folder/)
    expect(await customers()).toBe(before)
  })

  it('has changes of its files shown and stored, and what the files lack named', async () => {
    const customer = { name: 'Hotel Aurora', currency: 'EUR', timeZone: 'Europe/Rome', logoUrl: 'https://a.example/l' }
    const administration = async (method: string, path: string, body?: object) => {
      const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' }
      const request = { method, headers, body: body && JSON.stringify(body) }
      const response = await fetch(`${run.service.origin}/admin/customers/${path}`, request)
      return { status: response.status, json: (await response.json()) as Record<string, unknown> }
    }
    const numbers = { phone: '+39 31 950-312', whatsapp: '+39 31 950312' }
    const houseInfo = [{ title: 'Breakfast', text: 'From 7' }]
    const hotel = { hotelid: 'AUR', name: 'Hotel Aurora', ...numbers, houseInfo }
    const types = [1, 2].map(roomTypeId => ({ roomTypeId, hotelid: 'AUR', name: 'Suite', maxOccupancy: 4 }))
    await administration('PUT', '8', customer)
    await administration('PUT', '8/setup', {
      properties: [hotel],
      roomTypes: types,
      rooms: [1, 9].map(roomId => ({ roomId, roomTypeId: 1, roomName: 'Larch' })),
      ratePlans: [{ rateId: 1, hotelid: 'AUR', name: 'Bed' }],
    })
    const folder = folderOf('changed', {
      'customer.csv': ['name,currency,timeZone,logoUrl', 'Hotel Aurora,CHF,Europe/Rome,'],
      'properties.csv': ['hotelid,name,phone,whatsapp', 'AUR,Hotel Aurora,+39 (0)31 950-312,0039 31 950312'],
      'types.csv': ['roomTypeId,hotelid,name,maxOccupancy', '1,AUR,Suite,4', '2,AUR,Suite,5'],
      'rooms.csv': ['roomId\troomTypeId\troomName', '1\t1\tLarch', '2\t2\tFir'],
      'plans.csv': ['rateId,hotelid,name', '1,AUR,Bed'],
    })
    const { out, err } = await admin('customer', 'new', '8', folder, '--yes')
    expect(linesOf(out).slice(2)).toEqual([
      '  2 room types: Suite (2 rooms), Suite (1 room)',
      '  3 rooms',
      '  1 rate plan: Bed',
      '~ customer 8',
      '    currency: "EUR" -> "CHF"',
      '    logoUrl: "https://a.example/l" -> ""',
      '~ roomTypes 2',
      '    maxOccupancy: 4 -> 5',
      '+ rooms 2',
      '    roomTypeId: 2',
      '    roomName: "Fir"',
    ])
    expect(linesOf(err)).toEqual([
      'Not in the files, and not changed: rooms 9',
      'They are still sold. The page "A new hotel" of the documentation says how to take them off sale.',
      'Stored.',
      expect.stringContaining('/embed?customer=8'),
    ])
    expect((await administration('GET', '8')).json).toMatchObject({ currency: 'CHF', logoUrl: '' })
    expect((await administration('GET', '8/setup')).json).toMatchObject({ properties: [hotel], rooms: [{}, {}, {}] })
  })

  it('has the name of its customer, and no currency that amounts are not stored in', async () => {
    const other = await admin('customer', 'new', '7', folderOf('other'), '--yes', '--name', "L'Aurora")
    expect([other.code, other.err]).toEqual([2, expect.stringContaining('customer 7 is Hotel Aurora, and the files')])
    expect(other.err).toContain(`innlet admin customer change 7 --data '{"name":"L'\\''Aurora"}'`)
    const currency = ['name,currency,timeZone', 'Hotel Aurora,CHF,Europe/Rome']
    const { code, err } = await admin('customer', 'new', '7', folderOf('chf', { 'customer.csv': currency }), '--yes')
    expect([code, err]).toEqual([1, expect.stringContaining('customer.csv:2: currency: it cannot change')])
  })
})

it('a misspelt field is refused, and changes nothing', async () => {
  const { code, err } = await admin('customer', 'change', '7', '--data', '{"curency":"CHF"}')
  expect([code, err]).toEqual([1, expect.stringContaining('curency: there is no such field')])
  const unknown = await admin('customer', 'change', '404', '--data', '{"currency":"CHF"}')
  expect(unknown.err).toMatch(/^innlet: (NOT_FOUND: )?there is no such customer: see `innlet admin customer list`/)
})

describe('the application of an integrator [COMMAND-9]', () => {
  it.each([
    ['channel-manager', 'rates:write, reservations:write'],
    ['pms', 'reservations:write, rates:read, events:write'],
    ['till', 'inventory:write, reservations:read'],
    ['booking-page', 'rates:read, reservations:write'],
  ])(
    'for %s has fixed permissions, a file with mode 600 and a sheet without the secret',
    async (purpose, permissions) => {
      const file = join(place.folder, `new-${purpose}.env`)
      const { code, out, err } = await admin('app', 'new', '--customer', '7', '--for', purpose, '--out', file)
      const { origin } = run.service
      expect([code, statSync(file).mode & 0o777], err).toEqual([0, 0o600])
      expect(out + err).not.toContain('cs_')
      expect(out).not.toContain(place.folder)
      for (const value of [origin, `${origin}/oauth/token`, 'innlet-api', permissions]) expect(out).toContain(value)
      // The page of the fetch queue is for one kind of system.
      if (purpose === 'pms') expect(out).toContain('/docs/guides/following-changes\n')
      for (const [address] of out.matchAll(/http\S+\/(?:docs|openapi)\S*/g))
        expect((await fetch(address)).status).toBe(200)
      expect((await innlet(['token', '--credentials', file], {})).code).toBe(0)
      const again = await admin('app', 'new', '--customer', '7', '--for', purpose, '--out', file)
      expect([again.code, again.err]).toEqual([2, `innlet: ${file} is there already: give another with --out\n`])
    },
  )
})

describe('the check of a customer [COMMAND-10]', () => {
  it('names what is missing', async () => {
    const folder = folderOf('bare', {
      'properties.csv': ['hotelid,name', 'AUR,Hotel Aurora', 'BEL,Hotel Bellevue'],
      'rooms.csv': ['roomId,roomTypeId,roomName', '1,1,Larch'],
    })
    const file = join(place.folder, 'bare.env')
    await admin('customer', 'new', '9', folder, '--yes')
    await admin('app', 'new', '--customer', '9', '--for', 'pms', '--out', file)
    const webhook = ['webhooks', 'create', 'http://127.0.0.1:9/gone', '--credentials', file]
    expect((await innlet(webhook, {})).code).toBe(0)
    const { code, out } = await admin('customer', 'check', '9', '--credentials', file)
    expect(code).toBe(1)
    expect(out).toMatch(/^fault +rooms +hotel BEL has no room type$/m)
    expect(out).toMatch(/^fault +plans +no rate plan: hotel BEL$/m)
    expect(out).toMatch(/^- +prices +not checked: the channel manager has sent none yet$/m)
    expect(out).toMatch(/^- +link +not checked/m)
    expect(out).toMatch(/^fault +webhooks +endpoint 1 does not accept a test/m)
    const offers = ['offers', '--arrival', dayAfter(3), '--departure', dayAfter(5), '--credentials', file]
    expect((await innlet(offers, {})).err).toMatch(/no price is sent.+\n.+getCMConnect/)

    const season = { from: dayAfter(200), to: dayAfter(300) }
    const manager = join(place.folder, 'bare-manager.env')
    await admin('app', 'new', '--customer', '9', '--for', 'channel-manager', '--out', manager)
    await clientOf(manager).cmConnect.update(pricesOf({ ...priced, ...season, roomTypeId: 1 }))
    expect((await admin('customer', 'check', '9', '--credentials', file)).out).toMatch(
      new RegExp(`^fault +prices +hotel AUR has none in the next 30 days; the earliest is ${season.from}`, 'm'),
    )
  })

  it('names what stops the sale of a room type, and takes no closed day for a fault if another is open', async () => {
    const [file, manager] = [join(place.folder, 'stopped.env'), join(place.folder, 'stopped-manager.env')]
    const rooms = ['roomId,roomTypeId,roomName', '1,1,Larch']
    await admin('customer', 'new', '11', folderOf('stopped', { 'rooms.csv': rooms }), '--yes')
    await admin('app', 'new', '--customer', '11', '--for', 'pms', '--out', file)
    await admin('app', 'new', '--customer', '11', '--for', 'channel-manager', '--out', manager)
    const { cmConnect } = clientOf(manager)
    const { roomstosell, ...withoutRooms } = priced
    const send = (date: object) => {
      const room = [{ roomid: 'DBL', date: [{ from: priced.from, to: priced.to, ...date }] }]
      return cmConnect.update({ rateAvailability: [{ data: [{ hotelid: 'AUR', room }] }] })
    }
    const check = async () => {
      const { code, out } = await admin('customer', 'check', '11', '--credentials', file)
      return [code, out.match(/^\w+ +prices .*$/m)?.[0].replaceAll(/\d{4}-\d\d-\d\d/g, 'DATE')]
    }
    const fault = (text: string) => [1, `fault  prices          room type 1 (Double, with a view): ${text}`]
    const ok = [0, expect.stringMatching(/^ok/)]
    await cmConnect.update(pricesOf({ ...withoutRooms, roomTypeId: 1 }))
    expect(await check()).toEqual(fault('no rooms to sell (no roomstosell) on 30 of 30 days, first on DATE'))
    await send({ roomstosell: '0' })
    expect(await check()).toEqual(fault('no rooms to sell (roomstosell 0) on 30 of 30 days, first on DATE'))
    await send({ roomstosell })
    expect(await check()).toEqual(ok)
    await send({ closed: '1' })
    expect(await check()).toEqual(fault('closed on 30 of 30 days, first on DATE'))
    await send({ from: dayAfter(9), to: dayAfter(9), closed: '0' })
    expect(await check()).toEqual(ok)
    await send({ closed: '0' })
    await send({ rate: [{ rateplanid: 'BAR' }], closed: '1' })
    expect(await check()).toEqual(fault('closed on 30 of 30 days, first on DATE'))
    await send({ rate: [{ rateplanid: 'BAR' }], closed: '0' })
    await send({
      from: dayAfter(9),
      to: dayAfter(9),
      rate: [{ rateplanid: 'BAR' }],
      price: [{ numberOfGuests: '2', value: '0' }],
    })
    expect(await check()).toEqual(fault('no price on 1 of 30 days, first on DATE'))
  })

  it('names what the guest’s page of each hotel lacks, which is no fault [COMMAND-90]', async () => {
    const picture = 'https://aurora.example/lake.jpg'
    const hotels = ['hotelid,name,address.addressLine,checkOutTime,wifi.network,imagePath']
    const folder = folderOf('guest-page', {
      'properties.csv': [...hotels, `AUR,Hotel Aurora,Via Roma 1,11:00,Aurora,${picture}`, 'BOR,Hotel Borealis,,,,'],
      'types.csv': ['roomTypeId,hotelid,name,maxOccupancy', '1,AUR,Double,2', '2,BOR,Single,1'],
      'plans.csv': ['rateId,hotelid,name', '1,AUR,Breakfast', '2,BOR,Breakfast'],
    })
    const pageLine = async () => {
      const { code, out } = await admin('customer', 'check', '12')
      return [code, out.match(/^ok +guest page +(.*)$/m)?.[1]]
    }
    expect((await admin('customer', 'new', '12', folder, '--yes')).code).toBe(0)
    expect(await pageLine()).toEqual([0, 'hotel BOR has no street, no check-out time, no Wi-Fi, no picture'])
    writeFileSync(
      join(folder, 'customer.csv'),
      `name,currency,timeZone,imagePath\r\nHotel Aurora,EUR,Europe/Rome,${picture}`,
    )
    const added = `BOR,Hotel Borealis,Via Roma 2,10:00,Borealis,`
    const both = [...hotels, `AUR,Hotel Aurora,Via Roma 1,11:00,Aurora,${picture}`, added]
    writeFileSync(join(folder, 'properties.csv'), both.join('\r\n'))
    expect((await admin('customer', 'new', '12', folder, '--yes')).code).toBe(0)
    expect(await pageLine()).toEqual([0, 'street, check-out time, Wi-Fi and picture are there'])
  })

  it('refuses the credential of another customer', async () => {
    const { code, out } = await admin('customer', 'check', '7', '--credentials', join(place.folder, 'bare.env'))
    expect([code, out]).toEqual([1, expect.stringMatching(/^fault +credential +it is that of another customer/m)])
  })
})
