import { bookingsAround, closureAround } from '../../demo/bookings.ts'
import { customerAt, DEMO_CUSTOMER, setup } from '../../demo/hotel.ts'
import { purchase } from '../../demo/purchase.ts'
import { ratesFrom } from '../../demo/rates.ts'
import type { Booking } from '../../demo/stay.ts'
import { todayIn } from '../../schema/stay-dates.ts'
import { CommandError } from '../../tooling/command/command-error.ts'
import type { Service } from '../../tooling/command/service.ts'
import { moveDemoTo } from './demo-day.ts'
import { type DemoState, demoStateFile } from './demo-state.ts'
import { openLargeDemo } from './large-demo.ts'
import { openEndpoint } from './receiver/endpoint.ts'
import type { Receiver } from './receiver/receiver.ts'

/** What a user needs to try the demo: an integrator's credentials and the token of a guest's link. */
export interface Demo {
  clientId: string
  clientSecret: string
  linkToken: string
}

export interface DemoOptions {
  audience: string
  /** The file of its state. */
  file: string
  /** Gets the demo hotel's webhooks. */
  receiver?: Receiver
  today?: string
  /** Also a hotel of 120 rooms with the bookings of a year, as a second customer. */
  isLarge?: boolean
}

const PERMISSIONS = ['reservations:write', 'rates:write', 'inventory:write', 'events:write']

/**
 * Loads the demo hotel through the API, as an administrator and an integrator would. If it is already loaded, moves its bookings
 * to `today`. Each step is repeatable and stored when it is done, so that the next start continues after a killed one.
 */
export async function openDemo(
  service: Service,
  { audience, file, receiver, isLarge = false, today = todayIn('Europe/Lisbon', Date.now()) }: DemoOptions,
): Promise<Demo> {
  const { read, write } = demoStateFile(file)
  const memory = await ofThisDatabase(service, read())
  const note = (news: DemoState) => write(Object.assign(memory, news))

  if (memory.origin !== service.origin) {
    await service.admin('PUT', `/customers/${DEMO_CUSTOMER}`, customerAt(service.origin))
    note({ origin: service.origin })
  }
  if (!memory.loaded) await service.admin('PUT', `/customers/${DEMO_CUSTOMER}/setup`, setup)

  let bearer = await tokenFor(service, memory, audience)
  if (!bearer) {
    note(await register(service, DEMO_CUSTOMER))
    bearer = await tokenFor(service, memory, audience)
  }
  if (!bearer) throw new CommandError('its credentials are refused')

  // Before the bookings, whose events are then received.
  if (receiver) receiver.expect(await openEndpoint({ service, bearer, memory, note, url: receiver.webhookUrl }))

  if (!memory.loaded) {
    const day = memory.day ?? today
    note({ day })
    const ids = new Map<string, number>()
    for (const booking of bookingsAround(day)) ids.set(booking.identity, await post(service, booking, bearer))
    await sell(service, ids.get(purchase.booking), bearer)
    await service.requestOk('POST', '/api/CMConnect/UpdateCMConnect', ratesFrom(day), bearer)
    // Refused if the day is past.
    await service.request('POST', '/api/Reservation/CloseRoom', closureAround(day), bearer)
    note({ reservationId: ids.values().next().value, loaded: true })
  }
  if (isLarge) {
    const tokenOf = async (customer: number) => tokenFor(service, await register(service, customer), audience)
    await openLargeDemo(service, { today, memory, note, tokenOf })
  }
  if (memory.day !== today) await moveDemoTo(today, { service, bearer, memory, note })

  const linkToken =
    (await tokenIfValid(service, memory.linkToken)) ?? (await issueLink(service, memory.reservationId, bearer))
  note({ linkToken })
  const { clientId = '', clientSecret = '' } = memory
  return { clientId, clientSecret, linkToken }
}

/** The stored state, or an empty one if it belongs to another database. */
async function ofThisDatabase(service: Service, memory: DemoState): Promise<DemoState> {
  if (!memory.clientId) return memory
  const { json } = await service.admin('GET', `/applications?customerId=${DEMO_CUSTOMER}`)
  const exists = json.applications.some((each: { clientId: string }) => each.clientId === memory.clientId)
  return exists ? memory : {}
}

async function register(service: Service, customerId: number): Promise<DemoState> {
  const { json } = await service.admin('POST', '/applications', {
    name: 'Demo',
    customerId,
    product: 'innlet',
    permissions: PERMISSIONS,
  })
  return { clientId: json.clientId, clientSecret: json.clientSecret }
}

/** An access token, or undefined if the stored credentials are not valid. */
async function tokenFor(service: Service, memory: DemoState, audience: string): Promise<string | undefined> {
  const { clientId: client_id, clientSecret: client_secret } = memory
  if (!client_id || !client_secret) return undefined
  const grant = { grant_type: 'client_credentials', client_id, client_secret, audience }
  const { json } = await service.request('POST', '/oauth/token', grant)
  return json?.access_token
}

/** Posts a booking and its later change; returns its id. */
async function post(service: Service, { afterwards, ...booking }: Booking, bearer: string): Promise<number> {
  const { status, headers, json } = await service.request('POST', '/api/Booking/PostBooking', booking, bearer)
  if (status === 409 && (afterwards || booking.holdMinutes) && json.errors[0].code === 'IDENTITY_CONFLICT') {
    // A start that was killed has made it, and it was cancelled: by that start, or because its hold ended.
    const found = await service.requestOk(
      'POST',
      '/api/CMConnect/GetReservation',
      { bookingID: booking.identity },
      bearer,
    )
    return found.json.content[0].reservationId
  }
  if (status !== 200) throw new CommandError(`PostBooking answered ${status} ${JSON.stringify(json.errors)}`)
  const bookingID = Number(headers.get('x-reservation-id'))
  if (afterwards) await service.requestOk('POST', '/api/Booking/PostBooking', { bookingID, ...afterwards }, bearer)
  return bookingID
}

async function sell(service: Service, reservationID: number | undefined, bearer: string): Promise<void> {
  const { sale, back } = purchase
  const sold = await service.requestOk('POST', '/api/Sale/PostSale', { ...sale, reservationID }, bearer)
  await service.requestOk('POST', '/api/Sale/PostSale', { ...back, returnOf: sold.json.content.saleId }, bearer)
}

/** The token, or undefined if its link is not valid. */
async function tokenIfValid(service: Service, token: string | undefined): Promise<string | undefined> {
  return token && (await service.isServed(`/api/public/PartnerItinerary/details/${token}`)) ? token : undefined
}

async function issueLink(service: Service, reservationId: number | undefined, bearer: string): Promise<string> {
  return (await service.requestOk('POST', '/api/PartnerItinerary/IssueLink', { reservationId }, bearer)).json.content
    .token
}
