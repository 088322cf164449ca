import { InnletError } from '../../errors.ts'
import { collect } from '../../pages.ts'
import type { Invocation } from '../action.ts'
import { openClient, openConnection } from '../connections.ts'
import { type Credentials, kindOf } from '../credentials.ts'
import { Fault, NotChecked, Report } from '../report.ts'
import { counted } from '../text.ts'
import { isAllowed, permissionsOf } from '../token.ts'
import { Administration } from './administration.ts'
import { checkPrices } from './check-prices.ts'
import { storedSetup } from './setup.ts'
import type { Document, Fields } from './setup-changes.ts'
import type { Customer, CustomerState } from './types.ts'

interface CheckFlags {
  reservation?: number
}

/**
 * `innlet admin customer check`: whether a customer can sell. Prices, the link and the webhook endpoints are checked with the
 * credential of an integrator of the customer.
 */
export async function checkCustomer({ args, flags, credentials, output }: Invocation<CheckFlags>): Promise<void> {
  const [customer = ''] = args
  const report = new Report(output, credentials.url)
  let setup: Document = {}
  let picture: string | undefined
  const isThere = await report.check('customer', async () => {
    const administration = new Administration(credentials)
    const { state } = await administration.request<CustomerState>('GET', `/customers/${customer}/state`)
    if (state !== 'open') throw new Fault(`its state is ${state}`)
    const { imagePath } = await administration.request<Customer>('GET', `/customers/${customer}`)
    picture = imagePath
    setup = await storedSetup(administration, customer)
    return 'it is open'
  })
  if (!isThere) return report.end()
  await report.check('rooms', async () => checkRooms(setup))
  await report.check('plans', async () => checkPlans(setup))
  await report.check('guest page', async () => describeGuestPage(setup, picture))

  let permissions: readonly string[] | undefined
  const isOfCustomer = await report.check('credential', async () => {
    if (!kindOf(credentials)) throw new NotChecked('give --credentials with those of an integrator')
    permissions = await permissionsOf(credentials)
    await checkCustomerOf(credentials, customer)
    return permissions?.join(' ') ?? 'the API key is accepted'
  })
  const check = (name: string, permission: string, run: () => Promise<string>) =>
    report.check(name, async () => {
      if (!isOfCustomer) throw new NotChecked('it needs the credential')
      if (!isAllowed(permissions, permission)) throw new NotChecked(`the credential has no ${permission}`)
      return run()
    })
  await check('prices', 'rates:read', () => checkPrices(credentials, setup))
  await check('link', 'reservations:write', () => checkLink(credentials, flags.reservation))
  await check('webhooks', 'events:write', () => checkWebhooks(credentials))
  report.end()
}

const hotelsOf = ({ properties = [] }: Document) => properties.map(({ hotelid }) => hotelid as string)

function checkRooms(setup: Document): string {
  const { roomTypes = [], rooms = [] } = setup
  const hotels = hotelsOf(setup)
  if (!hotels.length) throw new Fault('there is no hotel: innlet admin setup apply')
  const hasRooms = ({ roomTypeId }: Fields) => rooms.some(room => room.roomTypeId === roomTypeId)
  const faults = hotels.flatMap(hotelid => {
    const types = roomTypes.filter(type => type.hotelid === hotelid)
    if (!types.length) return `hotel ${hotelid} has no room type`
    return types.some(hasRooms) ? [] : `hotel ${hotelid} has no room`
  })
  if (faults.length) throw new Fault(faults.join('; '))
  const empty = roomTypes.filter(type => !hasRooms(type)).map(({ roomTypeId, name }) => `${roomTypeId} (${name})`)
  const without = empty.length ? `; without a room: room type ${empty.join(', ')}` : ''
  return `${counted(rooms.length, 'room')} of ${counted(roomTypes.length - empty.length, 'type')}${without}`
}

function checkPlans(setup: Document): string {
  const { ratePlans = [] } = setup
  const without = hotelsOf(setup).filter(hotelid => !ratePlans.some(plan => plan.hotelid === hotelid))
  if (without.length) throw new Fault(`no rate plan: hotel ${without.join(', ')}`)
  return counted(ratePlans.length, 'rate plan')
}

/** What guests of each hotel miss on their page. Nothing of it stops a sale, so that it is no fault. */
function describeGuestPage({ properties = [] }: Document, pictureOfCustomer: string | undefined): string {
  const lacks = properties.flatMap(({ hotelid, address, checkOutTime, wifi, imagePath }) => {
    const missing = [
      (address as Fields | undefined)?.addressLine ? '' : 'no street',
      checkOutTime ? '' : 'no check-out time',
      wifi ? '' : 'no Wi-Fi',
      imagePath || pictureOfCustomer ? '' : 'no picture',
    ].filter(Boolean)
    return missing.length ? `hotel ${hotelid} has ${missing.join(', ')}` : []
  })
  return lacks.join('; ') || 'street, check-out time, Wi-Fi and picture are there'
}

/** A request that names another customer than that of the credential is refused. */
async function checkCustomerOf(credentials: Credentials, customer: string): Promise<void> {
  const connection = openConnection(credentials)
  for (const path of ['/api/CMConnect/GetCMConnect', '/api/Inventory/GetInventoryItem']) {
    try {
      await connection.send({ method: 'GET', path, query: { clientID: customer } })
      return
    } catch (error) {
      if (!(error instanceof InnletError)) throw error
      if (error.code === 'CUSTOMER_MISMATCH') throw new Fault(`it is that of another customer than ${customer}`)
      if (error.status !== 403) throw error
    }
  }
  throw new NotChecked('without rates:read or inventory:read it does not tell its customer')
}

/** Issues a link to the reservation with this number or id, which ends the link before, and opens it. */
async function checkLink(credentials: Credentials, reservation: number | undefined): Promise<string> {
  if (reservation === undefined) throw new NotChecked('give --reservation, whose link is issued anew')
  const innlet = openClient(credentials)
  const [numbered] = await collect(innlet.reservation.find({ reservationNumber: String(reservation) }))
  const reservationId = numbered?.reservationId ?? reservation
  const { token, url } = await innlet.itinerary.issueLink({ reservationId })
  await innlet.itinerary.details(token)
  return `that of reservation ${reservation} opens at ${new URL(url).host}`
}

async function checkWebhooks(credentials: Credentials): Promise<string> {
  const { endpoints } = openClient(credentials).webhooks
  const all = await endpoints.list()
  if (!all.length) throw new NotChecked('there is no endpoint')
  const faults: string[] = []
  for (const { endpointId, status } of all) {
    if (status !== 'enabled') {
      faults.push(`endpoint ${endpointId} is ${status}`)
      continue
    }
    const { httpStatus, error } = await endpoints.test({ endpointId })
    if (error !== null) faults.push(`endpoint ${endpointId} does not accept a test: ${httpStatus ?? error}`)
  }
  if (faults.length) throw new Fault(faults.join('; '))
  return `${counted(all.length, 'endpoint')}, each accepts a test`
}
