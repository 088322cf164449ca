import type { BookingRequest } from '../../../schema/wire/booking'

/** The ids of the customer's records that a request names, each once. */
export interface NamedIds {
  rooms: number[]
  rates: number[]
  activities: number[]
  employees: number[]
  locations: number[]
  resources: number[]
}

const distinct = (ids: (number | undefined)[]) => [...new Set(ids)].filter(id => id !== undefined)

/** What must be looked up before a request can be judged. */
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
