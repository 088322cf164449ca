import type { writtenAddress } from '../guest-itinerary/address.ts'
import type { Day } from '../guest-itinerary/dates.ts'
import type { grouped } from '../guest-itinerary/grouped.ts'
import type { Hotel } from '../guest-itinerary/hotel.ts'
import type { Itinerary, ScheduleItem } from '../guest-itinerary/itinerary.ts'
import type { calendarIn, Link } from '../guest-itinerary/link.ts'
import type { ActionSource, Actions, Announcement } from '../guest-itinerary/render-context.ts'
import type { Translator } from '../guest-itinerary/translator.ts'
import type { instantAt } from '../guest-itinerary/zone.ts'

/* What every action has in common, and each action of the stay. Its own code is loaded on demand too. */

/** What an action needs of the stay that is shown. */
export interface ShownStay {
  itinerary: Itinerary
  link: Link
  translator: Translator
}

/** The actions of an element. */
export interface ActionsState {
  pending: Actions['pending']
  readonly announcement: Announcement | undefined
  readonly host: HTMLElement & { requestUpdate(): void }
  /** Undefined while no stay is shown. */
  shown(): ShownStay | undefined
  /** Functions of the script, which this file must not import. */
  readonly tools: {
    calendarIn: typeof calendarIn
    instantAt: typeof instantAt
    writtenAddress: typeof writtenAddress
    grouped: typeof grouped
  }
  announce(announcement: Announcement | undefined): void
}

/** Milliseconds for which the result of an action is shown. */
const ANNOUNCEMENT_DURATION = 10_000

/** Runs an action, unless another one runs, and announces its result or its failure. */
export async function run<Code>(
  actions: ActionsState,
  source: ActionSource,
  load: () => Promise<Code>,
  action: (code: Code, root: ShadowRoot, shown: ShownStay) => Promise<unknown>,
): Promise<void> {
  const { host } = actions
  const shown = actions.shown()
  const { shadowRoot } = host
  if (!shown || !shadowRoot || actions.pending) return
  const { words } = shown.translator
  actions.pending = source
  actions.announce(undefined)
  try {
    const code = await load().catch(() => {
      throw new DOMException('The code of the action did not load.', 'NetworkError')
    })
    const result = await action(code, shadowRoot, shown)
    if (typeof result === 'string') announceFor(actions, result, source)
  } catch (error) {
    const isNetwork = error instanceof DOMException && error.name === 'NetworkError'
    announceFor(actions, isNetwork ? words.unreachable[1] : words.failed, source)
  } finally {
    actions.pending = undefined
    host.requestUpdate()
  }
}

function announceFor(actions: ActionsState, text: string, source: ActionSource): void {
  const announcement = { text, source }
  actions.announce(announcement)
  setTimeout(() => {
    if (actions.announcement === announcement) actions.announce(undefined)
  }, ANNOUNCEMENT_DURATION)
}

export const addToCalendar = (actions: ActionsState, item?: ScheduleItem, day?: Day) =>
  run(
    actions,
    item ?? 'calendar',
    () => import('./calendar.ts'),
    ({ openCalendarMenu }, root, { itinerary, link, translator }) => {
      const { calendarIn, instantAt, writtenAddress } = actions.tools
      const calendar = calendarIn(translator.locale, link)
      const selection = { itinerary, calendar, page: link.page, item, day, instantAt, writtenAddress }
      return openCalendarMenu(root, selection, translator)
    },
  )

export const shareLink = (actions: ActionsState) =>
  run(
    actions,
    'share',
    () => import('./share.ts'),
    ({ share }, root, { link, translator }) => share(link.page, root, translator.words),
  )

export const printStay = (actions: ActionsState) =>
  run(
    actions,
    'print',
    () => import('./print.ts'),
    ({ print }) => print(actions.host),
  )

export const copyHotelAddress = (actions: ActionsState, hotel: Hotel) =>
  run(
    actions,
    hotel,
    () => import('./share.ts'),
    ({ copyAddress }, root, { translator }) => copyAddress(hotel, root, translator, actions.tools.writtenAddress),
  )

export const showHotelToDriver = (actions: ActionsState, hotel: Hotel) =>
  run(
    actions,
    hotel,
    () => import('./driver.ts'),
    async ({ showDriver }, root, { translator }) => {
      const { grouped, writtenAddress } = actions.tools
      const { name, phone } = hotel
      return showDriver(root, { name, phone: phone && grouped(phone), ...writtenAddress(hotel) }, translator.words)
    },
  )
