import type { Desk } from './desk.ts'
import type { Router } from './router.ts'

/** What an element of a page gets before it is in the document. */
export interface PageInput {
  desk: Desk
  router: Router
  /** The part of the address after the page: `12` of `/console/booking/12`. */
  argument: string
  query: URLSearchParams
}
