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
  /** The last reading of all rooms. What changes meanwhile is applied after it. */
  #loading: Promise<unknown> = Promise.resolve()
  /** Changes could not be read: everything is to be read again. */
  #isStale = false
  /** The version of each reservation that was read alone, because an answer may come after a newer one. */
  readonly #versions = new Map<number, number>()
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
  load(from: number, nights: number): Promise<boolean> {
    this.#from = from
    this.#nights = nights
    const loaded = this.#load(++this.#loads)
    this.#loading = loaded.catch(() => {})
    return loaded
  }

  async #load(load: number): Promise<boolean> {
    const { hotelid } = this.#desk
    const holders = await allOf(this.#desk.innlet.reservation.roomNights({ ...this.days, hotelid }))
    if (load !== this.#loads) return false
    this.#read = undefined
    this.#versions.clear()
    this.#isStale = false
    this.plan.load(holders)
    return true
  }

  /** Applies what happened. Rejects if it cannot be read; the next call then reads everything. */
  async apply(changes: Changes): Promise<void> {
    await this.#loading
    const reservations = new Set(changes?.flatMap(reservationsOf))
    if (!changes || this.#isStale || reservations.size > MOST_SINGLE) {
      this.#isStale = true
      await this.load(this.#from, this.#nights)
      return
    }
    const rooms = new Set(changes.flatMap(event => ('closureId' in event.data ? event.data.roomId : [])))
    this.#isStale = true
    await Promise.all([
      ...[...reservations].map(id => this.refresh(id)),
      ...[...rooms].filter(roomId => this.plan.indexOf(roomId) >= 0).map(roomId => this.refreshClosures(roomId)),
    ])
    this.#isStale = false
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
    if (!reservation || reservation.version < (this.#versions.get(reservationId) ?? 0)) return
    this.#versions.set(reservationId, reservation.version)
    this.plan.putReservation(reservation)
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
