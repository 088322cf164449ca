import { html, nothing } from 'lit'
import type { Words } from '../locales/words.ts'
import type { Change } from './changes.ts'
import { asWritten, changeMark, detailLine, heading, phrase } from './fragments.ts'
import type { Itinerary, Room } from './itinerary.ts'
import type { RenderContext } from './render-context.ts'
import type { Translator } from './translator.ts'

/** The rooms of the stay. Without rooms a notice says that they are not assigned yet, unless the stay is over. */
export function rooms(
  { rooms, arrival, departure, over }: Itinerary,
  translator: Translator,
  { changes, level }: RenderContext,
) {
  const { words } = translator
  if (!rooms.length && over) return nothing
  const staysThroughout = ({ from = arrival.day, to = departure.day }: Room) =>
    from === arrival.day && to === departure.day
  return html`
    <section class="rooms" part="rooms">
      ${heading(level + 1, { class: 'heading', part: 'heading' }, rooms.length > 1 ? words.rooms : words.room)}
      ${
        rooms.length
          ? html`<ul class="list" role="list">
              ${rooms.map(each => room(each, translator, staysThroughout(each), { level, change: changes?.get(each) }))}
            </ul>`
          : html`<p class="none">${words.noRooms}</p>`
      }
    </section>
  `
}

function room(
  room: Room,
  translator: Translator,
  throughout: boolean,
  { level, change }: { level: number; change: Change | undefined },
) {
  const { words, count, range } = translator
  const number = numberOf(room, words)
  return html`
    <li class="room" part="room">
      ${heading(level + 2, { class: 'name' }, html`${roomTitle(room, words)}${changeMark(change, translator)}`)}
      ${detailLine(
        room.name && number,
        (room.name || number) && room.name !== room.type && asWritten(room.type),
        asWritten(room.building),
        room.occupants > 0 && count(words.guests, room.occupants),
      )}
      ${
        throughout || room.from === undefined || room.to === undefined
          ? nothing
          : html`<p class="dates">${range(room.from, room.to)}</p>`
      }
      ${room.description ? html`<p class="text">${asWritten(room.description)}</p>` : nothing}
    </li>
  `
}

const numberOf = ({ number }: Room, { roomNumber }: Words) => number && phrase(roomNumber, asWritten(number))

/** The name of a room, or what else it is called by. */
export const roomTitle = (room: Room, words: Words) =>
  asWritten(room.name) || numberOf(room, words) || asWritten(room.type) || words.room
