import { html } from 'lit'
import { version } from '../../package.json'
import { refuse } from '../errors'
import { endpoint } from '../http/endpoint'
import { prefersHtml } from './accept'
import { allowedStyle } from './content-security-policy'
import { homeStyles } from './home-styles'
import { PAGE_HEADERS, page } from './page'
import { Markup } from './render'

/**
 * The home page of the service. A client that prefers JSON gets 404, as for any unknown path. The page is public, so it shows
 * no guest's link.
 */
export const homePage = endpoint(
  {
    method: 'GET',
    path: '/',
    operationId: 'getHomePage',
    summary: 'Returns the home page of the service.',
    description: 'A client that does not prefer HTML gets 404.',
    auth: 'public',
    contentType: 'text/html',
    errors: ['NOT_FOUND'],
    commonHeaders: { ...PAGE_HEADERS, vary: 'Accept' },
  },
  async ({ request }) => {
    if (!prefersHtml(request.headers)) return refuse('NOT_FOUND', 'there is no such path')
    const style = await allowedStyle(homeStyles)
    return page(200, {
      language: { locale: 'en', direction: 'ltr' },
      title: 'Innlet',
      styles: [style],
      head: html`
        <meta name="description" content="Reservations and inventory over an HTTP API, and the itinerary of each guest.">
        <style>${new Markup(style.text)}</style>
      `,
      main: HOME,
    })
  },
)

const HOME = html`
  <header class="masthead">
    <p class="brand">Innlet</p>
    <h1>Reservations, inventory and the guest’s itinerary</h1>
    <p class="lead">
      This address is an Innlet service. Booking systems and channel managers use its HTTP API; each guest reads the stay
      on a private page.
    </p>
  </header>
  <ul class="cards">
    <li class="card">
      <p class="for">For developers</p>
      <h2><a href="/docs">API reference</a></h2>
      <p>Every endpoint, field and error, with examples. Also as an <a class="also" href="/openapi.json">OpenAPI document</a>.</p>
      <p class="path"><code>/docs</code></p>
    </li>
    <li class="card">
      <p class="for">For hotels</p>
      <h2><a href="/embed">Embed the itinerary</a></h2>
      <p>Choose colours, corners and language, see the result, and copy two lines of HTML into your own page.</p>
      <p class="path"><code>/embed</code></p>
    </li>
    <li class="card">
      <p class="for">For operators</p>
      <h2><a href="/api/Fetch/health">Health</a></h2>
      <p>Whether the service answers, and its version. <a class="also" href="/api/Fetch/healthdb">With the database</a>.</p>
      <p class="path"><code>/api/Fetch/health</code></p>
    </li>
  </ul>
  <section class="guests" aria-labelledby="guests">
    <div>
      <p class="for">For guests</p>
      <h2 id="guests">The guest’s page</h2>
      <p>
        It shows one stay: dates, rooms and plans, day by day. Only the link that the hotel sends opens it; there is no
        list of stays, and no login. If a link is lost or has expired, the hotel can send a new one.
      </p>
    </div>
    <ol class="steps">
      <li>
        <h3>The stay is booked</h3>
        <p>Through <code>PostBooking</code> or <code>postreservation</code>.</p>
      </li>
      <li>
        <h3>A link is issued</h3>
        <p>
          <code>IssueLink</code> returns its address, <code>/itinerary/{token}</code>; <code>postreservation</code> issues one
          by itself. A newer link replaces it.
        </p>
      </li>
      <li>
        <h3>The guest opens it</h3>
        <p>In the language of the browser, on any device, and offline once it was opened.</p>
      </li>
    </ol>
  </section>
  <footer class="colophon">
    <p>Innlet ${version}</p>
    <p>On your own machine, <code>npm start</code> prints the link of a demo guest.</p>
  </footer>
`
