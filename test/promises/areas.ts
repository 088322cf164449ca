import { ACCESS } from './access'
import { ADMIN } from './admin'
import { API } from './api'
import { BACKUP } from './backup'
import { BOOKING } from './booking'
import { CHANNEL } from './channel'
import { CLIENT } from './client'
import { COMMAND } from './command'
import { CONSOLE } from './console'
import { CUSTOMERS } from './customers'
import { EVENT } from './event'
import { FETCH_QUEUE } from './fetch-queue'
import { INPUT } from './input'
import { INVENTORY } from './inventory'
import { ITINERARY } from './itinerary'
import { ONLINE_BOOKING } from './online-booking'
import { PEOPLE } from './people'
import { RESERVATION } from './reservation'
import { ROOMS } from './rooms'
import { RUNNING } from './running'
import { SHARDS } from './shards'
import { SITE } from './site'
import { TOKENS } from './tokens'
import { TRIALS } from './trials'
import { VALUES } from './values'
import { WEBHOOK } from './webhook'
import { WIDGET } from './widget'

export interface Area {
  title: string
  /** Each promise by its id. */
  promises: Readonly<Record<string, string>>
}

/** The areas of promises that are written by hand, in the order of the page /docs/promises. */
export const AREAS: readonly Area[] = [
  { title: 'Responses', promises: API },
  { title: 'Values and lists', promises: VALUES },
  { title: 'Tokens', promises: TOKENS },
  { title: 'Permissions', promises: ACCESS },
  { title: 'Administration', promises: ADMIN },
  { title: 'People', promises: PEOPLE },
  { title: 'Bookings', promises: BOOKING },
  { title: 'Fetch queue', promises: FETCH_QUEUE },
  { title: 'Inventory and sales', promises: INVENTORY },
  { title: 'Channel manager', promises: CHANNEL },
  { title: 'Online booking', promises: ONLINE_BOOKING },
  { title: 'Reservation lists', promises: RESERVATION },
  { title: 'Events', promises: EVENT },
  { title: 'Webhooks', promises: WEBHOOK },
  { title: 'Itinerary and links', promises: ITINERARY },
  { title: 'The element and its pages', promises: WIDGET },
  { title: 'Console', promises: CONSOLE },
  { title: 'The pages of the service', promises: SITE },
  { title: 'The chart of rooms', promises: ROOMS },
  { title: 'The npm client', promises: CLIENT },
  { title: 'Input', promises: INPUT },
  { title: 'All operations', promises: TRIALS },
  { title: 'The command line and agents', promises: COMMAND },
  { title: 'Customers', promises: CUSTOMERS },
  { title: 'Several databases', promises: SHARDS },
  { title: 'Running', promises: RUNNING },
  { title: 'Backup and restore', promises: BACKUP },
]
