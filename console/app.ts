import { html, LitElement, nothing } from 'lit'
import { InnletError } from '../client/errors.ts'
import { closeDialogs, cover, setTitle } from './cover.ts'
import { Desk } from './desk.ts'
import { clock } from './format.ts'
import { kept } from './kept.ts'
import type { PageInput } from './page-input.ts'
import { PAGES, type Page } from './pages.ts'
import { refusalText } from './refusal.ts'
import { addressOf, type Place, Router } from './router.ts'
import { type Access, Session } from './session.ts'
import { words } from './words.ts'

/** What the console shows: a page, or what is needed before one. */
type View = 'loading' | 'locked' | 'signed-out' | 'joining' | 'choosing' | 'working' | 'failed'

/** The element of the console: who works, for which hotel, the pages, and how fresh they are. */
export class ConsoleApp extends LitElement {
  static override properties = { view: { state: true } }
  declare private view: View
  readonly #session = new Session()
  readonly #router = new Router(place => this.#show(place))
  #desk: Desk | undefined
  #failure = ''
  /** For whom the page was opened: what one person typed, nobody else sees. */
  #author: number | undefined
  /** Takes the cover of a locked desk away. */
  #uncover: (() => void) | undefined
  /** The element of the page, and the part of the address that it has. */
  #page: (HTMLElement & Partial<PageInput>) | undefined
  #shown = ''

  constructor() {
    super()
    this.view = 'loading'
    this.#session.onEnd = () => this.#leave('signed-out')
    this.#session.onChange = () => this.#judge()
    document.addEventListener('keydown', event => this.#openFind(event))
  }

  /** Light DOM: the style sheet of the page is that of all elements. */
  protected override createRenderRoot() {
    return this
  }

  protected override firstUpdated(): void {
    this.#begin()
  }

  /** Reads who is signed in, and opens the work for the customer of before, or the only one. */
  async #begin(): Promise<void> {
    if (this.#router.place.parts[0] === 'join') return this.#gate('joining', () => import('./pages/join.ts'))
    try {
      await this.#session.open()
    } catch (error) {
      const isNobody = error instanceof InnletError && error.status === 401
      return isNobody ? this.#leave('signed-out') : this.#fail(error)
    }
    if (this.#session.names.length) import('./pages/lock.ts').catch(() => {})
    if (this.#session.isLocked) {
      this.view = 'locked'
      return
    }
    this.#author = this.#session.author?.personId
    const accesses = this.#session.customers
    const remembered = Number(kept.customer.read())
    const access = accesses.find(({ customerId }) => customerId === remembered) ?? accesses[0]
    if (access?.customerId) return this.#open(access)
    const isOwner = access?.role === 'owner'
    if (isOwner && remembered) return this.#open({ customerId: remembered, role: 'owner' })
    await this.#gate('choosing', () => import('./pages/customer.ts'))
  }

  /** Opens the work for a customer. */
  async #open(access: Access): Promise<void> {
    this.view = 'loading'
    try {
      const desk = await Desk.open(this.#session, access)
      this.#desk?.end()
      this.#desk = desk
      const hotelid = kept.hotel.read()
      if (desk.hotel.properties.some(each => each.hotelid === hotelid)) desk.hotelid = String(hotelid)
      desk.follow(this, () => this.requestUpdate())
      kept.customer.write(String(access.customerId))
      this.#drop()
      this.view = 'working'
      this.#show(this.#router.place)
      // Somebody who presses `/` types on at once.
      PAGES.find?.load().catch(() => {})
    } catch (error) {
      kept.customer.write(undefined)
      this.#fail(error)
    }
  }

  #fail(error: unknown): void {
    this.#failure = refusalText(error)
    this.#drop()
    this.view = 'failed'
    this.requestUpdate()
  }

  #leave(view: View): void {
    this.#uncover?.()
    this.#end()
    this.#gate(view, () => import('./pages/sign-in.ts'))
  }

  /** Ends the work, with all that is open. */
  #end(): void {
    closeDialogs()
    this.#author = undefined
    this.#desk?.end()
    this.#desk = undefined
    this.#drop()
  }

  /** Covers a desk that is locked. Whoever unlocks it goes on with the own work, or begins anew. */
  #judge(): void {
    const { isLocked, author } = this.#session
    if (isLocked) {
      this.#cover()
      return
    }
    const before = this.#author
    const wasCovered = this.#uncover !== undefined
    this.#uncover?.()
    if (before === author?.personId) {
      if (wasCovered) this.#desk?.look()
    } else if (wasCovered || before !== undefined) {
      this.#end()
      this.view = 'loading'
      if (before !== undefined) this.#router.go(addressOf(), { replace: true })
      this.#begin()
    }
    this.requestUpdate()
  }

  #cover(): void {
    if (this.#uncover) return
    const uncover = cover(`${words.locked} · ${words.product}`)
    const element = Object.assign(document.createElement('console-lock'), { session: this.#session })
    document.body.append(element)
    import('./pages/lock.ts').catch(() => this.#fail(words.newRelease))
    this.#uncover = () => {
      this.#uncover = undefined
      uncover()
      // Closing gives the focus back to where it was.
      element.querySelector('dialog')?.close()
      element.remove()
    }
  }

  /** Shows what comes before the pages. Its element dispatches `done` when the person may work, with a customer if it chose one. */
  async #gate(view: View, load: () => Promise<{ tag: string }>): Promise<void> {
    this.#drop()
    this.view = view
    const { tag } = await load()
    if (this.view !== view) return
    const element = Object.assign(document.createElement(tag), { session: this.#session })
    element.addEventListener('done', event => {
      const chosen = (event as CustomEvent<Access | undefined>).detail
      if (['join', 'sign-in'].includes(this.#router.place.parts[0] ?? ''))
        this.#router.go(addressOf(), { replace: true })
      if (chosen) this.#open(chosen)
      else this.#begin()
    })
    this.#put(element)
  }

  /** Shows the page of an address. */
  async #show({ parts: [name = '', argument = ''], query }: Place): Promise<void> {
    if (!this.#desk || this.view !== 'working') return
    const page = PAGES[name]
    const shown = `${name}/${this.#desk.access.customerId}`
    setTitle(`${page?.title ?? words.noPage} · ${words.product}`)
    if (page && this.#page && this.#shown === shown) {
      Object.assign(this.#page, { argument, query })
      this.requestUpdate()
      return
    }
    this.#shown = shown
    if (!page || !mayOpen(page, this.#desk.access.role)) {
      const textContent = page ? words.refused.PERMISSION_DENIED : words.noPage
      return this.#put(Object.assign(document.createElement('p'), { className: 'notice', textContent }))
    }
    try {
      await page.load()
    } catch {
      return this.#fail(words.newRelease)
    }
    // Another page was asked for meanwhile.
    if (this.#shown !== shown) return
    const input: PageInput = { desk: this.#desk, router: this.#router, argument, query }
    this.#put(Object.assign(document.createElement(page.tag), input))
    // Loaded early: what somebody types right after `/` would be lost.
    PAGES.find?.load().catch(() => undefined)
  }

  #put(element: HTMLElement): void {
    const main = this.querySelector('main')
    // The link that was followed may be gone: the focus begins at the page, which may move it to a field of its own.
    if (this.#page) main?.focus({ preventScroll: true })
    this.#page = element
    main?.replaceChildren(element)
    this.requestUpdate()
    scrollTo(0, 0)
  }

  #drop(): void {
    this.#shown = ''
    this.#page = undefined
    this.querySelector('main')?.replaceChildren()
  }

  /** `/` opens the search, unless somebody types or a dialog is open. */
  #openFind(event: KeyboardEvent): void {
    const isTyping = (event.target as Element).closest('input, textarea, select, [contenteditable], dialog')
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return
    if (this.view !== 'working') return
    event.preventDefault()
    this.#router.go(addressOf('find'))
  }

  #chooseHotel(event: Event): void {
    if (!this.#desk) return
    this.#desk.hotelid = (event.target as HTMLSelectElement).value
    kept.hotel.write(this.#desk.hotelid)
    this.#drop()
    this.#show(this.#router.place)
  }

  protected override render() {
    return html`
      <a class="skip" href="#content">${words.skip}</a>
      ${this.#header()}
      ${
        this.view === 'failed'
          ? html`<div class="notice" role="alert">
              <p>${this.#failure}</p>
              <p><button @click=${() => location.reload()}>${words.reload}</button></p>
            </div>`
          : nothing
      }
      ${this.view === 'loading' ? html`<p class="notice" role="status">${words.loading}</p>` : nothing}
      <main id="content" tabindex="-1"></main>
    `
  }

  #header() {
    const desk = this.view === 'working' ? this.#desk : undefined
    return html`<header class="bar">
      <a class="mark" href=${addressOf()}><img src="/favicon.svg" alt="" width="24" height="24">${words.product}</a>
      ${desk ? [this.#navigation(), this.#hotels(desk), this.#freshness(desk)] : nothing}
      ${this.#session.person ? this.#account() : nothing}
    </header>`
  }

  #navigation() {
    const [current = ''] = this.#router.place.parts
    return html`<nav aria-label=${words.pages}>
      ${Object.entries(PAGES).map(([name, { title, isMain }]) =>
        isMain
          ? html`<a href=${name ? addressOf(name) : addressOf()} aria-current=${name === current ? 'page' : nothing}>
              ${title}${name === 'find' ? html`<kbd aria-hidden="true">/</kbd>` : nothing}
            </a>`
          : nothing,
      )}
    </nav>`
  }

  #hotels({ hotel, hotelid }: Desk) {
    if (hotel.properties.length < 2)
      return html`<span class="hotel">${hotel.properties[0]?.name ?? hotel.customerName}</span>`
    return html`<select class="hotel" aria-label=${words.hotel} @change=${this.#chooseHotel}>
      ${hotel.properties.map(
        each => html`<option value=${each.hotelid} ?selected=${each.hotelid === hotelid}>${each.name}</option>`,
      )}
    </select>`
  }

  #freshness({ freshAt, isReached }: Desk) {
    const time = clock(freshAt)
    return html`<span class=${isReached ? 'fresh' : 'fresh stale'} role=${isReached ? nothing : 'status'}>
      ${isReached ? html`<span class="long">${words.fresh}</span> ${time}` : html`${words.notReached} ${time}`}
    </span>`
  }

  #account() {
    const { person, author, unlockedBy } = this.#session
    const accesses = this.#session.customers
    return html`${unlockedBy ? html`<button class="plain lock" @click=${() => this.#session.lock()}>${words.lock}</button>` : nothing}
      <button class="quiet account" popovertarget="account">${author?.name}</button>
      <div id="account" class="menu" popover>
        ${unlockedBy ? html`<p>${person?.name}</p>` : nothing}
        ${this.#desk ? html`<p>${this.#desk.hotel.customerName} · ${words.roleOf[this.#desk.access.role]}</p>` : nothing}
        ${this.#desk ? pagesOf(this.#desk.access.role) : nothing}
        ${
          accesses.length > 1 || accesses[0]?.customerId === 0
            ? html`<button class="quiet" @click=${() => this.#chooseCustomer()}>${words.chooseCustomer}</button>`
            : nothing
        }
        <button class="quiet" @click=${() => this.#session.signOut()}>${words.signOut}</button>
        <button class="quiet" @click=${() => this.#session.signOut(true)}>${words.signOutEverywhere}</button>
      </div>`
  }

  #chooseCustomer(): void {
    kept.customer.write(undefined)
    this.#gate('choosing', () => import('./pages/customer.ts'))
  }
}

const mayOpen = ({ isOf }: Page, role: Access['role']) => !isOf || isOf === role || role === 'owner'

const pagesOf = (role: Access['role']) =>
  Object.entries(PAGES)
    .filter(([, page]) => page.isOf && mayOpen(page, role))
    .map(([name, { title }]) => html`<a class="button quiet" href=${addressOf(name)}>${title}</a>`)

customElements.define('innlet-console', ConsoleApp)
