import type { Cost } from './db/cost'
import type { Database } from './db/database'
import type { Kv } from './db/kv'
import type { Scope } from './db/scope'
import type { Shards } from './db/shards'
import type { Env, Settings } from './settings'
import type { LinkEnd } from './store/itinerary/columns'

/** The parts of a request that exist before its context does. An exception handler has no more than these. */
export interface IncomingRequest {
  readonly request: Request
  readonly env: Env
  readonly requestId: string
}

/** One is made for every request. */
export interface RequestContext extends IncomingRequest {
  readonly settings: Settings
  /** The database of the customer's scope where there is one, else the first, which holds the control data. */
  readonly db: Database
  readonly shards: Shards
  /** The list of revoked links. */
  readonly revokedLinks: Kv
  readonly cost: Cost
  /** When the request arrived, in milliseconds. Only its duration is computed from this. */
  readonly startedAt: number
  /**
   * The current time in milliseconds, read anew each time: a credential may expire while the body arrives. Changes are stamped by
   * the database instead (db/database.ts), in the order in which they are made.
   */
  readonly now: number
  /** The public address of this installation, without a slash at the end. */
  readonly publicUrl: string
  /** Keeps the isolate alive for work that the response does not wait for. If it fails, the exception is logged. */
  readonly waitUntil: (work: Promise<unknown>) => void
  /** Filled in while the request is served. */
  readonly log: LogFields
  /** Who administers. Filled in when the credential of the request was verified. */
  readonly actor: Actor
  /** The paths of what the request has and its contract does not know, for the response. Filled in when its body was read. */
  readonly ignored: Set<string>
}

/** Why a link was refused. `forged`: it is malformed, or its signature is not valid. `unconfigured`: LINK_KEYS is missing. */
export type LinkRefusal = 'forged' | 'expired' | 'unconfigured' | LinkEnd

interface Actor {
  /** `admin`, or `person:` and the id of a person. */
  by: string
  /** The only customer for whose people the actor may act. Undefined: all. */
  customer?: number | undefined
}

interface LogFields {
  /** An OAuth client id, an API key's id, `admin`, or `console`. Of a failed token request, the client id that was sent. */
  caller?: string
  /** `person:` and the id of a person. */
  sub?: string
  /** The customer, with the shard of the credential. */
  scope?: Pick<Scope, 'customer' | 'shard'>
  /** Why a link was refused. The response does not show it. */
  link?: LinkRefusal
}
