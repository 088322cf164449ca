import { lineTotal } from '../../../schema/rate-lines'
import type { ActivityBooking, BookingRequest } from '../../../schema/wire/booking'
import { decimalsExpected, toMinor } from '../money'
import type { KnownReferences, NewPayment, RateLine, ScheduledActivity } from './state'

/*
 * Converts the parts of a booking request into rows. Issues are added to the validator with their path; use the rows only if
 * there are none.
 */

export interface BookingIssue {
  code: 'INVALID_FIELD' | 'UNKNOWN_REFERENCE'
  description: string
}

/** Validates references and amounts, and collects the issues. */
export class BookingValidator<Known extends { currency: string } = KnownReferences> {
  readonly issues: BookingIssue[] = []
  readonly references: Known

  constructor(references: Known) {
    this.references = references
  }

  /** An amount in minor units. */
  money(amount: number, path: string): number {
    const units = toMinor(amount, this.references.currency)
    if (units === undefined) this.invalid(path, decimalsExpected(this.references.currency))
    return units ?? 0
  }

  /** An id of the body: it must be of a record of this customer. */
  requireKnown(ids: { has(id: number): boolean }, id: number | undefined, path: string, what: string): number | null {
    if (id === undefined) return null
    if (!ids.has(id)) this.unknown(id, path, what)
    return id
  }

  unknown(id: number, path: string, what: string): void {
    this.issues.push({ code: 'UNKNOWN_REFERENCE', description: `${path}: there is no ${what} ${id}` })
  }

  invalid(path: string, expected: string): void {
    this.issues.push({ code: 'INVALID_FIELD', description: `${path}: ${expected}` })
  }
}

export function decideActivities(
  validator: BookingValidator,
  activities: readonly ActivityBooking[],
): ScheduledActivity[] {
  const { references } = validator
  return activities.map((booking, i) => {
    const path = `activitiesBooked[${i}]`
    validator.requireKnown(references.activities, booking.activityID, `${path}.activityID`, 'activity')
    return {
      activityNo: i + 1,
      activityId: booking.activityID,
      activityDate: booking.activityDate,
      startTime: booking.activityStartTime ?? '',
      endTime: booking.activityEndTime ?? '',
      participants: booking.participants ?? 1,
      hosts: booking.selectedHosts.map((host, j) => ({
        id:
          validator.requireKnown(
            references.employees,
            host.employeeID,
            `${path}.selectedHosts[${j}].employeeID`,
            'employee',
          ) ?? undefined,
        firstName: host.employeeFirstName,
        lastName: host.employeeLastName,
      })),
      locations: booking.selectedLocations.map((place, j) => ({
        id:
          validator.requireKnown(
            references.locations,
            place.locationID,
            `${path}.selectedLocations[${j}].locationID`,
            'location',
          ) ?? undefined,
        name: place.locationName,
      })),
      resources: booking.selectedResources.map((resource, j) => ({
        id:
          validator.requireKnown(
            references.resources,
            resource.resourceID,
            `${path}.selectedResources[${j}].resourceID`,
            'resource',
          ) ?? undefined,
        name: resource.resourceName,
        typeId: resource.resourceTypeID,
      })),
      activityNotes: booking.activityNotes,
      rates: booking.rates.map((rate, j) =>
        rateLine(validator, { ...rate, nights: rate.nights ?? 1 }, `${path}.rates[${j}]`),
      ),
    }
  })
}

type Line = Omit<ActivityBooking['rates'][number], 'nights'> & { nights: number }

/** A rate line of a room or an activity. */
export function rateLine(validator: BookingValidator, rate: Line, path: string): RateLine {
  const line = {
    rateId: validator.requireKnown(validator.references.rates, rate.rateID, `${path}.rateID`, 'rate'),
    unitCost: validator.money(rate.unitCost, `${path}.unitCost`),
    quantity: rate.quantity,
    nights: rate.nights,
    isTaxOverride: rate.isTaxOverride,
    taxAmount: validator.money(rate.taxAmount, `${path}.taxAmount`),
  }
  if (lineTotal(line) > MAX_LINE_TOTAL) validator.invalid(path, LINE_TOO_LARGE)
  return line
}

/** Maximum total of a line: the sum of all lines of a booking or a sale is then a safe integer. */
export const MAX_LINE_TOTAL = 1e12
export const LINE_TOO_LARGE = 'expected a line of a smaller total'

/** The payment of a request; undefined: it has none. */
export function decidePayment(
  validator: BookingValidator<{ currency: string }>,
  details: BookingRequest['paymentDetails'],
): NewPayment | undefined {
  if (!details) return undefined
  const money = (field: 'paymentAmount' | 'surcharge' | 'baseAmount' | 'transactionTotal' | 'paymentAdjustmentValue') =>
    validator.money(details[field], `paymentDetails.${field}`)
  return {
    paymentExtId: details.paymentExtID || null,
    paymentSource: details.paymentSource,
    paymentAmount: money('paymentAmount'),
    surcharge: money('surcharge'),
    baseAmount: money('baseAmount'),
    transactionTotal: money('transactionTotal'),
    adjustmentValue: money('paymentAdjustmentValue'),
    correspondenceTypeId: details.applyToCorrespondenceTypeID ?? null,
  }
}

/** The types of the letters that a request orders. */
export function decideCorrespondence({ bookingParameters }: BookingRequest): number[] {
  if (!bookingParameters || bookingParameters.isSendCorrespondence === false) return []
  return bookingParameters.correspondenceToBeSent.flatMap(({ correspondenceTypeID }) => correspondenceTypeID ?? [])
}
