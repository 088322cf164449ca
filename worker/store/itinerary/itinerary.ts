import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import { type Placeholders, prepareStatement } from '../../db/prepared-statement'
import type { Scope } from '../../db/scope'
import type { StoredActivity, StoredItinerary, StoredReservation, StoredStay } from '../../domain/itinerary/itinerary'

/** A reservation, and the link that must be its current one. */
interface LinkTarget {
  reservationId: number
  linkId: string
}

type LinkTargetPlaceholders = Placeholders<LinkTarget & { customer: number }>

const isCurrentLink = ({ customer, reservationId, linkId }: LinkTargetPlaceholders) =>
  sql`l.customer_id = ${customer} AND l.reservation_id = ${reservationId} AND l.link_id = ${linkId}`

/** The reservation with its guest, hotel and property, if the link is the current one. */
const readReservation = prepareStatement((target: LinkTargetPlaceholders) =>
  build.all<StoredReservation>(sql`
    SELECT r.reservation_id AS reservationId, r.reservation_number AS reservationNumber, r.status_id AS statusId,
      r.type_id AS typeId, r.version, r.updated_at AS updatedAt, r.arrival_date AS arrivalDate,
      r.departure_date AS departureDate, r.arrival_time AS arrivalTime, r.departure_time AS departureTime,
      g.guest_id AS guestId, g.first_name AS guestFirstName, g.last_name AS guestLastName,
      c.customer_id AS customerId, c.customer_name AS customerName, c.logo_url AS logoUrl, c.image_path AS imagePath,
      c.time_zone AS timeZone,
      p.check_in_time AS checkInTime, p.check_out_time AS checkOutTime, p.property_time_zone AS propertyTimeZone
    FROM itinerary_link AS l
    JOIN reservation AS r ON r.customer_id = l.customer_id AND r.reservation_id = l.reservation_id
    JOIN customer AS c ON c.customer_id = r.customer_id
    JOIN guest AS g ON g.customer_id = r.customer_id AND g.guest_id = r.guest_id
    LEFT JOIN property AS p ON p.customer_id = r.customer_id AND p.hotel_id = r.hotel_id
    WHERE ${isCurrentLink(target)}`),
)

const readStays = prepareStatement(({ customer, reservationId }: LinkTargetPlaceholders) =>
  build.all<StoredStay>(sql`
    SELECT s.stay_no AS stayNo, s.room_id AS roomId, s.stay_arrival AS stayArrival, s.stay_departure AS stayDeparture,
      s.guests_in_room AS guestsInRoom, room.room_name AS roomName, room.room_no AS roomNo,
      t.room_type_name AS roomTypeName, t.room_type_description AS roomTypeDescription,
      location.location_name AS locationName
    FROM room_stay AS s
    JOIN room ON room.customer_id = s.customer_id AND room.room_id = s.room_id
    JOIN room_type AS t ON t.customer_id = room.customer_id AND t.room_type_id = room.room_type_id
    LEFT JOIN location ON location.customer_id = room.customer_id AND location.location_id = room.location_id
    WHERE s.customer_id = ${customer} AND s.reservation_id = ${reservationId}`),
)

/** Columns of an activity that are JSON. */
type Lists = 'hosts' | 'locations' | 'activityNotes'

const readActivities = prepareStatement(({ customer, reservationId }: LinkTargetPlaceholders) =>
  build.all<Omit<StoredActivity, Lists> & Record<Lists, string>>(sql`
    SELECT b.activity_no AS activityNo, b.activity_id AS activityId, a.activity_name AS activityName,
      a.schedule_type AS scheduleType, b.activity_date AS activityDate, b.start_time AS startTime,
      b.end_time AS endTime, b.participants, b.hosts, b.locations, b.activity_notes AS activityNotes
    FROM activity_booking AS b
    JOIN activity AS a ON a.customer_id = b.customer_id AND a.activity_id = b.activity_id
    WHERE b.customer_id = ${customer} AND b.reservation_id = ${reservationId}`),
)

/** The ids that the activities of a reservation name in one of their lists. */
const idsNamed = ({ customer, reservationId }: LinkTargetPlaceholders, list: 'hosts' | 'locations') => sql`
  SELECT named.value ->> 'id' FROM activity_booking, json_each(activity_booking.${sql.raw(list)}) AS named
  WHERE activity_booking.customer_id = ${customer} AND activity_booking.reservation_id = ${reservationId}`

const readEmployees = prepareStatement((target: LinkTargetPlaceholders) =>
  build.all<StoredItinerary['employees'][number]>(sql`
    SELECT employee_id AS id, employee_first_name AS firstName, employee_last_name AS lastName FROM employee
    WHERE customer_id = ${target.customer} AND employee_id IN (${idsNamed(target, 'hosts')})`),
)

const readLocations = prepareStatement((target: LinkTargetPlaceholders) =>
  build.all<StoredItinerary['locations'][number]>(sql`
    SELECT location_id AS id, location_name AS name FROM location
    WHERE customer_id = ${target.customer} AND location_id IN (${idsNamed(target, 'locations')})`),
)

const readHotel = prepareStatement((target: LinkTargetPlaceholders) =>
  build.all<{ hotelName: string; imagePath: string }>(sql`
    SELECT c.customer_name AS hotelName, c.image_path AS imagePath
    FROM itinerary_link AS l JOIN customer AS c ON c.customer_id = l.customer_id WHERE ${isCurrentLink(target)}`),
)

/** The itinerary of a link, in one round trip. Undefined: the link is not the current one of the reservation. */
export async function readItinerary(
  db: Database,
  { customer }: Scope,
  { reservationId, linkId }: LinkTarget,
): Promise<StoredItinerary | undefined> {
  const target = { customer, reservationId, linkId }
  const [[found], stays, activities, employees, locations] = await db.batch([
    readReservation(target),
    readStays(target),
    readActivities(target),
    readEmployees(target),
    readLocations(target),
  ])
  return found && { reservation: found, stays, activities: activities.map(parseRows), employees, locations }
}

const parseRows = (row: Record<Lists, string>) =>
  ({
    ...row,
    hosts: JSON.parse(row.hosts),
    locations: JSON.parse(row.locations),
    activityNotes: JSON.parse(row.activityNotes),
  }) as StoredActivity

/** The hotel of a link, for the page before it loads the itinerary. Undefined as for `readItinerary`. */
export async function readHotelOfLink(
  db: Database,
  { customer }: Scope,
  { reservationId, linkId }: LinkTarget,
): Promise<{ hotelName: string; imagePath: string } | undefined> {
  const [[found]] = await db.batch([readHotel({ customer, reservationId, linkId })])
  return found
}
