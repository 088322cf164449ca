import type { BookingRequest } from '../../../schema/wire/booking'
import type { KnownReferences } from './state'

/** The ids of records in a request, without duplicates. */
export interface NamedIds {
  rooms: number[]
  rates: number[]
  activities: number[]
  employees: number[]
  locations: number[]
  resources: number[]
}

const distinct = (ids: (number | undefined)[]) => [...new Set(ids)].filter(id => id !== undefined)

/** The ids to look up for a request. */
export function namedIds({ roomsBooked: rooms = [], activitiesBooked: activities = [] }: BookingRequest): NamedIds {
  return {
    rooms: distinct(rooms.map(room => room.roomID)),
    rates: distinct([...rooms, ...activities].flatMap(({ rates = [] }) => rates.map(rate => rate.rateID))),
    activities: distinct(activities.map(activity => activity.activityID)),
    employees: distinct(activities.flatMap(({ selectedHosts }) => selectedHosts.map(host => host.employeeID))),
    locations: distinct(activities.flatMap(({ selectedLocations }) => selectedLocations.map(each => each.locationID))),
    resources: distinct(activities.flatMap(({ selectedResources }) => selectedResources.map(each => each.resourceID))),
  }
}

/**
 * References as if all that a new booking names were known. The keys of its rows refuse an unknown room, rate or activity, and
 * `insertReservation` a room that is too small. Undefined: the booking names records that are stored as JSON, which no key
 * refuses, or no room that decides its property.
 */
export function assumedReferences(currency: string, ids: NamedIds): KnownReferences | undefined {
  const { rooms, rates, activities, employees, locations, resources } = ids
  if (!rooms.length || employees.length || locations.length || resources.length) return undefined
  return {
    currency,
    onlyHotelId: null,
    rooms: new Map(rooms.map(id => [id, { hotelId: null, maxOccupancy: Infinity }])),
    rates: new Set(rates),
    activities: new Set(activities),
    employees: new Set(),
    locations: new Set(),
    resources: new Set(),
  }
}
