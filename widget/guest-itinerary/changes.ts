import type { Words } from '../locales/words.ts'
import type { Hotel, HotelNote } from './hotel.ts'
import type { Moment, Room, ScheduleItem } from './itinerary.ts'

/** What can be new or changed. A hotel stands for its address and its numbers; its texts are entries of their own. */
export type Entry = Moment | Room | ScheduleItem | Hotel | HotelNote

/** How an entry differs from that of the guest's last visit. */
export interface Change {
  kind: 'fresh' | 'changed'
  /** the id of the entry in the sheet */
  id: string
  /** its former time, if it has another one now: `14:10` */
  was: string
  name(words: Words): string
}

/** The changes in the order of the sheet. */
export type Changes = ReadonlyMap<Entry, Change>
