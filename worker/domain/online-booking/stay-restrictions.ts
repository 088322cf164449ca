/*
 * Restrictions that a channel manager sets for stays: on the day of arrival their least and greatest number of nights and
 * whether they may begin, on the day of departure whether they may end.
 */

/** What is kept of a day. Null: never sent. A number of nights that is 0 restricts nothing. */
export interface StayRestrictions {
  minimumStay: number | null
  maximumStay: number | null
  closedOnArrival: number | null
  closedOnDeparture: number | null
}

interface Stay {
  arrivalDate: string
  departureDate: string
  nights: number
}

/**
 * Every restriction that a stay breaks, each with its day. `arrival` and `departure` are what is kept of these days, of the
 * room and of the plan: a stay must meet both.
 */
export function violatedRestrictions(
  { arrivalDate, departureDate, nights }: Stay,
  arrival: readonly StayRestrictions[],
  departure: readonly StayRestrictions[],
): string[] {
  const least = Math.max(...arrival.map(({ minimumStay }) => minimumStay ?? 0))
  const greatest = Math.min(...arrival.map(({ maximumStay }) => maximumStay || Number.POSITIVE_INFINITY))
  return [
    ...(nights < least
      ? [`departureDate: expected at least ${nightsOf(least)}, the minimum stay from ${arrivalDate}`]
      : []),
    ...(nights > greatest
      ? [`departureDate: expected at most ${nightsOf(greatest)}, the maximum stay from ${arrivalDate}`]
      : []),
    ...(arrival.some(({ closedOnArrival }) => closedOnArrival)
      ? [`arrivalDate: ${arrivalDate} is closed on arrival`]
      : []),
    ...(departure.some(({ closedOnDeparture }) => closedOnDeparture)
      ? [`departureDate: ${departureDate} is closed on departure`]
      : []),
  ]
}

const nightsOf = (nights: number) => `${nights} ${nights === 1 ? 'night' : 'nights'}`
