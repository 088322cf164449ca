import type { Day } from '../guest-itinerary/dates.ts'
import type { Hotel, Wifi } from '../guest-itinerary/hotel.ts'
import type { Itinerary } from '../guest-itinerary/itinerary.ts'
import type { RenderContext, ShownWifi, ShowWifi } from '../guest-itinerary/render-context.ts'
import type { Words } from '../locales/words.ts'

/** Absent where the service renders: it has no actions. */
export interface WifiActions {
  copyPassword?: (wifi: Wifi) => void
  showCode?: (wifi: Wifi) => void
}

type Tools = Parameters<ShowWifi>[3] & WifiActions

/** The Wi-Fi of each hotel from the day of arrival there to the day of departure. Without its data, when they appear. */
export function wifiSections(
  itinerary: Itinerary,
  words: Words,
  context: RenderContext,
  tools: Tools,
): ReadonlyMap<Hotel, ShownWifi> {
  const { write, todayIn } = tools
  const { level, actions } = context
  const shown = new Map<Hotel, ShownWifi>()
  for (const [index, hotel] of itinerary.hotels.entries()) {
    const { wifi } = hotel
    const days = daysIn(hotel, itinerary)
    const today = todayIn(hotel.timeZone || itinerary.timeZone)
    if (!wifi || !days || today > days.to || (wifi.network && today < days.from)) continue
    const id = `wifi-${index}`
    const title = write`<p class="topic" id=${id} role="heading" aria-level=${Math.min(level + 2, 6)} tabindex="-1">${words.wifi}</p>`
    const content = wifi.network ? credentials(wifi, words, context, tools) : write`<p>${words.wifiFrom}</p>`
    shown.set(hotel, {
      section: write`<section class="wifi place" part="wifi">${title}${content}</section>`,
      shortcut: wifi.network
        ? write`<button class="button" part="button wifi-button" type="button" ?disabled=${!actions} @click=${() => actions?.jump(id)}>${words.wifi}</button>`
        : undefined,
    })
  }
  return shown
}

/** The first arrival in the hotel and the last departure; without rooms there, those of the stay. */
function daysIn({ roomIds }: Hotel, { rooms, arrival, departure }: Itinerary): { from: Day; to: Day } | undefined {
  const own = rooms.filter(({ id }) => roomIds.includes(id))
  const stays = own.length ? own : [{ from: arrival.day, to: departure.day }]
  const days = stays.flatMap(({ from = arrival.day, to = departure.day }) =>
    from === undefined || to === undefined ? [] : [{ from, to }],
  )
  if (!days.length) return undefined
  return { from: Math.min(...days.map(({ from }) => from)), to: Math.max(...days.map(({ to }) => to)) }
}

/** The classes `network` and `password` are where the action `print` reads what the code on paper contains. */
function credentials(
  wifi: Wifi,
  words: Words,
  { actions, announcement }: RenderContext,
  { write, copyPassword, showCode }: Tools,
) {
  const row = (label: string, name: string, text: string) =>
    write`<div><dt class="label">${label}</dt><dd translate="no"><bdi class=${name} dir="ltr">${text}</bdi></dd></div>`
  const button = (label: string, press: ((wifi: Wifi) => void) | undefined) =>
    write`<button class="button" part="button wifi-button" type="button" ?disabled=${!actions} aria-disabled=${actions?.pending === wifi ? 'true' : 'false'} @click=${() => press?.(wifi)}>${label}</button>`
  const { network, password } = wifi
  return write`<dl>${row(words.network, 'network', network)}${password ? row(words.password, 'password', password) : ''}</dl>
    <div class="ways">${password ? button(words.copyPassword, copyPassword) : ''} ${button(words.wifiCode, showCode)}</div>
    <p class="said" part="said" role="status">${announcement?.source === wifi ? announcement.text : ''}</p>`
}
