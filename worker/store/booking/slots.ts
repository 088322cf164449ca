import { sql } from 'drizzle-orm'
import { build } from '../../db/drizzle-adapter'
import { type Placeholders, prepareStatement } from '../../db/prepared-statement'
import type { ScheduledActivity } from '../../domain/booking/state'
import { idOf, valuesOf, type WrittenReservation, type WrittenValues } from '../counter/written'

/*
 * The places that a reservation holds in activities, by its stored rows. The CHECK of the slots refuses more than there are.
 * An UPDATE takes the customer from the joined rows, not from a bound value: otherwise SQLite would read all slots of the
 * customer.
 */

/**
 * Takes a place for every participant. Refused by `slot_within_capacity` if there are too few. If the capacity of the
 * activity was lowered below the booked places, the slot keeps as much capacity as is booked. The SELECT computes the final
 * row, because SQLite evaluates the CHECK on the inserted row before it detects the conflict.
 */
export const takeSlots = (written: WrittenReservation) => insertSlots(valuesOf(written))

const insertSlots = prepareStatement((written: Placeholders<WrittenValues>) =>
  build.run(sql`
    INSERT INTO activity_slot (customer_id, activity_id, slot_date, slot_time, slot_capacity, booked)
    SELECT b.customer_id, b.activity_id, b.activity_date, b.start_time,
      CASE WHEN slot.booked IS NULL THEN a.capacity
        WHEN slot.booked + sum(b.participants) <= slot.slot_capacity THEN max(a.capacity, slot.booked + sum(b.participants))
        ELSE slot.slot_capacity END,
      coalesce(slot.booked, 0) + sum(b.participants)
    FROM activity_booking b
    JOIN activity a ON a.customer_id = b.customer_id AND a.activity_id = b.activity_id
    LEFT JOIN activity_slot AS slot ON slot.customer_id = b.customer_id AND slot.activity_id = b.activity_id
      AND slot.slot_date = b.activity_date AND slot.slot_time = b.start_time
    WHERE b.customer_id = ${written.customer} AND b.reservation_id = ${idOf(written)}
    GROUP BY b.activity_id, b.activity_date, b.start_time
    ON CONFLICT (customer_id, activity_id, slot_date, slot_time)
    DO UPDATE SET slot_capacity = excluded.slot_capacity, booked = excluded.booked`),
)

/**
 * Releases the places. If the capacity of the activity was lowered below the booked places, the slot's capacity is lowered
 * too, as far as possible. Slots that `takeSlots` takes again in the same batch keep theirs, so that a booking does not lose
 * its place through another change.
 */
export const releaseSlots = (written: WrittenReservation, retaken: readonly ScheduledActivity[]) =>
  subtractPlaces({ ...valuesOf(written), retaken: slotsOf(retaken) })

const subtractPlaces = prepareStatement(({ retaken, ...written }: Placeholders<WrittenValues & { retaken: string }>) =>
  build.run(sql`
    UPDATE activity_slot SET booked = booked - own.places, slot_capacity = CASE
      WHEN (activity_slot.activity_id, slot_date, slot_time) IN (
        SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(${retaken})) THEN slot_capacity
      ELSE max(own.capacity, booked - own.places) END
    FROM (
      SELECT b.customer_id, b.activity_id, b.activity_date, b.start_time, a.capacity, sum(b.participants) AS places
      FROM activity_booking b JOIN activity a ON a.customer_id = b.customer_id AND a.activity_id = b.activity_id
      WHERE b.customer_id = ${written.customer} AND b.reservation_id = ${idOf(written)}
      GROUP BY b.customer_id, b.activity_id, b.activity_date, b.start_time
    ) AS own
    WHERE activity_slot.customer_id = own.customer_id AND activity_slot.activity_id = own.activity_id
      AND activity_slot.slot_date = own.activity_date AND activity_slot.slot_time = own.start_time`),
)

const slotsOf = (activities: readonly ScheduledActivity[]) =>
  JSON.stringify(activities.map(({ activityId, activityDate, startTime }) => [activityId, activityDate, startTime]))
