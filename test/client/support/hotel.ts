import { expect, inject, vi } from 'vitest'
import { type ChannelMessage, Innlet, type InnletError } from '../../../client/innlet.ts'
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

export const IN_BROWSER = 'document' in globalThis

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

/** The pauses before repetitions are as short as they may be. */
export const withoutJitter = () => vi.spyOn(Math, 'random').mockReturnValue(0)

/** The error of something that must fail. */
export const failureOf = (work: Promise<unknown>): Promise<InnletError> =>
  work.then(
    () => Promise.reject(new Error('expected a failure')),
    error => error,
  )

/** Room type 10 and rate 1 are for sale in May 2027, at 100 a night. */
export const MAY_FOR_SALE: ChannelMessage = {
  rooms: [
    {
      roomTypeId: 10,
      data: [{ sellableProducts: { hotelid: 'H1', sellableProduct: [{ invStatusType: 'Active', roomid: 'DBL' }] } }],
    },
  ],
  ratePlan: [{ rateID: 1, data: [{ ratePlans: { hotelid: 'H1', ratePlan: [{ rateplanid: 'BAR' }] } }] }],
  rateAvailability: [
    {
      data: [
        {
          hotelid: 'H1',
          room: [
            {
              roomid: 'DBL',
              date: [
                {
                  from: '2027-05-01',
                  to: '2027-05-31',
                  roomstosell: '3',
                  rate: [{ rateplanid: 'BAR' }],
                  price: [{ numberOfGuests: '2', value: '100' }],
                },
              ],
            },
          ],
        },
      ],
    },
  ],
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
