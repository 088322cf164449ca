import { expect, inject } from 'vitest'
import { Innlet } from '../../../client/innlet.ts'
import type { InnletOptions } from '../../../client/options.ts'

/*
 * A hotel of its own on a running service, which is reached through a proxy that fails as the test says. The same tests run in
 * Node, in workerd and in Chromium.
 */

/** What happens to one request. */
export interface Fault {
  /** Responds itself, without asking the service. */
  status?: number
  headers?: Record<string, string>
  body?: string
  /** Closes the connection: before the service gets the request, after it has responded, or in the middle of its response. */
  close?: 'before' | 'after' | 'middle'
  /** Milliseconds before the request goes on. */
  delay?: number
}

/** Faults of the next requests. `null` leaves a request as it is. */
export interface Faults {
  api?: (Fault | null)[]
  token?: (Fault | null)[]
}

/** A request that the proxy got. */
export interface Seen {
  at: number
  method: string
  path: string
  headers: Record<string, string>
  body: string
}

export interface Credentials {
  clientId: string
  clientSecret: string
  apiKey: string
  accessToken: string
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the proxy. */
    proxy: string
  }
}

const IN_BROWSER = 'document' in globalThis

/** Creates a customer with the sea hotel. */
export async function newHotel() {
  const proxy = inject('proxy')
  const name = crypto.randomUUID()
  const ask = async (path: string, body?: unknown) => {
    const response = await fetch(`${proxy}${path}`, { method: 'POST', body: JSON.stringify(body) ?? null })
    expect(response.status).toBe(200)
    return await response.json()
  }
  const url = `${proxy}/r/${name}`
  const credentials = (await ask('/customers')) as Credentials
  const { clientId, clientSecret, accessToken } = credentials
  // A browser may have a token only.
  const credential = IN_BROWSER ? { accessToken } : { clientId, clientSecret }
  return {
    ...credentials,
    url,
    /** An address that records webhooks. */
    hook: `${proxy}/hook/${name}`,
    innlet: new Innlet({ url, ...credential }),
    clientWith: (options: Partial<InnletOptions>) => new Innlet({ url, ...credential, ...options } as InnletOptions),
    fail: (faults: Faults) => ask(`/faults/${name}`, faults),
    /** The requests that the proxy got on a path. */
    seen: async (path = '/api/') => ((await ask(`/seen/${name}`)) as Seen[]).filter(each => each.path.includes(path)),
  }
}

let day = 0

/** A stay of one night in a room of the sea hotel, each in another night. */
export function stay() {
  const date = (days: number) => new Date(Date.UTC(2027, 0, 1 + days)).toISOString().slice(0, 10)
  day++
  return {
    arrivalDate: date(day),
    departureDate: date(day + 1),
    primaryGuestDetails: { lastName: 'Okafor' },
    roomsBooked: [{ roomID: 101 }],
  }
}

/** All elements of a list. */
export async function all<Element>(list: AsyncIterable<Element>): Promise<Element[]> {
  const elements: Element[] = []
  for await (const element of list) elements.push(element)
  return elements
}
