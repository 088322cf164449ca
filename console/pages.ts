import { words } from './words.ts'

/** A page. Its element changes its properties when the address changes within it. */
export interface Page {
  tag: string
  title: string
  load: () => Promise<unknown>
  /** It is in the navigation. */
  isMain?: boolean
  /** It is in the menu of owners, and of managers if it is of those. */
  isOf?: 'manager' | 'owner'
}

/** The pages, by the first part of their address after `/console`. */
export const PAGES: Readonly<Record<string, Page>> = {
  '': { tag: 'console-today', title: words.today, load: () => import('./pages/today.ts'), isMain: true },
  find: { tag: 'console-find', title: words.find, load: () => import('./pages/find.ts'), isMain: true },
  rooms: { tag: 'console-rooms', title: words.rooms, load: () => import('./pages/rooms.ts'), isMain: true },
  new: { tag: 'console-new', title: words.newBooking, load: () => import('./pages/new.ts'), isMain: true },
  people: { tag: 'console-people', title: words.people, load: () => import('./pages/people.ts'), isOf: 'manager' },
  keys: { tag: 'console-keys', title: words.keys, load: () => import('./pages/keys.ts'), isOf: 'manager' },
  webhooks: {
    tag: 'console-webhooks',
    title: words.webhooks,
    load: () => import('./pages/webhooks.ts'),
    isOf: 'manager',
  },
  events: { tag: 'console-events', title: words.eventLog, load: () => import('./pages/events.ts'), isOf: 'manager' },
  audit: { tag: 'console-audit', title: words.audit, load: () => import('./pages/audit.ts'), isOf: 'owner' },
  booking: { tag: 'console-booking', title: words.booking, load: () => import('./pages/booking.ts') },
}
