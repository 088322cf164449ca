import type { BookingRequest } from '../../../schema/wire/booking'

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
    rates: distinct([...rooms, ...activities].flatMap(({ rates }) => rates.map(rate => rate.rateID))),
    activities: distinct(activities.map(activity => activity.activityID)),
    employees: distinct(activities.flatMap(({ selectedHosts }) => selectedHosts.map(host => host.employeeID))),
    locations: distinct(activities.flatMap(({ selectedLocations }) => selectedLocations.map(each => each.locationID))),
    resources: distinct(activities.flatMap(({ selectedResources }) => selectedResources.map(each => each.resourceID))),
  }
}
