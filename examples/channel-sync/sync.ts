import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { type ChannelMessage, Innlet } from '@innlet/client'

/*
 * The nightly synchronisation of a channel manager: sends prices and availability, then reads the reservations that changed. It stores
 * how far it is. If it ends in the middle, the next run goes on from there.
 */

const {
  INNLET_URL = '',
  INNLET_CLIENT_ID = '',
  INNLET_CLIENT_SECRET = '',
  DATA = 'data',
  PAGE_SIZE = '100',
} = process.env
const innlet = new Innlet({ url: INNLET_URL, clientId: INNLET_CLIENT_ID, clientSecret: INNLET_CLIENT_SECRET })

interface State {
  /** The night that is being sent, and how many of its messages the service has. */
  night: string
  sent: number
  /** Where the list of changed reservations goes on. */
  cursor?: string | undefined
}

const STATE = `${DATA}/state.json`

/** Replaces a file as a whole: a process that ends while it writes leaves the earlier one. */
function store(path: string, value: unknown): void {
  writeFileSync(`${path}.new`, JSON.stringify(value))
  renameSync(`${path}.new`, path)
}

mkdirSync(`${DATA}/reservations`, { recursive: true })
const night = new Date().toISOString().slice(0, 10)
const state: State = existsSync(STATE) ? JSON.parse(readFileSync(STATE, 'utf8')) : { night, sent: 0 }
if (state.night !== night) Object.assign(state, { night, sent: 0 })

await send(JSON.parse(readFileSync(`${DATA}/messages.json`, 'utf8')))
await receive()

/** Sends the messages of the night in their order. A message that is sent twice changes nothing. */
async function send(messages: ChannelMessage[]): Promise<void> {
  for (const message of messages.slice(state.sent)) {
    await innlet.cmConnect.update(message)
    state.sent += 1
    store(STATE, state)
  }
  console.log(`${state.sent} messages sent`)
}

/** Stores each changed reservation as it is now. One that is read twice is stored twice, in the same file. */
async function receive(): Promise<void> {
  const changes = innlet.reservation.changes({ since: state.cursor, pageSize: Number(PAGE_SIZE) })
  let count = 0
  for await (const reservation of changes) {
    // The cursor moves with each page, when the page before it is stored.
    if (changes.cursor !== state.cursor) storeCursor(changes.cursor)
    store(`${DATA}/reservations/${reservation.reservationId}.json`, reservation)
    count += 1
  }
  storeCursor(changes.cursor)
  console.log(`${count} reservations read`)
}

function storeCursor(cursor: string | undefined): void {
  state.cursor = cursor
  store(STATE, state)
}
