import { html, nothing } from 'lit'
import type { Words } from '../locales/words.ts'
import { asWritten, changeId, changeMark, detailLine, heading, phrase } from './fragments.ts'
import type { Itinerary, Room } from './itinerary.ts'
import type { Now } from './now.ts'
import type { StayContext } from './render-context.ts'
import type { Translator } from './translator.ts'

/**
 * The rooms of the stay that are not in one of its legs. Without rooms a notice says that they are not assigned yet, unless the
 * stay is over.
 */
export function rooms(itinerary: Itinerary, elsewhere: readonly Room[], translator: Translator, context: StayContext) {
  const { words } = translator
  const { arrival, departure, over } = itinerary
  const own = itinerary.rooms.filter(room => !elsewhere.includes(room))
  if (!own.length && (over || elsewhere.length)) return nothing
  const title = (name: string) =>
    heading(context.level + 1, { class: name, part: 'heading' }, own.length > 1 ? words.rooms : words.room)
  const list = own.length
    ? roomList(own, { from: arrival.day, to: departure.day }, translator, context)
    : html`<p class="none">${words.noRooms}</p>`
  return html`
    <section class="rooms" part="rooms">
      ${
        context.now.state === 'cancelled'
          ? html`<details class="note"><summary>${title('topic')}</summary>${list}</details>`
          : html`${title('heading')} ${list}`
      }
    </section>
  `
}

/**
 * Rooms as rows, and below them the description of each type once, folded if there are several. Dates are shown if they are not
 * those of `span`.
 */
export function roomList(
  rooms: readonly Room[],
  span: Pick<Room, 'from' | 'to'>,
  translator: Translator,
  context: StayContext,
) {
  return html`
    <ul class="list" role="list">
      ${rooms.map(each => row(each, rooms.length === 1, span, translator, context))}
    </ul>
    ${descriptions(rooms)}
  `
}

function descriptions(rooms: readonly Room[]) {
  const types = new Map(rooms.map(({ type, description }) => [description, type]))
  types.delete('')
  const texts = [...types.keys()].map(each => html`<p class="text">${asWritten(each)}</p>`)
  const names = [...types.values()].filter(Boolean)
  if (names.length < 2) return texts
  return html`
    <details class="note types">
      <summary><span class="titles">${asWritten(names.join(', '))}</span></summary>
      ${[...types].map(([text, name]) => html`<p class="name">${asWritten(name)}</p><p class="text">${asWritten(text)}</p>`)}
    </details>
  `
}

/** The count of a single room's guests is that of the party. */
function row(
  room: Room,
  isOnly: boolean,
  span: Pick<Room, 'from' | 'to'>,
  translator: Translator,
  { level, changes }: StayContext,
) {
  const { words, count, range } = translator
  const { from = span.from, to = span.to } = room
  const change = changes?.get(room)
  const isThroughout = from === span.from && to === span.to
  return html`
    <li class="room" part="room" id=${changeId(change)}>
      ${heading(
        level + 2,
        { class: 'name' },
        html`${room.name && room.number && room.name !== room.number ? html`<span class="number">${asWritten(room.number)}</span> ` : nothing}${roomTitle(room, words)}${changeMark(change, translator)}`,
      )}
      ${detailLine(
        (room.name || room.number) && room.name !== room.type && asWritten(room.type),
        asWritten(room.building),
        !isOnly && room.occupants > 0 && count(words.guests, room.occupants),
        !isThroughout && from !== undefined && to !== undefined && range(from, to),
      )}
    </li>
  `
}

/** The rooms in which the guest is on the day; before and after the stay in that hotel, all of them. */
export function presentRooms({ rooms }: Itinerary, { leg, today }: Now): Room[] {
  const all = leg?.rooms ?? rooms
  const present = all.filter(
    ({ from, to }) => (from === undefined || from <= today) && (to === undefined || today < to),
  )
  return present.length ? present : all
}

/** `Room 203, 201`, or the names; empty if neither is known. */
export function roomsLine(rooms: readonly Room[], { roomNumber }: Words) {
  const numbers = rooms.map(({ number }) => number)
  return numbers.length && numbers.every(Boolean)
    ? phrase(roomNumber, asWritten(numbers.join(', ')))
    : asWritten(
        rooms
          .map(({ name, number }) => name || number)
          .filter(Boolean)
          .join(', '),
      )
}

/** The name of a room, or what else it is called by. */
export const roomTitle = (room: Room, words: Words) =>
  (room.name !== room.number && asWritten(room.name)) ||
  (room.number && phrase(words.roomNumber, asWritten(room.number))) ||
  asWritten(room.type) ||
  words.room
