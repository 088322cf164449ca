import type { Cost } from './db/cost'
import type { Database } from './db/database'
import type { Kv } from './db/kv'
import type { Shards } from './db/shards'
import type { Env, Settings } from './settings'

/** What is there from the first moment of a request, whatever else fails. */
export interface IncomingRequest {
  readonly request: Request
  readonly env: Env
  readonly requestId: string
}

/** What a handler may reach, besides its input. One is made for every request. */
export interface RequestContext extends IncomingRequest {
  readonly settings: Settings
  /** Once it is known for which customer a request acts, that customer's; until then the first, with the control data. */
  db: Database
  readonly shards: Shards
  /** The list of revoked links. */
  readonly revokedLinks: Kv
  readonly cost: Cost
  /** When the request came, in milliseconds: for how long it took, and nothing else. */
  readonly startedAt: number
  /**
   * What time it is, in milliseconds, read anew each time: a body may take its time, and what expires meanwhile has expired.
   * Changes are stamped by the database (store/clock.ts), in the order in which they are made.
   */
  readonly now: number
  /** Our own address as the world knows it, without a slash at the end. */
  readonly publicUrl: string
  /** Keeps the isolate alive for work that the answer need not wait for. */
  readonly waitUntil: (work: Promise<unknown>) => void
  /** Who called, for the log: an OAuth client id or an API key's id. */
  caller?: string
}
