import type { Desk } from './desk.ts'
import type { Router } from './router.ts'
import { words } from './words.ts'

/** What an element of a page gets before it is in the document. */
export interface PageInput {
  desk: Desk
  router: Router
  /** The part of the address after the page: `12` of `/console/booking/12`. */
  argument: string
  query: URLSearchParams
}

/** A page. Its element changes its properties when the address changes within it. */
export interface Page {
  tag: string
  title: string
  load: () => Promise<unknown>
  /** It is in the navigation. */
  isMain?: boolean
}

/** The pages, by the first part of their address after `/console`. */
export const PAGES: Readonly<Record<string, Page>> = {
  '': { tag: 'console-today', title: words.today, load: () => import('./pages/today.ts'), isMain: true },
  find: { tag: 'console-find', title: words.find, load: () => import('./pages/find.ts'), isMain: true },
  new: { tag: 'console-new', title: words.newBooking, load: () => import('./pages/new.ts'), isMain: true },
  booking: { tag: 'console-booking', title: words.booking, load: () => import('./pages/booking.ts') },
}
