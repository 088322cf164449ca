import { html, LitElement, nothing } from 'lit'
import type { Person } from '../../client/command/admin/types.ts'
import { type Act, showAct } from '../act.ts'
import { Administration } from '../administration.ts'
import type { Desk } from '../desk.ts'
import { moment } from '../format.ts'
import {
  changePersonAct,
  inviteAct,
  newDeskAct,
  newLinkAct,
  pinAct,
  removePersonAct,
  sessionsAct,
} from '../people/acts.ts'
import { refusalText } from '../refusal.ts'
import { words } from '../words.ts'

/** Who works for the customer: people with their role, and desks. */
class PeoplePage extends LitElement {
  static override properties = { people: { state: true }, refusal: { state: true } }
  declare desk: Desk
  declare private people: Person[] | undefined
  declare private refusal: string
  #administration!: Administration

  protected override createRenderRoot() {
    return this
  }

  protected override firstUpdated(): void {
    this.#administration = new Administration(this.desk.session, this.desk.access)
    this.#read()
  }

  async #read(): Promise<void> {
    const { customerId } = this.desk.access
    try {
      const all = await this.#administration.list<Person>('/people', 'people')
      // An owner gets the people of every customer.
      this.people = all.filter(({ roles }) =>
        roles.some(role => role.customerId === customerId || role.role === 'owner'),
      )
      this.refusal = ''
    } catch (error) {
      this.refusal = refusalText(error)
    }
  }

  async #act(act: Act | Promise<Act>): Promise<void> {
    try {
      if (await showAct(await act)) await this.#read()
    } catch (error) {
      this.refusal = refusalText(error)
    }
  }

  protected override render() {
    const { people, refusal } = this
    const failure = refusal ? html`<p class="refusal" role="alert">${refusal}</p>` : nothing
    if (!people) return html`${failure}<p class="quiet" role="status">${refusal ? nothing : words.loading}</p>`
    const { customerId } = this.desk.access
    const [persons, desks] = [
      people.filter(({ kind }) => kind === 'person'),
      people.filter(({ kind }) => kind === 'desk'),
    ]
    return html`
      ${failure}
      <section aria-labelledby="people">
        <header class="head">
          <h1 id="people">${words.people}</h1>
          <button @click=${() => this.#act(inviteAct(this.#administration, customerId))}>${words.invite}</button>
        </header>
        <ul class="records">${persons.map(each => this.#person(each))}</ul>
      </section>
      <section aria-labelledby="desks">
        <header class="head">
          <h2 id="desks">${words.desks}</h2>
          <button class="plain" @click=${() => this.#act(newDeskAct(this.#administration, customerId))}>${words.newDesk}</button>
        </header>
        <p class="quiet">${words.desksText}</p>
        <ul class="records">${desks.map(each => this.#person(each))}</ul>
      </section>
    `
  }

  #person(person: Person) {
    const { customerId } = this.desk.access
    const { personId, name, kind, roles, passkeys, pin, lastSeenAt } = person
    const role = roles.find(each => each.customerId === customerId || each.role === 'owner')?.role
    const isOwn = personId === this.desk.session.person?.personId
    // An owner is changed where all customers are.
    const isOurs = roles.every(each => each.customerId === customerId)
    const act = (
      label: string,
      make: () => Act | Promise<Act>,
    ) => html`<button class="plain" @click=${() => this.#act(make())}>
      ${label}<span class="unseen"> ${name}</span>
    </button>`
    return html`<li class="record">
      <span>
        <strong>${name}</strong>
        <span class="quiet">${role ? words.roleOf[role] : nothing}${isOwn ? ` · ${words.you}` : nothing}</span>
      </span>
      <span class="quiet">
        ${lastSeenAt ? words.seenAt(moment(lastSeenAt)) : words.neverSeen}${kind === 'person' && !passkeys ? html`<br>${words.noPasskeyYet}` : nothing}
      </span>
      ${pin === 'none' ? nothing : html`<span class=${`badge ${pin === 'set' ? 'good' : 'bad'}`}>${words.pinState[pin]}</span>`}
      <span class="tools">
        ${isOurs ? act(words.change, () => changePersonAct(this.#administration, person, customerId)) : nothing}
        ${isOurs ? act(words.newLink, () => newLinkAct(this.#administration, person)) : nothing}
        ${isOurs && kind === 'person' ? act(words.pin, () => pinAct(this.#administration, person)) : nothing}
        ${isOurs ? act(words.sessions, () => sessionsAct(this.#administration, person)) : nothing}
        ${isOurs && !isOwn ? act(words.takeAway, () => removePersonAct(this.#administration, person)) : nothing}
      </span>
    </li>`
  }
}

customElements.define('console-people', PeoplePage)
