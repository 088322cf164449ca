import type { Env, Settings } from './settings'
import type { Cost } from './store/cost'
import type { Database } from './store/database'
import type { Kv } from './store/kv'

/** What is there from the first moment of a request, whatever else fails. */
export interface Asked {
  readonly request: Request
  readonly env: Env
  readonly requestId: string
}

/** What a handler may reach, besides its input. One is made for every request. */
export interface Exchange extends Asked {
  readonly settings: Settings
  readonly db: Database
  /** The list of revoked links. */
  readonly links: Kv
  readonly cost: Cost
  /** The instant at which the request came, in milliseconds; the only clock that rules see. */
  readonly now: number
  /** Our own address as the world knows it, without a slash at the end. */
  readonly publicUrl: string
  /** Keeps the isolate alive for work that the answer need not wait for. */
  readonly later: (work: Promise<unknown>) => void
  /** Who called, for the log: an OAuth client id or an API key's id. */
  caller?: string
}
