import type { Event, Reservation } from '../../client/types.ts'
import type { Changes, Desk } from '../desk.ts'
import { dateOf, daysSince1970 } from './days.ts'
import { type Closure, RoomPlan } from './plan.ts'

/** Reservations that are read one by one after changes. With more of them, everything is read again. */
const MOST_SINGLE = 20

/** The data of the chart: reads it for some nights, and follows changes, each booking alone. */
export class RoomsData {
  readonly #desk: Desk
  readonly plan: RoomPlan
  #from = 0
  #nights = 0
  #loads = 0
  #read: { id: number; reservation: Promise<Reservation | undefined> } | undefined

  constructor(desk: Desk) {
    this.#desk = desk
    this.plan = new RoomPlan(desk.hotel, desk.hotelid)
  }

  /** The nights that are shown. */
  get days() {
    return { from: dateOf(this.#from), to: dateOf(this.#from + this.#nights) }
  }

  /** Reads all rooms. False: other nights were asked for meanwhile. */
  async load(from: number, nights: number): Promise<boolean> {
    this.#from = from
    this.#nights = nights
    const load = ++this.#loads
    const { hotelid } = this.#desk
    const holders = await allOf(this.#desk.innlet.reservation.roomNights({ ...this.days, hotelid }))
    if (load !== this.#loads) return false
    this.#read = undefined
    this.plan.load(holders)
    return true
  }

  /** Applies what happened. */
  async apply(changes: Changes): Promise<void> {
    const reservations = new Set(changes?.flatMap(reservationsOf))
    if (!changes || reservations.size > MOST_SINGLE) {
      await this.load(this.#from, this.#nights)
      return
    }
    const rooms = new Set(changes.flatMap(event => ('closureId' in event.data ? event.data.roomId : [])))
    await Promise.all([
      ...[...reservations].map(id => this.refresh(id)),
      ...[...rooms].filter(roomId => this.plan.indexOf(roomId) >= 0).map(roomId => this.refreshClosures(roomId)),
    ])
  }

  /** A reservation as it was last read, or as it is. */
  reservation(reservationId: number): Promise<Reservation | undefined> {
    if (this.#read?.id !== reservationId) {
      this.#read = { id: reservationId, reservation: this.#find(reservationId) }
    }
    return this.#read.reservation
  }

  /** Reads one reservation again, and replaces its rooms. */
  async refresh(reservationId: number): Promise<void> {
    const found = this.#find(reservationId)
    this.#read = { id: reservationId, reservation: found }
    const reservation = await found
    if (reservation) this.plan.putReservation(reservation)
  }

  /** Reads the closures of a room again. */
  async refreshClosures(roomId: number): Promise<void> {
    const found = await allOf(this.#desk.innlet.reservation.closures({ ...this.days, roomID: roomId }))
    const closures = found.map(({ closureId, fromDate, toDate, reason }): Closure => {
      const nights = { from: daysSince1970(fromDate), to: daysSince1970(toDate) }
      return { kind: 'closure', key: `c${closureId}`, roomId, ...nights, closureId, reason }
    })
    this.plan.putClosures(roomId, closures)
  }

  async #find(reservationID: number): Promise<Reservation | undefined> {
    for await (const reservation of this.#desk.innlet.reservation.find({ reservationID })) return reservation
    return undefined
  }
}

/** The reservations whose rooms, guest or version an event changed. */
function reservationsOf({ type, data }: Event): number[] {
  if (type === 'guest.erased' && 'reservationIds' in data) return data.reservationIds ?? []
  if (type.startsWith('link.') || !('reservationId' in data)) return []
  return data.reservationId === null ? [] : [data.reservationId]
}

async function allOf<Element>(list: AsyncIterable<Element>): Promise<Element[]> {
  const all: Element[] = []
  for await (const element of list) all.push(element)
  return all
}
