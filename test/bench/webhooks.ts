/*
 * The time from the commit of a change to the first attempt at a healthy webhook endpoint: alone, and beside endpoints whose
 * receivers hang, those of the same customer and 200 of others.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Service } from '../../tooling/command/service.ts'
import { registerApplication, setUpHotel, tokenFor } from '../e2e/support/hotel.ts'
import { newServiceFolder, start, stopAndRemoveAll } from '../e2e/support/run.ts'
import { type Receiver, type Receivers, startReceivers } from '../soak/receivers.ts'
import { manyRooms, nthBooking } from '../support/many-rooms.ts'
import { atMost, type Figure, figureWithoutLimit } from './report.ts'
import { quantile } from './turns.ts'

/** A customer has at most 20 endpoints, and one of them is healthy. */
const HANGING = 19
const OTHER_CUSTOMERS = 10
const HANGING_OF_OTHER = 20
const PAUSE_MS = 100
/** Right after the other receivers have begun to hang, all at the same moment. */
const FIRST_EVENTS = 10
/** Until each of them has failed three times, and is attempted every five minutes and less. An attempt takes 15 seconds. */
const FAILING_EVENTS = 600
/** The services take turns of so many events: a slow moment of the machine is in both. */
const TURNS = 30
const EVENTS_OF_TURN = 50
/** Bookings of our customer for each one of another. */
const OURS_PER_OTHER = 5
/** How long the last events of a turn may take. */
const WAIT_MS = 30_000
const GOAL_MS = 2_000
const GOAL_RATIO = 1.1
const PERMISSIONS = ['reservations:write', 'events:write']

interface Customer {
  id: number
  bearer: string
  bookings: number
}

/** A service with its customers. The first one has the healthy endpoint. */
interface Hotels {
  service: Service
  customers: Customer[]
  healthy: Receiver
}

export async function benchWebhooks(): Promise<Figure[]> {
  const receivers = await startReceivers()
  try {
    const alone = await startHotels(receivers, 'alone')
    const beside = await startHotels(receivers, 'beside')
    const [ours, ...others] = beside.customers as [Customer, ...Customer[]]
    await addHanging(beside.service, receivers, ours, HANGING)
    for (const other of others) await addHanging(beside.service, receivers, other, HANGING_OF_OTHER)

    const delays: Delays = { alone: [], first: [], failing: [], beside: [] }
    // Each service has handled as many events before the turns: its collections of garbage take longer as its heap grows.
    console.error('… webhooks, alone')
    await measure(alone, FIRST_EVENTS + FAILING_EVENTS)
    const measured = async (phase: keyof Delays, hotels: Hotels, events: number) => {
      delays[phase].push(...(await measure(hotels, events)))
    }
    console.error('… webhooks, until the others fail')
    await measured('first', beside, FIRST_EVENTS)
    await measured('failing', beside, FAILING_EVENTS)
    console.error('… webhooks, in turns')
    for (let turn = 0; turn < TURNS; turn++) {
      const phases = turn % 2 ? (['beside', 'alone'] as const) : (['alone', 'beside'] as const)
      for (const phase of phases) await measured(phase, phase === 'alone' ? alone : beside, EVENTS_OF_TURN)
    }
    return figuresOf(delays)
  } finally {
    receivers.close()
    await stopAndRemoveAll()
  }
}

/** Milliseconds from commit to arrival: alone, after the others begin to hang, until they have failed three times, and from then on. */
type Delays = Record<'alone' | 'first' | 'failing' | 'beside', number[]>

function figuresOf({ alone, first, failing, beside }: Delays): Figure[] {
  const [p99, p99Beside] = [quantile(alone, 0.99), quantile(beside, 0.99)]
  const hanging = `beside ${HANGING} hanging endpoints of the customer and ${OTHER_CUSTOMERS * HANGING_OF_OTHER} of others`
  return [
    figureWithoutLimit('webhook: commit to first attempt, p50', quantile(alone, 0.5), 'ms', `${alone.length} events`),
    atMost('webhook: commit to first attempt, p99', p99, 'ms', GOAL_MS),
    figureWithoutLimit(`… p50 ${hanging}`, quantile(beside, 0.5), 'ms'),
    atMost(`… p99 ${hanging}`, p99Beside / p99, '×', GOAL_RATIO, `${p99Beside} ms against ${p99} ms`),
    figureWithoutLimit(
      '… p99 until they have failed three times',
      quantile(failing, 0.99),
      'ms',
      `p50 ${quantile(failing, 0.5)} ms`,
    ),
    figureWithoutLimit('… the slowest event after all begin to hang at once', Math.max(...first), 'ms'),
  ]
}

/** Starts a service. Its only endpoint is the healthy one. */
async function startHotels(receivers: Receivers, name: string): Promise<Hotels> {
  const { service } = await start(newServiceFolder(), '--no-demo')
  const customers: Customer[] = []
  for (let id = 1; id <= 1 + OTHER_CUSTOMERS; id++) customers.push(await newCustomer(service, id))
  const healthy = receivers.add(`healthy-${name}`, 'ok')
  await makeEndpoint(service, customers[0] as Customer, healthy)
  return { service, customers, healthy }
}

async function newCustomer(service: Service, id: number): Promise<Customer> {
  await setUpHotel(service, id, { rooms: manyRooms })
  const { access_token: bearer } = await tokenFor(service, await registerApplication(service, id, PERMISSIONS))
  return { id, bearer, bookings: 0 }
}

async function makeEndpoint(service: Service, { bearer }: Customer, receiver: Receiver): Promise<void> {
  const { json } = await service.requestOk('POST', '/api/Webhook/PostEndpoint', { url: receiver.url }, bearer)
  receiver.expect(json.content.secret)
}

async function addHanging(service: Service, receivers: Receivers, customer: Customer, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    await makeEndpoint(service, customer, receivers.add(`hanging-${customer.id}-${n}`, 'hanging'))
  }
}

/** Makes events at a steady rate, by bookings at all customers. Returns the milliseconds from each commit to the arrival at the healthy receiver. */
async function measure({ service, healthy, customers }: Hotels, events: number): Promise<number[]> {
  const [ours, ...others] = customers as [Customer, ...Customer[]]
  const first = healthy.received.length
  const sent: Promise<unknown>[] = []
  for (let n = 0; n < events; n++) {
    sent.push(book(service, ours))
    if (n % OURS_PER_OTHER === 0) sent.push(book(service, others[(n / OURS_PER_OTHER) % others.length] as Customer))
    await sleep(PAUSE_MS)
  }
  await Promise.all(sent)
  const end = Date.now() + WAIT_MS
  while (healthy.received.length < first + events && Date.now() < end) await sleep(10)
  const delays = healthy.received.slice(first).map(({ delayMs }) => delayMs)
  // Events that did not arrive took at least so long.
  return [...delays, ...Array.from({ length: events - delays.length }, () => WAIT_MS)]
}

const book = (service: Service, customer: Customer) =>
  service.requestOk('POST', '/api/Booking/PostBooking', nthBooking(customer.bookings++), customer.bearer)
