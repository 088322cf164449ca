import { setTimeout as sleep } from 'node:timers/promises'
import type { Service } from '../../tooling/command/service.ts'
import { query, violatedInvariants } from '../e2e/support/database.ts'
import { registerApplication, setUpHotel, tokenFor } from '../e2e/support/hotel.ts'
import { killProcessTree } from '../e2e/support/processes.ts'
import { newServiceFolder, type Run, start } from '../e2e/support/run.ts'
import { type Followed, follow } from '../support/follower.ts'
import { departureOf, manyRooms, nthBooking } from '../support/many-rooms.ts'
import { type Behaviour, HEALTHY, type Receiver, startReceivers } from './receivers.ts'

/*
 * The soak of webhooks: receivers of every kind, while the service is killed again and again in the middle of its changes. Every
 * healthy receiver must get every matching event, each reservation's in order, and `previousSequence` must prove it. A follower
 * of GetEvents, which each kill interrupts, must get each event once.
 */

interface SoakOptions {
  kills: number
  /** Changes that are acknowledged before each kill. */
  changes: number
  say: (line: string) => void
}

const BEHAVIOURS: readonly Behaviour[] = [...HEALTHY, 'error', 'gone', 'redirect', 'hanging', 'closing']
/** A healthy receiver of some types, beside those of all types. */
const SOME_TYPES = ['reservation.created', 'reservation.cancelled']
const PERMISSIONS = ['reservations:write', 'events:write']
const CLIENTS = 8
/** Requests open at one endpoint (docs/webhooks.md). */
const MAX_OPEN = 5
/** A token is valid for 15 minutes, and a drain may take longer. */
const TOKEN_SECONDS = 600
/** Without progress after the last kill: a lease, the next run of the cron, and a retry with the run after it. */
const DRAIN_SECONDS = 300

/** Acknowledged changes of each reservation, by the type of their event. */
type Acknowledged = Map<string, number>

interface EndpointProgress {
  endpointId: number
  deliveredSequence: number
}

/** Runs the soak. Returns what was violated. */
export async function soakWebhooks({ kills, changes, say }: SoakOptions): Promise<string[]> {
  const place = newServiceFolder()
  const receivers = await startReceivers()
  const acknowledged: Acknowledged = new Map()
  const all = new Map<string, { receiver: Receiver; types: readonly string[]; endpointId: number }>()
  const followed: Followed = { sequences: [] }
  const violations: string[] = []
  let count = 0
  let bookings = 0
  try {
    let run = await start(place, '--no-demo')
    await setUpHotel(run.service, 1, { rooms: manyRooms })
    const application = await registerApplication(run.service, 1, PERMISSIONS)
    const enter = async () => (await tokenFor(run.service, application)).access_token as string
    let bearer = await enter()
    for (const behaviour of BEHAVIOURS) await add(behaviour, behaviour, [])
    await add('some-types', 'ok', SOME_TYPES)

    for (let round = 1; round <= kills; round++) {
      await killAfter(run, bearer, changes)
      violations.push(
        ...Object.keys(violatedInvariants(place)).map(sentence => `kill ${round}: not true any more: ${sentence}`),
      )
      run = await start(place, '--no-demo')
      bearer = await enter()
      say(`kill ${round}: ${summary()}`)
    }
    await follow(run.service, bearer, followed, () => true)
    await run.end('SIGTERM')
    violations.push(...problemsOfLog())
    say(`the log: ${summary()}`)
    run = await start(place, '--no-demo')
    await drain(run, enter)
    await run.end('SIGTERM')
    violations.push(...problemsOfReceivers())
    say(summary())
    for (const line of delays()) say(line)
    return violations

    async function add(name: string, behaviour: Behaviour, types: readonly string[]): Promise<void> {
      const receiver = receivers.add(name, behaviour)
      const body = { url: receiver.url, types, afterSequence: 0 }
      const { json } = await run.service.requestOk('POST', '/api/Webhook/PostEndpoint', body, bearer)
      receiver.expect(json.content.secret)
      all.set(name, { receiver, types, endpointId: json.content.endpointId })
    }
  } finally {
    receivers.close()
  }

  /** Sends changes, and kills the service in the middle of them. */
  async function killAfter({ service, pid }: Run, bearer: string, changes: number): Promise<void> {
    const until = count + changes
    let isOver = false
    const clients = Array.from({ length: CLIENTS }, async () => {
      while (!isOver) {
        try {
          await change(service, bearer)
        } catch (error) {
          if (!isOver) violations.push(`a change was not answered: ${error}`)
          return
        }
      }
    })
    const following = follow(service, bearer, followed, () => false)
    while (count < until && !violations.length) await sleep(1)
    await sleep(Math.random() * 50)
    isOver = true
    const left = await killProcessTree(pid)
    await Promise.all([...clients, following])
    if (left.length) violations.push(`processes that a kill left: ${left.join(', ')}`)
  }

  /** A booking, its changes and sometimes its cancellation, one after the other. */
  async function change(service: Service, bearer: string): Promise<void> {
    const path = '/api/Booking/PostBooking'
    const n = bookings++
    const { headers } = await service.requestOk('POST', path, nthBooking(n), bearer)
    const bookingID = Number(headers.get('x-reservation-id'))
    note('reservation.created', bookingID)
    for (let nights = 2; nights <= 4; nights++) {
      await service.requestOk('POST', path, { bookingID, departureDate: departureOf(n, nights) }, bearer)
      note('reservation.modified', bookingID)
    }
    if (Math.random() < 0.5) return
    await service.requestOk('POST', path, { bookingID, action: 'cancel' }, bearer)
    note('reservation.cancelled', bookingID)
  }

  function note(type: string, reservationId: number): void {
    count++
    const key = `${type} of ${reservationId}`
    acknowledged.set(key, (acknowledged.get(key) ?? 0) + 1)
  }

  /** Waits until nothing is pending at the healthy endpoints. */
  async function drain({ service }: Run, enter: () => Promise<string>): Promise<void> {
    const healthy = [...all.values()].filter(({ receiver }) => HEALTHY.includes(receiver.behaviour))
    let delivered = 0
    let bearer = ''
    for (let waited = 0, second = 0; waited < DRAIN_SECONDS; waited++, second++) {
      if (second % TOKEN_SECONDS === 0) bearer = await enter()
      const { headers } = await service.requestOk('GET', '/api/Event/GetEvents?pageSize=1', undefined, bearer)
      const newest = Number(headers.get('x-newest-sequence'))
      const { json } = await service.requestOk('GET', '/api/Webhook/GetEndpoints', undefined, bearer)
      const sequences = new Map<number, number>(
        json.content.map((each: EndpointProgress) => [each.endpointId, each.deliveredSequence]),
      )
      const reached = healthy.map(({ endpointId }) => sequences.get(endpointId) ?? 0)
      if (reached.every(sequence => sequence >= newest)) return
      const sum = reached.reduce((one, other) => one + other, 0)
      if (sum > delivered) waited = 0
      delivered = sum
      await sleep(1000)
    }
  }

  function readLog() {
    return query(
      place,
      'SELECT sequence, event_type AS type, reservation_id AS reservationId FROM event WHERE customer_id = 1 ORDER BY sequence',
    ) as { sequence: number; type: string; reservationId: number | null }[]
  }

  /** Acknowledged changes without an event, gaps of the log, and what the follower did not get once. */
  function problemsOfLog(): string[] {
    const found: string[] = []
    const log = readLog()
    const logged = new Map<string, number>()
    for (const { type, reservationId } of log) {
      const key = `${type} of ${reservationId}`
      logged.set(key, (logged.get(key) ?? 0) + 1)
    }
    for (const [key, times] of acknowledged) {
      if ((logged.get(key) ?? 0) < times) found.push(`${key}: ${times} acknowledged, ${logged.get(key) ?? 0} logged`)
    }
    if (log.some(({ sequence }, i) => sequence !== i + 1)) found.push('the log has a gap')
    if (followed.sequences.length !== log.length || followed.sequences.some((sequence, i) => sequence !== i + 1))
      found.push(`of ${log.length} events the follower got ${followed.sequences.length}, with a gap or one twice`)
    return found
  }

  function problemsOfReceivers(): string[] {
    const found: string[] = []
    const log = readLog()
    for (const [name, { receiver, types }] of all) {
      found.push(...receiver.faults.slice(0, 5).map(fault => `${name}: ${fault}`))
      if (receiver.maxOpen > MAX_OPEN) found.push(`${name}: ${receiver.maxOpen} requests were open at once`)
      if (!HEALTHY.includes(receiver.behaviour)) continue
      const matching = log.filter(({ type }) => !types.length || types.includes(type))
      found.push(...problemsOf(receiver, matching).map(problem => `${name}: ${problem}`))
    }
    return found
  }

  function summary(): string {
    const parts = [...all].map(([name, { receiver }]) => {
      const { received, repeated, attempts } = receiver
      return HEALTHY.includes(receiver.behaviour)
        ? `${name} ${received.length} events, ${repeated} again`
        : `${name} ${attempts} attempts`
    })
    return `${count} changes acknowledged; ${followed.sequences.length} events followed; ${parts.join('; ')}; ${violations.length} violations`
  }

  function delays(): string[] {
    return [...all].flatMap(([name, { receiver }]) => {
      const sorted = receiver.received.map(({ delayMs }) => delayMs).sort((one, other) => one - other)
      const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
      return sorted.length
        ? [`${name}: commit to acceptance p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, last ${at(1)} ms`]
        : []
    })
  }
}

/** What is missing, out of order, or not proven by `previousSequence`. `matching` are the events of the log. */
function problemsOf({ received }: Receiver, matching: readonly { sequence: number }[]): string[] {
  const problems: string[] = []
  const bySequence = new Map(received.map(event => [event.sequence, event]))
  const missing = matching.filter(({ sequence }) => !bySequence.has(sequence))
  if (missing.length) problems.push(`${missing.length} events are missing, first ${missing[0]?.sequence}`)

  const latest = new Map<number, number>()
  for (const { sequence, data } of received) {
    if (!data.reservationId) continue
    const before = latest.get(data.reservationId) ?? 0
    if (before > sequence) problems.push(`event ${sequence} came after ${before} of the same reservation`)
    latest.set(data.reservationId, Math.max(before, sequence))
  }

  // A receiver knows only what it got: from its newest event, each one names the one before.
  let steps = 0
  let sequence = Math.max(0, ...bySequence.keys())
  while (sequence) {
    steps++
    const event = bySequence.get(sequence)
    if (!event) break
    sequence = event.previousSequence
  }
  if (steps !== received.length) problems.push(`previousSequence proves ${steps} of ${received.length} events`)
  return problems
}
