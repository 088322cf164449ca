import type { Rows } from '../rows.ts'
import { changeRoom, createBooking } from './booking.ts'
import { reserveOnline } from './online.ts'
import { type Program, type Query, type WriteRequest, type WriteResponse, writeRequest } from './program.ts'
import { sell, updateMessage } from './sale.ts'

/** The hand-written programs by the operation that they do. */
const PROGRAMS: Record<string, (request: WriteRequest) => Program> = {
  'PostBooking, new': createBooking,
  'PostBooking, modify': changeRoom,
  PostSale: sell,
  UpdateFetchQueueMessage: updateMessage,
  postreservation: reserveOnline,
}

const HS256 = { name: 'HMAC', hash: 'SHA-256' }
const text = new TextEncoder()
const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
const part = (value: object) => base64url(text.encode(JSON.stringify(value)))

let linkKey: Promise<CryptoKey> | undefined

/** The address of a link, signed as Innlet does. */
async function linkUrl(origin: string, claims: object, secret: JsonWebKey): Promise<string> {
  linkKey ??= crypto.subtle.importKey('jwk', secret, HS256, false, ['sign'])
  const signed = `${part({ alg: 'HS256', typ: 'link+jwt', kid: 'bare' })}.${part(claims)}`
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', await linkKey, text.encode(signed)))
  return `${origin}/itinerary/${signed}.${base64url(signature)}`
}

export interface RunOptions {
  /** The operation. */
  name: string
  customer: number
  body: string
  origin: string
  linkSecret: JsonWebKey
  /** Runs statements in one transaction. */
  batch: (queries: Query[]) => Rows[] | Promise<Rows[]>
}

/** Runs a program, and returns its response. */
export async function runWrite({
  name,
  customer,
  body,
  origin,
  linkSecret,
  batch,
}: RunOptions): Promise<WriteResponse> {
  const program = PROGRAMS[name]?.(await writeRequest(customer, body))
  if (!program) throw new Error(`there is no program for ${name}`)
  let step = program.next()
  while (!step.done) step = program.next(await batch(step.value))
  const { json, link } = step.value
  if (json && link)
    (json as { content: Record<string, unknown> }).content.itineraryUrl = await linkUrl(origin, link, linkSecret)
  return step.value
}
