import { collect } from '../client/pages.ts'
import type { Reservation } from '../client/types.ts'
import { dateAfter } from '../schema/stay-dates.ts'
import type { Changes, Desk } from './desk.ts'
import { dateIn } from './format.ts'

/** More changed reservations than these are read with the whole day. */
const MOST_SINGLE_READS = 10

export interface DayLists {
  arriving: Reservation[]
  inHouse: Reservation[]
  leaving: Reservation[]
}

/** The day of a hotel: who arrives, stays and leaves. It holds the reservations, and applies what changes. */
export class Day {
  readonly date: string
  readonly #desk: Desk
  readonly #reservations = new Map<number, Reservation>()

  constructor(desk: Desk, date: string) {
    this.#desk = desk
    this.date = date
  }

  /** Reads all reservations of the day. */
  async read(): Promise<void> {
    const lists = await Promise.all(this.#filters().map(filter => this.#find(filter)))
    this.#reservations.clear()
    for (const reservation of lists.flat()) this.#reservations.set(reservation.reservationId, reservation)
  }

  /** Applies events: reads the reservations that they name again. */
  async apply(changes: Changes): Promise<void> {
    const ids = new Set(changes?.flatMap(({ data }) => ('reservationId' in data && data.reservationId) || []))
    if (!changes || ids.size > MOST_SINGLE_READS) return this.read()
    await Promise.all([...ids].map(id => this.refresh(id)))
  }

  /** Reads one reservation again. */
  async refresh(reservationID: number): Promise<Reservation | undefined> {
    const [reservation] = await this.#find({ reservationID })
    if (reservation) this.#reservations.set(reservationID, reservation)
    else this.#reservations.delete(reservationID)
    return reservation
  }

  /** The lists of the day. Who came or left today stays in its list until the next day, at its end. */
  get lists(): DayLists {
    const { date } = this
    const isToday = date === this.#desk.today
    const here = [...this.#reservations.values()].filter(each => this.#isOfHotel(each)).toSorted(byRoom)
    const arriving = here.filter(each => {
      const arrival = dateIn(each.arrivalDate)
      if (arrival === date) return has(each, 'Tentative', 'Confirmed', 'InHouse', 'CheckedOut')
      // A guest of yesterday who has not come yet.
      return isToday && arrival === dateAfter(date, -1) && has(each, 'Confirmed') && dateIn(each.departureDate) > date
    })
    const leaving = here.filter(each => {
      const departure = dateIn(each.departureDate)
      if (departure === date) return has(each, 'Confirmed', 'InHouse', 'CheckedOut')
      return isToday && departure < date && has(each, 'InHouse')
    })
    const inHouse = here.filter(each => {
      const isStaying = dateIn(each.arrivalDate) <= date && dateIn(each.departureDate) > date
      return isStaying && has(each, 'InHouse')
    })
    return {
      arriving: arriving.toSorted(last(each => has(each, 'InHouse', 'CheckedOut'))),
      inHouse,
      leaving: leaving.toSorted(last(each => has(each, 'CheckedOut'))),
    }
  }

  /** What touches the day, by indexes: by arrival, by departure, and who is in the house. */
  #filters() {
    const { date } = this
    const dates = (startDate: string, endDate = startDate) => ({ startDate, endDate })
    const reservationStatus = 'Tentative,Confirmed,InHouse,CheckedOut'
    return [
      { arrivalDate: dates(dateAfter(date, -1), date), reservationStatus },
      { departureDate: dates(date), reservationStatus },
      date === this.#desk.today
        ? { reservationStatus: 'InHouse' }
        : { arrivalDate: { endDate: date }, departureDate: { startDate: date }, reservationStatus },
    ]
  }

  #find(filter: Parameters<Desk['innlet']['reservation']['find']>[0]): Promise<Reservation[]> {
    return collect(this.#desk.innlet.reservation.find({ ...filter, pageSize: 200 }))
  }

  /** A reservation without a room is of every hotel, so that none overlooks it. */
  #isOfHotel({ rooms }: Reservation): boolean {
    return rooms.length === 0 || rooms.some(({ hotelid }) => hotelid === this.#desk.hotelid)
  }
}

const has = ({ reservationStatus }: Reservation, ...names: string[]) => names.includes(reservationStatus)

const collator = new Intl.Collator('en', { numeric: true })
const roomOf = ({ rooms, primaryGuest }: Reservation) => `${rooms[0]?.roomNo ?? ''} ${primaryGuest.lastName}`
const byRoom = (one: Reservation, other: Reservation) => collator.compare(roomOf(one), roomOf(other))

/** What is done comes last. */
const last = (isDone: (reservation: Reservation) => boolean) => (one: Reservation, other: Reservation) =>
  Number(isDone(one)) - Number(isDone(other))
