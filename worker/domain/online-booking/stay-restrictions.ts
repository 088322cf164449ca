import type { StayRestrictions } from '../../store/channel/columns'

/*
 * Stay restrictions of a channel manager. Those of the day of arrival: minimum and maximum number of nights, closed on
 * arrival. That of the day of departure: closed on departure.
 */

interface Stay {
  arrivalDate: string
  departureDate: string
  nights: number
}

/**
 * Every restriction that a stay violates, each with its day. `arrival` and `departure` are the stored restrictions of these
 * days, those of the room and those of the plan: a stay must meet both.
 */
export function violatedRestrictions(
  { arrivalDate, departureDate, nights }: Stay,
  arrival: readonly StayRestrictions[],
  departure: readonly StayRestrictions[],
): string[] {
  const minimum = Math.max(...arrival.map(({ minimumStay }) => minimumStay ?? 0))
  const maximum = Math.min(...arrival.map(({ maximumStay }) => maximumStay || Number.POSITIVE_INFINITY))
  return [
    ...(nights < minimum
      ? [`departureDate: expected at least ${nightsInWords(minimum)}, the minimum stay from ${arrivalDate}`]
      : []),
    ...(nights > maximum
      ? [`departureDate: expected at most ${nightsInWords(maximum)}, the maximum stay from ${arrivalDate}`]
      : []),
    ...(arrival.some(({ closedOnArrival }) => closedOnArrival)
      ? [`arrivalDate: ${arrivalDate} is closed on arrival`]
      : []),
    ...(departure.some(({ closedOnDeparture }) => closedOnDeparture)
      ? [`departureDate: ${departureDate} is closed on departure`]
      : []),
  ]
}

const nightsInWords = (nights: number) => `${nights} ${nights === 1 ? 'night' : 'nights'}`
