import type { Day } from '../guest-itinerary/dates.ts'
import type { Hotel } from '../guest-itinerary/hotel.ts'
import type { Itinerary } from '../guest-itinerary/itinerary.ts'
import type { RenderContext, ShownInHotel, ShowWifi } from '../guest-itinerary/render-context.ts'
import type { WifiWords } from '../locales/words.ts'
import { WIFI_WORDS } from './wifi-words.ts'

export interface Wifi {
  network: string
  /** empty if the network is open */
  password: string
  /** where an action on it is announced */
  source: { network: unknown }
}

/** Absent where the service renders: it has no actions. */
interface WifiActions {
  copyPassword?: (wifi: Wifi, words: WifiWords) => void
  showCode?: (wifi: Wifi, words: WifiWords) => void
}

type Tools = Parameters<ShowWifi>[3] & WifiActions

const DAY = 86_400_000

/** The word for breakfast in the languages of the element. */
const BREAKFAST =
  /breakfast|frühstück|petit.déj|desayuno|pequeno.almoço|café da manhã|colazione|ontbijt|morgenmad|frokost|frukost|śniadani|snídan|kahvaltı|завтрак|בוקר|فطور|إفطار|朝食|早餐|조식/i

/**
 * The Wi-Fi of each hotel from the day of arrival there to the day of departure; without its data, when they appear. And what the
 * house information says of the breakfast.
 */
export function wifiSections(
  itinerary: Itinerary,
  own: Partial<WifiWords>,
  context: RenderContext,
  tools: Tools,
): ReadonlyMap<Hotel, ShownInHotel> {
  const { write, wallAt } = tools
  const { at, level, actions, wifiUntil, without } = context
  const words = { ...WIFI_WORDS, ...own }
  const shown = new Map<Hotel, ShownInHotel>()
  if (itinerary.pending || itinerary.over || without?.has('hotel')) return shown
  for (const [index, hotel] of itinerary.hotels.entries()) {
    const note = without?.has('good-to-know') ? undefined : hotel.houseInfo.find(({ title }) => BREAKFAST.test(title))
    const breakfast =
      note &&
      write`<li class="breakfast"><span class="at"><bdi lang="">${note.title}</bdi></span> <span><bdi lang="">${note.text.split('\n')[0]}</bdi></span></li>`
    shown.set(hotel, { breakfast })
    const wifi = wifiOf(hotel.wifi) ?? (Object.hasOwn(Object(wifiUntil), hotel.id) || undefined)
    const days = daysIn(hotel, itinerary)
    const wall = wallAt(hotel.timeZone || itinerary.timeZone, at)
    if (!wifi || !days || wall >= days.to + DAY || (wifi !== true && wall < days.from)) continue
    const id = `wifi-${index}`
    const title = write`<p class="topic" id=${id} role="heading" aria-level=${Math.min(level + 2, 6)} tabindex="-1">${words.title}</p>`
    const content = wifi === true ? write`<p>${words.from}</p>` : credentials(wifi, words, context, tools)
    shown.set(hotel, {
      breakfast,
      line: wifi === true ? undefined : wifiLine(wifi, words, context, tools),
      // `withoutPastWifi` of the guest's page removes it by this class.
      section: write`<section class="wifi place" part="wifi">${title}${content}</section>`,
      shortcut:
        wifi === true
          ? undefined
          : write`<button class="button" part="button wifi-button" type="button" ?disabled=${!actions} @click=${() => actions?.jump(id)}>${words.title}</button>`,
    })
  }
  return shown
}

/** Undefined if it is not valid. Not trimmed, because spaces count. */
function wifiOf(sent: unknown): Wifi | undefined {
  const source = Object(sent)
  const { network, password = '' } = source
  return network && typeof network === 'string' && typeof password === 'string'
    ? { network, password, source }
    : undefined
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

/** Writes a button that acts on a Wi-Fi. */
const buttonFor =
  (wifi: Wifi, words: WifiWords, { actions }: RenderContext, { write }: Tools) =>
  (label: string, press: ((wifi: Wifi, words: WifiWords) => void) | undefined) =>
    write`<button class="button" part="button wifi-button" type="button" ?disabled=${!actions} aria-disabled=${actions?.pending === wifi.source ? 'true' : 'false'} @click=${() => press?.(wifi, words)}>${label}</button>`

/** The button says itself that it has copied the password. */
function wifiLine(wifi: Wifi, words: WifiWords, context: RenderContext, tools: Tools) {
  const { write, copyPassword } = tools
  const { announcement } = context
  const { network, password, source } = wifi
  const said = announcement?.source === source ? announcement.text : words.copy
  const copy = buttonFor(wifi, words, context, tools)(said, copyPassword)
  return write`<li class="wifi-line"><span class="at">${words.title}</span> <span translate="no"><bdi dir="ltr">${network}</bdi></span> ${password ? copy : ''}</li>`
}

/** The classes `network` and `password` are where the action `print` reads what the code on paper contains. */
function credentials(wifi: Wifi, words: WifiWords, context: RenderContext, tools: Tools) {
  const { write, copyPassword, showCode } = tools
  const { announcement } = context
  const row = (label: string, name: string, text: string) =>
    write`<div><dt class="label">${label}</dt><dd class="name" translate="no"><bdi class=${name} dir="ltr">${text}</bdi></dd></div>`
  const button = buttonFor(wifi, words, context, tools)
  const { network, password } = wifi
  return write`<dl>${row(words.network, 'network', network)}${password ? row(words.password, 'password', password) : ''}</dl>
    <div class="ways">${password ? button(words.copy, copyPassword) : ''} ${button(words.code, showCode)}</div>
    <p class="said" part="said" role="status">${announcement?.source === wifi.source ? announcement.text : ''}</p>`
}
