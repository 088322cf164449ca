import type { LitElement, ReactiveController } from 'lit'
import type * as Code from '../actions/start.ts'
import { writtenAddress } from './address.ts'
import type { Day } from './dates.ts'
import { grouped } from './grouped.ts'
import type { Hotel } from './hotel.ts'
import type { ScheduleItem } from './itinerary.ts'
import { calendarIn } from './link.ts'
import type { ActionSource, Actions, Announcement } from './render-context.ts'
import { instantAt } from './zone.ts'

/** The guest's actions, one at a time. Their code is loaded on demand; a failure is announced to the guest. */
export class ActionsController implements Actions, Code.ActionsState, ReactiveController {
  /** The result of the last action, for example that the link was copied. */
  announcement: Announcement | undefined
  /** What the running action was requested on. */
  pending: Actions['pending']

  readonly host: LitElement
  /** Undefined while no stay is shown. */
  readonly shown: () => Code.ShownStay | undefined
  /** Functions of the script that the code of the actions needs, which must not import it. */
  readonly tools = { calendarIn, instantAt, writtenAddress, grouped }

  constructor(host: LitElement, shown: () => Code.ShownStay | undefined) {
    this.host = host
    this.shown = shown
    host.addController(this)
  }

  /** A dialog that leaves the page does not close by itself. What it holds, such as the screen, is released when it closes. */
  hostDisconnected(): void {
    this.host.shadowRoot?.querySelector('dialog')?.close()
  }

  readonly addToCalendar = (item?: ScheduleItem, day?: Day) =>
    this.#use(item ?? 'calendar', code => code.addToCalendar(this, item, day))
  readonly share = () => this.#use('share', code => code.shareLink(this))
  readonly print = () => this.#use('print', code => code.printStay(this))
  readonly copyAddress = (hotel: Hotel) => this.#use(hotel, code => code.copyHotelAddress(this, hotel))
  readonly showDriver = (hotel: Hotel) => this.#use(hotel, code => code.showHotelToDriver(this, hotel))

  readonly run: Actions['run'] = (source, load, action) =>
    this.#use(source, code => code.run(this, source, load, action))

  /** The focus follows, so that the keyboard continues there. */
  readonly jump = (id: string) => {
    const target = this.host.shadowRoot?.getElementById(id)
    if (!target) return
    const folded = target.closest('details')
    if (folded) folded.open = true
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    target.scrollIntoView({ behavior: isCalm ? 'auto' : 'smooth' })
    target.tabIndex = -1
    target.focus({ preventScroll: true })
  }

  /** `announcement` is shown until the next one. */
  announce(announcement: Announcement | undefined): void {
    this.announcement = announcement
    this.host.requestUpdate()
  }

  #use(source: ActionSource, use: (code: typeof Code) => unknown): void {
    import('../actions/start.ts').then(use, () =>
      this.announce({ text: this.shown()?.translator.words.unreachable[1] ?? '', source }),
    )
  }
}
