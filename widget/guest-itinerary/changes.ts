import type { Day } from './dates.ts'
import type { Hotel, HotelNote } from './hotel.ts'
import type { Moment, Room, ScheduleItem } from './itinerary.ts'
import type { Translator } from './translator.ts'

/** What can be new or changed. A hotel stands for its address and its numbers; its texts are entries of their own. */
export type Entry = Moment | Room | ScheduleItem | Hotel | HotelNote

/** How an entry differs from that of the guest's last visit. What is removed since is an entry of its own. */
export interface Change {
  kind: 'fresh' | 'changed' | 'removed'
  /** the id of the entry in the sheet */
  id: string
  /** its former time, if it has another one now: `14:10` */
  was: string
  /** its former day, if it is on another one now */
  wasDay: Day | undefined
  /** of what is removed; undefined if it had no date */
  day: Day | undefined
  /** what it is, with the former and the present time; of what is removed, that it is */
  name(translator: Translator): string
}

/** The changes in the order of the sheet. */
export type Changes = ReadonlyMap<Entry, Change>
