import type { Hotel, Reservation, RoomHolder } from '../../client/types.ts'
import { daysSince1970 } from './days.ts'

/*
 * What the chart shows: rooms by type, and what holds each. Days are counted from 1970, so that they are added and compared as
 * numbers. `to` is the day of departure, or the day after the last closed night.
 */

interface Held {
  /** The same for a booking's room while it moves. */
  key: string
  roomId: number
  from: number
  to: number
}

/** A room of a booking. */
export interface Stay extends Held {
  kind: 'stay'
  reservationId: number
  number: string
  status: 'Tentative' | 'Confirmed' | 'InHouse'
  version: number
  guest: string
  guests: number
}

/** Nights on which a room is out of service. */
export interface Closure extends Held {
  kind: 'closure'
  closureId: number
  reason: string
}

export type Bar = Stay | Closure

export interface RoomRow {
  roomId: number
  /** What people call it: the number on the door, or its name. */
  name: string
  title: string
  typeId: number
  isActive: boolean
}

export interface RoomGroup {
  typeId: number
  name: string
  rows: readonly RoomRow[]
}

const NONE: readonly Bar[] = []

/** The rooms of a hotel, and what holds them. A change replaces the list of bars of the rooms that it touches, and no other. */
export class RoomPlan {
  readonly groups: readonly RoomGroup[]
  readonly rows: readonly RoomRow[]
  readonly #bars = new Map<number, readonly Bar[]>()
  readonly #indexOf: ReadonlyMap<number, number>
  readonly #free = new Map<number, { from: number; counts: number[] }>()

  constructor(hotel: Pick<Hotel, 'roomTypes' | 'rooms'>, hotelid: string) {
    this.groups = groupsOf(hotel, hotelid)
    this.rows = this.groups.flatMap(({ rows }) => rows)
    this.#indexOf = new Map(this.rows.map(({ roomId }, i) => [roomId, i]))
  }

  barsOf(roomId: number): readonly Bar[] {
    return this.#bars.get(roomId) ?? NONE
  }

  /** The place of a room in the chart; -1: it is in another hotel. */
  indexOf(roomId: number): number {
    return this.#indexOf.get(roomId) ?? -1
  }

  /** What holds a room on a night. */
  barAt(roomId: number, night: number): Bar | undefined {
    return this.barsOf(roomId).find(({ from, to }) => from <= night && night < to)
  }

  /** The bars of a reservation, or of a key. */
  find(isSought: (bar: Bar) => boolean): Bar[] {
    return [...this.#bars.values()].flatMap(bars => bars.filter(isSought))
  }

  /** Whether the guest goes on in another room on the day on which a stay ends. */
  goesOn({ reservationId, to }: Stay): boolean {
    return this.find(bar => bar.kind === 'stay' && bar.reservationId === reservationId && bar.from === to).length > 0
  }

  /** Replaces everything by what GetRoomNights has. */
  load(holders: readonly RoomHolder[]): void {
    this.#bars.clear()
    this.#free.clear()
    const rooms = new Map<number, Bar[]>()
    const counts = new Map<number, number>()
    for (const holder of holders) {
      if (!this.#indexOf.has(holder.roomId)) continue
      const of = rooms.get(holder.roomId) ?? []
      if (!of.length) rooms.set(holder.roomId, of)
      of.push(barOf(holder, counts))
    }
    for (const [roomId, bars] of rooms) this.#bars.set(roomId, bars)
  }

  /** Replaces the rooms of a reservation. One that ended holds none. */
  putReservation(reservation: Reservation): void {
    const { reservationId } = reservation
    this.#put(bar => bar.kind === 'stay' && bar.reservationId === reservationId, staysOf(reservation))
  }

  /** Replaces the closures of a room. */
  putClosures(roomId: number, closures: readonly Closure[]): void {
    this.#put(bar => bar.kind === 'closure' && bar.roomId === roomId, closures)
  }

  #put(isReplaced: (bar: Bar) => boolean, bars: readonly Bar[]): void {
    const touched = new Set(bars.map(({ roomId }) => roomId))
    for (const [roomId, held] of this.#bars) if (held.some(isReplaced)) touched.add(roomId)
    for (const roomId of touched) {
      if (!this.#indexOf.has(roomId)) continue
      const others = this.barsOf(roomId).filter(bar => !isReplaced(bar))
      const own = bars.filter(bar => bar.roomId === roomId)
      this.#bars.set(
        roomId,
        [...others, ...own].sort((one, other) => one.from - other.from),
      )
    }
    this.#free.clear()
  }

  /** The rooms of a type that are free on each night from a day on. */
  freeRooms({ typeId, rows }: RoomGroup, from: number, nights: number): readonly number[] {
    const known = this.#free.get(typeId)
    if (known?.from === from && known.counts.length === nights) return known.counts
    const inUse = rows.filter(({ isActive }) => isActive)
    const counts = new Array<number>(nights).fill(inUse.length)
    for (const { roomId } of inUse) {
      for (const bar of this.barsOf(roomId)) {
        const end = Math.min(bar.to - from, nights)
        for (let night = Math.max(bar.from - from, 0); night < end; night++) (counts[night] as number)--
      }
    }
    this.#free.set(typeId, { from, counts })
    return counts
  }
}

function groupsOf({ roomTypes, rooms }: Pick<Hotel, 'roomTypes' | 'rooms'>, hotelid: string): RoomGroup[] {
  const ofType = (typeId: number) =>
    rooms
      .filter(({ roomTypeId }) => roomTypeId === typeId)
      .map(({ roomId, roomNo, roomName, isActive }) => ({
        roomId,
        name: roomNo || roomName,
        title: roomNo && roomName !== roomNo ? `${roomNo} ${roomName}` : roomName,
        typeId,
        isActive: isActive ?? true,
      }))
  return roomTypes
    .filter(type => type.hotelid === hotelid)
    .map(({ roomTypeId, name }) => ({ typeId: roomTypeId, name, rows: ofType(roomTypeId) }))
    .filter(({ rows }) => rows.length > 0)
}

/** A booking may hold several rooms: `counts` numbers them. */
function barOf(holder: RoomHolder, counts: Map<number, number>): Bar {
  const { roomId } = holder
  const dates = { roomId, from: daysSince1970(holder.arrivalDate), to: daysSince1970(holder.departureDate) }
  if ('closureId' in holder) {
    const { closureId, reason } = holder
    return { kind: 'closure', key: `c${closureId}`, ...dates, closureId, reason }
  }
  const { reservationId, reservationNumber: number, status, version, guestName: guest, guestsInRoom } = holder
  const count = counts.get(reservationId) ?? 0
  counts.set(reservationId, count + 1)
  return {
    ...{ kind: 'stay', key: `r${reservationId}.${count}`, ...dates, reservationId, number },
    ...{ status: status as Stay['status'], version, guest, guests: guestsInRoom },
  }
}

const HOLDING: readonly string[] = ['Tentative', 'Confirmed', 'InHouse']

/** The rooms of a reservation, in the order of GetRoomNights, so that they keep their keys. */
function staysOf(reservation: Reservation): Stay[] {
  if (!HOLDING.includes(reservation.reservationStatus)) return []
  const { reservationId, reservationNumber, reservationStatus, version, primaryGuest } = reservation
  const guestName = [primaryGuest.firstName, primaryGuest.lastName].filter(Boolean).join(' ')
  const held = { reservationId, reservationNumber, status: reservationStatus, version, guestName }
  const counts = new Map<number, number>()
  return [...reservation.rooms]
    .sort((one, other) => one.roomId - other.roomId || (one.arrivalDate < other.arrivalDate ? -1 : 1))
    .map(room => barOf({ ...held, ...room } as RoomHolder, counts) as Stay)
}
