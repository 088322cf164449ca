import { dateAfter, nightsBetween, nightsOf } from '../../../schema/stay-dates'
import { type Dates, type Line, lineOf, linesAt, returned, type SentLine, totalOf } from './price-oracle'

/*
 * A model of bookings that are made, changed and cancelled, of the keys of these requests, and of the rooms to sell. It knows
 * the doubles, which the channel room A sells, and the suite, which S sells.
 */

export const DOUBLES = [101, 102, 103]
export const SUITE = 201
export const FIRST_DAY = '2027-05-10'
export const LAST_DAY = '2027-05-15'

export const [INQUIRY, CONFIRMED, CANCELLED] = [1, 3, 6] as const
export type ChannelRoom = 'A' | 'S'

/** A body of PostBooking, without fields that the model does not know. */
export interface BookingBody {
  action: 'new' | 'modify' | 'cancel'
  bookingID?: number
  identity?: string
  expectedVersion?: number
  arrivalDate?: string
  departureDate?: string
  roomsBooked?: {
    roomID: number
    guestsInRoom: number
    arrivalDate?: string
    departureDate?: string
    rates?: SentLine[] | undefined
  }[]
  reservationSummaryNote?: string
  bookingParameters?: { reservationStatusID: number }
  paymentDetails?: { paymentAmount: number; paymentExtID: string }
}

export interface SaleBody {
  identity: string
  arrivalDate: string
  departureDate: string
}

export type Request = { header?: string } & ({ kind: 'booking'; body: BookingBody } | { kind: 'sale'; body: SaleBody })

interface Stay {
  roomId: number
  arrivalDate: string
  departureDate: string
  guestsInRoom: number
  lines: Line[]
}

export interface Booking {
  id: number
  identity: string | undefined
  status: number
  arrivalDate: string
  departureDate: string
  stays: Stay[]
  note: string
  payments: string[]
  /** The room that was sold as a channel room. */
  soldRoom: number | undefined
}

/** What a request is answered, and the booking after it; undefined: nothing changes. */
export interface Outcome {
  status: 200 | 409 | 422
  id?: number
  key?: string | undefined
  after?: Booking
}

const held = ({ status, stays }: Booking): Stay[] => (status === CONFIRMED ? stays : [])
const nightKeys = (stays: readonly Stay[]) =>
  stays.flatMap(stay => nightsOf(stay.arrivalDate, stay.departureDate).map(night => `${stay.roomId} ${night}`))
const cell = (nightKey: string) => `${nightKey.startsWith(`${SUITE} `) ? 'S' : 'A'} ${nightKey.split(' ')[1]}`

export class HotelModel {
  readonly bookings = new Map<number, Booking>()
  /** Rooms to sell by channel room and day. */
  readonly left = new Map<string, number>()
  /** Each taken room and night: who has it, and whether it counts against the rooms to sell. */
  readonly #nights = new Map<string, { id: number; isCounted: boolean }>()
  /** The version of each booking, as it was read, and the content of its last change if that named it by identity alone. */
  readonly versions = new Map<number, number>()
  readonly #lastChanges = new Map<number, string>()
  readonly #keys = new Map<string, { content: string; id: number }>()

  /** The channel manager sends a number of rooms to sell, which counts all nights of before. */
  push(room: ChannelRoom, from: string, nights: number, roomsToSell: number): void {
    for (const day of nightsOf(FIRST_DAY, LAST_DAY)
      .filter(each => each >= from)
      .slice(0, nights)) {
      this.left.set(`${room} ${day}`, roomsToSell)
      for (const [night, taken] of this.#nights) if (cell(night) === `${room} ${day}`) taken.isCounted = false
    }
  }

  /** The version of a booking after a request, as it was read. */
  see(id: number, version: number, request: Request): void {
    if (this.versions.get(id) === version) return
    const isByName = this.#isByName(request, this.bookings.get(id))
    if (isByName) this.#lastChanges.set(id, contentOf(request))
    else this.#lastChanges.delete(id)
    this.versions.set(id, version)
  }

  /** Whether a change names its booking by identity and has no key. */
  #isByName = (request: Request, booking: Booking | undefined): boolean =>
    request.kind === 'booking' &&
    request.body.action !== 'new' &&
    !request.body.bookingID &&
    keyOf(request, booking) === undefined

  /** What a request is answered. `soldRoom`: the room that the service chose for a sale. */
  outcome(request: Request, soldRoom?: number): Outcome {
    const booking = this.#named(request)
    const key = keyOf(request, booking)
    const used = key === undefined ? undefined : this.#keys.get(key)
    const isNew = request.kind === 'sale' || request.body.action === 'new'
    const isSame = isNew ? this.bookings.get(used?.id ?? 0)?.status !== CANCELLED : used?.id === booking?.id
    if (used?.content === contentOf(request) && isSame) return { status: 200, id: used.id }
    const isRepeated =
      booking && this.#isByName(request, booking) && this.#lastChanges.get(booking.id) === contentOf(request)
    if (isRepeated) return { status: 200, id: booking.id }
    const after =
      request.kind === 'sale'
        ? this.#sold(request.body, soldRoom)
        : changed(request.body, booking, { id: this.#next, identity: key })
    if (after === 422) return { status: 422 }
    const expected = request.kind === 'booking' ? request.body.expectedVersion : undefined
    if (expected && booking && expected !== this.versions.get(booking.id)) return { status: 409 }
    if (used || after === 409 || !this.#isFree(after)) return { status: 409 }
    return { status: 200, id: after.id, key, after }
  }

  /** Remembers what was acknowledged. */
  apply(request: Request, { id, key, after }: Outcome): void {
    if (key && id) this.#keys.set(key, { content: contentOf(request), id })
    if (!after) return
    const before = this.bookings.get(after.id)
    const kept = new Set(nightKeys(held(after)))
    const ended = (before ? inOrder(before) : []).filter(night => !kept.has(night))
    const begun = inOrder(after).filter(night => !this.#nights.has(night))
    const added = begun.filter(night => isSold(after, night) || !this.#move(ended, night))
    for (const night of ended) {
      if (this.#nights.get(night)?.isCounted) this.#add(night, 1)
      this.#nights.delete(night)
    }
    for (const night of added) {
      const isCounted = (this.left.get(cell(night)) ?? 0) > 0
      if (isCounted) this.#add(night, -1)
      this.#nights.set(night, { id: after.id, isCounted })
    }
    this.bookings.set(after.id, after)
  }

  /** Moves a night that ends to another room of its type. False: the booking has none that ends. */
  #move(ended: string[], night: string): boolean {
    const [from] = ended.filter(each => cell(each) === cell(night))
    const taken = from && this.#nights.get(from)
    if (!taken) return false
    this.#nights.set(night, taken)
    this.#nights.delete(from)
    ended.splice(ended.indexOf(from), 1)
    return true
  }

  isRoomFree = (roomId: number, { arrivalDate, departureDate }: SaleBody): boolean =>
    nightsOf(arrivalDate, departureDate).every(night => !this.#nights.has(`${roomId} ${night}`))

  get #next(): number {
    return this.bookings.size + 1
  }

  #add(night: string, rooms: number): void {
    this.left.set(cell(night), (this.left.get(cell(night)) ?? 0) + rooms)
  }

  #named(request: Request): Booking | undefined {
    if (request.kind === 'sale' || request.body.action === 'new') return undefined
    const { bookingID, identity } = request.body
    if (bookingID) return this.bookings.get(bookingID)
    return [...this.bookings.values()].find(booking => booking.identity === identity)
  }

  #isFree = (booking: Booking): boolean =>
    nightKeys(held(booking)).every(night => (this.#nights.get(night)?.id ?? booking.id) === booking.id)

  #sold(body: SaleBody, soldRoom: number | undefined): Booking | 409 {
    const { arrivalDate, departureDate, identity } = body
    const roomId = soldRoom ?? DOUBLES.find(room => this.isRoomFree(room, body))
    const isForSale = nightsOf(arrivalDate, departureDate).every(night => (this.left.get(`A ${night}`) ?? 0) > 0)
    if (!roomId || !isForSale) return 409
    const dates = { arrivalDate, departureDate }
    const stays = [{ roomId, ...dates, guestsInRoom: 1, lines: linesOf([{ unitCost: 100 }], dates) }]
    return { id: this.#next, identity, status: CONFIRMED, ...dates, stays, note: '', payments: [], soldRoom: roomId }
  }
}

/** The nights of a booking in the order of its stays, those of the room that was sold first. */
const inOrder = (booking: Booking): string[] =>
  nightKeys(held(booking)).sort((one, other) => Number(isSold(booking, other)) - Number(isSold(booking, one)))

const isSold = ({ soldRoom }: Booking, night: string) => night.startsWith(`${soldRoom} `)

/** The key of a request. The identity of the booking that is changed is only its name; any other is the key. */
function keyOf({ kind, body, header }: Request, booking: Booking | undefined): string | undefined {
  if (kind === 'sale' || body.action === 'new') return body.identity ?? header
  return [body.identity, header].find(each => each && each !== booking?.identity)
}

/** What is compared of two requests with one key. */
const contentOf = ({ kind, body }: Request) =>
  JSON.stringify({ kind, ...body, identity: undefined, expectedVersion: undefined })

const linesOf = (sent: readonly SentLine[], stay: Dates) => sent.map(line => lineOf(line, stay) as Line)

/** A stay as GetReservations returns it. */
export const returnedStay = ({ roomId, arrivalDate, departureDate, guestsInRoom, lines }: Stay) => ({
  roomId,
  arrivalDate: `${arrivalDate}T00:00:00`,
  departureDate: `${departureDate}T00:00:00`,
  guestsInRoom,
  rates: lines.map(returned),
})

/** What the booking costs. */
export const costOf = ({ status, stays }: Booking) =>
  status === CANCELLED ? 0 : totalOf(stays.flatMap(({ lines }) => lines)) / 100

const areEqual = (stays: readonly Stay[], others: readonly Stay[]) =>
  JSON.stringify(stays.map(returnedStay)) === JSON.stringify(others.map(returnedStay))

/** The stays of a booking at new dates. */
function atDates(stays: readonly Stay[], before: Dates, after: Dates): Stay[] {
  const days = nightsBetween(before.arrivalDate, after.arrivalDate)
  const areMoved = days === nightsBetween(before.departureDate, after.departureDate)
  const moved = (date: string, old: string, now: string) => {
    if (areMoved) return dateAfter(date, days)
    return date === old ? now : date
  }
  return stays.map(stay => {
    const arrivalDate = moved(stay.arrivalDate, before.arrivalDate, after.arrivalDate)
    const departureDate = moved(stay.departureDate, before.departureDate, after.departureDate)
    const dates = { arrivalDate, departureDate }
    return { ...stay, ...dates, lines: linesAt(stay.lines, stay, dates) }
  })
}

/** The stays in rooms that are sent. A room without rates has those of the stay that it continues. */
function inRooms(rooms: NonNullable<BookingBody['roomsBooked']>, before: readonly Stay[], dates: Dates): Stay[] {
  const left = [...before]
  const sent = rooms.map(({ rates, ...room }) => ({ ...dates, ...room, rates, old: undefined as Stay | undefined }))
  const isSameRoom = (old: Stay, room: (typeof sent)[number]) => old.roomId === room.roomID
  const continueWhere = (isContinued: typeof isSameRoom) => {
    for (const room of sent.filter(({ old }) => !old)) {
      const found = left.findIndex(old => isContinued(old, room))
      if (found >= 0) room.old = left.splice(found, 1)[0]
    }
  }
  continueWhere(
    (old, room) =>
      isSameRoom(old, room) && old.arrivalDate === room.arrivalDate && old.departureDate === room.departureDate,
  )
  continueWhere(isSameRoom)
  if (sent.length === before.length) continueWhere(() => true)
  return sent.map(({ roomID, rates, old, ...stay }) => ({
    ...stay,
    roomId: roomID,
    lines: rates ? linesOf(rates, stay) : linesAt(old?.lines ?? [], old ?? stay, stay),
  }))
}

/** The booking after a request, or the status of its refusal. */
function changed(
  body: BookingBody,
  booking: Booking | undefined,
  created: Pick<Booking, 'id' | 'identity'>,
): Booking | 409 | 422 {
  if (body.action === 'cancel') {
    // The booking is there: it was found by its name.
    const cancelled = booking as Booking
    return { ...cancelled, status: CANCELLED }
  }
  const before = booking ?? {
    ...created,
    status: CONFIRMED,
    arrivalDate: '',
    departureDate: '',
    stays: [],
    note: '',
    payments: [],
    soldRoom: undefined,
  }
  const { arrivalDate = before.arrivalDate, departureDate = before.departureDate } = body
  const dates = { arrivalDate, departureDate }
  if (arrivalDate >= departureDate) return 422
  const stays = body.roomsBooked ? inRooms(body.roomsBooked, before.stays, dates) : atDates(before.stays, before, dates)
  const isWithin = (stay: Stay) =>
    arrivalDate <= stay.arrivalDate && stay.arrivalDate < stay.departureDate && stay.departureDate <= departureDate
  if (!stays.every(isWithin)) return 422
  const status = body.bookingParameters?.reservationStatusID ?? before.status
  if (booking?.status === CANCELLED) {
    const isSame =
      arrivalDate === before.arrivalDate && departureDate === before.departureDate && areEqual(stays, before.stays)
    if (!isSame || status === INQUIRY) return 409
  } else if (booking?.status === CONFIRMED && status === INQUIRY) return 409
  const payment = body.paymentDetails?.paymentExtID
  return {
    ...before,
    status,
    arrivalDate,
    departureDate,
    stays,
    note: body.reservationSummaryNote ?? before.note,
    payments: payment ? [...new Set([...before.payments, payment])] : before.payments,
    soldRoom: stays.some(({ roomId }) => roomId === before.soldRoom) ? before.soldRoom : undefined,
  }
}
