import { html } from 'lit'
import { guideLists, type SiteGuide } from '../guides/site-guides.ts'
import { type ApiDocument, slugOf } from './document.ts'
import { addressOfGroup, addressOfOperation, type Group } from './groups.ts'
import { inlineMarkdown, markdown } from './markdown.ts'
import { methodAndPath } from './operation.ts'

/** The first page: the rules of all operations, authentication, and the list of operations. */
export const overview = ({ info, components }: ApiDocument, groups: Group[], guides: SiteGuide[]) => html`
  <h1>${info.title} API</h1>
  <p class="type">Version ${info.version} at <code>{PUBLIC_URL}</code></p>
  <p><a class="button" href="/docs/guides/quick-start">Quick start</a></p>
  <ul class="doors">${DOORS.map(
    ({ title, address, code }) => html`<li><h2><a href="${address}">${title}</a></h2><code>${code}</code></li>`,
  )}</ul>
  ${guideLists(guides)}
  <div class="introduction">${markdown(info.description)}</div>
  <section aria-labelledby="authentication">
    <h2 id="authentication"><a href="#authentication">Authentication</a></h2>
    <ul class="plain-list">
      <li>
        An access token of <code>POST /oauth/token</code> with the audience <code>{AUDIENCE}</code>, sent as
        <code>Authorization: Bearer …</code>.
      </li>
      <li>An API key, sent as <code>x-api-key: …</code>.</li>
      <li>For paths below <code>/admin</code>: the <code>ADMIN_TOKEN</code> of the service, sent as <code>Authorization: Bearer …</code>.</li>
    </ul>
    <p>Permissions of this installation: {PERMISSIONS}. A <code>write</code> permission includes <code>read</code>.</p>
  </section>
  <section aria-labelledby="operations">
    <h2 id="operations"><a href="#operations">Operations</a></h2>
    ${groups.map(groupSummary)}
  </section>
  <section aria-labelledby="headers">
    <h2 id="headers"><a href="#headers">Headers of responses</a></h2>
    <ul class="fields">${Object.entries(components.headers ?? {}).map(
      ([name, { description = '' }]) => html`
        <li id="${`header-${name}`}">
          <p><code class="name">${name}</code></p>
          <p>${inlineMarkdown(description)}</p>
        </li>
      `,
    )}</ul>
  </section>
`

/** What people come for, each with the guide and the line of code that it begins with. */
const DOORS = [
  {
    title: 'Book a room',
    address: '/docs/guides/bookings',
    code: `POST /api/Booking/PostBooking {"arrivalDate": "2027-06-10", …}`,
  },
  {
    title: 'Receive changes',
    address: '/docs/guides/webhooks',
    code: `POST /api/Webhook/PostEndpoint {"url": "https://…"}`,
  },
  {
    title: 'Show the stay',
    address: '/docs/guides/embedding',
    code: '<guest-itinerary></guest-itinerary>',
  },
  {
    title: 'Sell rooms',
    address: '/docs/guides/channel-manager',
    code: `GET /api/OnlineBooking/GetOffers?arrivalDate=…`,
  },
]

/** The id is within the details, because a browser opens them for a link to what they contain. */
const groupSummary = (group: Group) => html`
  <details class="schema">
    <summary>${group.name}</summary>
    <p id="${slugOf(group.name)}"><a class="target" href="${addressOfGroup(group)}">All of ${group.name} on one page</a></p>
    ${markdown(group.description)}
    <ul class="operations">${group.endpoints.map(
      endpoint => html`
        <li>
          ${methodAndPath(endpoint)}
          <p><a href="${addressOfOperation(endpoint)}">${inlineMarkdown(endpoint.summary ?? endpoint.operationId)}</a></p>
        </li>
      `,
    )}</ul>
  </details>
`
