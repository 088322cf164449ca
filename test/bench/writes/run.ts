import { importJWK, type JWK, type JWTPayload, SignJWT } from 'jose'
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

let key: ReturnType<typeof importJWK> | undefined

/** The address of a link, signed as Innlet does. */
async function linkUrl(origin: string, claims: JWTPayload, linkKey: JWK): Promise<string> {
  key ??= importJWK(linkKey, 'HS256')
  const header = { alg: 'HS256', typ: 'link+jwt', kid: 'bare' }
  return `${origin}/itinerary/${await new SignJWT(claims).setProtectedHeader(header).sign(await key)}`
}

export interface RunOptions {
  /** The operation. */
  name: string
  customer: number
  by: string
  body: string
  origin: string
  linkKey: JWK
  /** Runs statements in one transaction. */
  batch: (queries: Query[]) => Rows[] | Promise<Rows[]>
}

/** Runs a program, and returns its response. */
export async function runWrite({
  name,
  customer,
  by,
  body,
  origin,
  linkKey,
  batch,
}: RunOptions): Promise<WriteResponse> {
  const program = PROGRAMS[name]?.(await writeRequest(customer, by, body))
  if (!program) throw new Error(`there is no program for ${name}`)
  let step = program.next()
  while (!step.done) step = program.next(await batch(step.value))
  const { json, link } = step.value
  if (json && link)
    (json as { content: Record<string, unknown> }).content.itineraryUrl = await linkUrl(origin, link, linkKey)
  return step.value
}
