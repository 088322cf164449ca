/*
 * Converts rows to the JSON of two read endpoints, without validation. It is what remains of the endpoints when only the
 * database is asked. For a customer whose currency has two decimals.
 */

// biome-ignore lint/suspicious/noExplicitAny: rows have as many shapes as there are statements
export type Rows = any[]

/** A statement and the names of its parameters. A name that is a number stands for that number. */
export interface Statement {
  sql: string
  params: string[]
}

/** The SQL of the store, by purpose. All compared programs send the same statements. */
export interface Statements {
  details: Statement[]
  reservations: Statement[]
  token: Statement[]
}

const envelope = (content: unknown) => ({ content, errors: [], message: '', success: true })
const date = (day: string) => `${day}T00:00:00`
const money = (cents: number) => cents / 100

const STATUSES = ['', 'Inquiry', 'Tentative', 'Confirmed', 'InHouse', 'CheckedOut', 'Cancelled', 'NoShow']
const CANCELLED = 6
const COUNTS = ['guestCount', 'adultCount', 'teenCount', 'youthCount', 'childCount', 'infantCount']
const TYPES = ['', 'Individual', 'Group', 'Owner', 'Complimentary']

export function itineraryOf([[r] = [] as Rows, stays = [], activities = [], employees = [], locations = []]: Rows[]) {
  return envelope({
    overview: {
      reservationId: r.reservationId,
      reservationNumber: r.reservationNumber,
      clientId: r.customerId,
      primaryGuestId: r.guestId,
      guestFirstName: r.guestFirstName,
      guestLastName: r.guestLastName,
      arrivalTime: r.arrivalTime || r.checkInTime || '',
      departureTime: r.departureTime || r.checkOutTime || '',
      reservationType: TYPES[r.typeId],
      reservationStatus: STATUSES[r.statusId],
      clientName: r.customerName,
      clientLogoUrl: r.logoUrl,
      clientImagePath: r.imagePath,
      arrivalDate: date(r.arrivalDate),
      departureDate: date(r.departureDate),
    },
    roomStays: stays
      .sort((a, b) => (a.stayArrival < b.stayArrival ? -1 : a.stayArrival > b.stayArrival ? 1 : a.stayNo - b.stayNo))
      .map(stay => ({
        roomId: stay.roomId,
        occupants: stay.guestsInRoom,
        roomName: stay.roomName,
        roomNo: stay.roomNo,
        roomTypeName: stay.roomTypeName,
        roomTypeDescription: stay.roomTypeDescription,
        roomLocationName: stay.locationName ?? '',
        assignmentStartDate: date(stay.stayArrival),
        assignmentEndDate: date(stay.stayDeparture),
      })),
    scheduleItems: activities
      .map(each => ({ ...each, order: `${each.activityDate} ${each.startTime}` }))
      .sort((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : a.activityNo - b.activityNo))
      .map(each => ({
        scheduleDate: date(each.activityDate),
        startTime: each.startTime,
        endTime: each.endTime,
        activityName: each.activityName,
        scheduleType: each.scheduleType,
        locationName: JSON.parse(each.locations)
          .map(({ id }: { id: number }) => locations.find(known => known.id === id)?.name ?? '')
          .join(', '),
        hostNames: JSON.parse(each.hosts)
          .map(({ id }: { id: number }) => employees.find(known => known.id === id))
          .map((host: Rows[0]) => `${host?.firstName} ${host?.lastName}`)
          .join(', '),
        guestNotes: JSON.parse(each.activityNotes).join('\n'),
        occupantsCount: each.participants,
      })),
  })
}

// biome-ignore lint/suspicious/noExplicitAny: as above
const lineOf = ({ rateId, unitCost, quantity, nights, isTaxOverride, taxAmount }: any) => ({
  rateID: rateId ?? undefined,
  unitCost: money(unitCost),
  quantity,
  nights,
  isTaxOverride: Boolean(isTaxOverride),
  taxAmount: money(taxAmount),
})

const priceOf = (lines: Rows) =>
  lines.reduce((sum, { unitCost, quantity, nights, taxAmount }) => sum + unitCost * quantity * nights + taxAmount, 0)

/** A page has a row before its own. */
export function reservationsOf([stored = []]: Rows[], size: number) {
  return envelope(
    stored.slice(1, 1 + size).map(r => {
      const rooms: Rows = JSON.parse(r.rooms)
      const activities: Rows = JSON.parse(r.activities)
      const payments: Rows = JSON.parse(r.payments)
      const total =
        r.statusId === CANCELLED ? 0 : [...rooms, ...activities].reduce((sum, { rates }) => sum + priceOf(rates), 0)
      const paid = payments.reduce((sum, { paymentAmount }) => sum + paymentAmount, 0)
      return {
        reservationId: r.reservationId,
        reservationNumber: String(r.reservationNumber),
        identity: r.identity ?? '',
        clientId: r.customerId,
        version: r.version,
        reservationStatus: STATUSES[r.statusId],
        reservationType: TYPES[r.typeId],
        arrivalDate: date(r.arrivalDate),
        departureDate: date(r.departureDate),
        arrivalTime: r.arrivalTime || r.checkInTime || '',
        departureTime: r.departureTime || r.checkOutTime || '',
        primaryGuest: JSON.parse(r.guest),
        guests: Object.fromEntries(COUNTS.map(name => [name, r[name] ?? undefined])),
        rooms: rooms.map(({ hotelId: hotelid, stayArrival, stayDeparture, rates, ...room }) => ({
          ...room,
          hotelid,
          arrivalDate: date(stayArrival),
          departureDate: date(stayDeparture),
          rates: rates.map((each: { fromDate: string; toDate: string }) => ({
            ...lineOf(each),
            fromDate: date(each.fromDate),
            toDate: date(each.toDate),
          })),
        })),
        activities: activities.map(activity => ({
          activityId: activity.activityId,
          activityName: activity.activityName,
          activityDate: date(activity.activityDate),
          activityStartTime: activity.startTime,
          activityEndTime: activity.endTime,
          participants: activity.participants,
          notes: activity.notes,
          rates: activity.rates.map(lineOf),
        })),
        payments: payments.map(payment => ({
          paymentAmount: money(payment.paymentAmount),
          surcharge: money(payment.surcharge),
          baseAmount: money(payment.baseAmount),
          transactionTotal: money(payment.transactionTotal),
          paymentSource: payment.paymentSource,
          paymentExtID: payment.paymentExtId ?? '',
        })),
        total: money(total),
        holdUntil: r.holdUntil === null ? null : new Date(r.holdUntil).toISOString(),
        cancellationFee: money(r.cancellationFee),
        balance: money(total + r.salesTotal + r.cancellationFee - paid),
        currency: r.currency,
        notes: r.summaryNote,
        type: r.label ?? '',
        createdAt: new Date(r.createdAt).toISOString(),
        updatedAt: new Date(r.updatedAt).toISOString(),
      }
    }),
  )
}
