import { html } from 'lit'
import { version } from '../../package.json'
import { refuse } from '../errors'
import { endpoint } from '../http/endpoint'
import { prefersHtml } from './accept'
import { PAGE_HEADERS } from './page'
import { sitePage } from './site-page'

/**
 * The home page of the service. A client that prefers JSON gets 404, as for any unknown path. The page is public, so it shows
 * no guest's link: the stay on it is the element's own sample.
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
  async ({ request, publicUrl }) =>
    prefersHtml(request.headers)
      ? sitePage(200, {
          title: 'Innlet: bookings over HTTP, and each guest’s stay on a page',
          description:
            'Reservations, rates and inventory of hotels over an HTTP API, and a private page for each guest’s stay.',
          head: html`
            <link rel="stylesheet" href="/site/home.css">
            <script type="module" src="/widget/guest-itinerary.js"></script>
          `,
          main: home(publicUrl),
          hasElement: true,
        })
      : refuse('NOT_FOUND', 'there is no such path'),
)

const home = (origin: string) => html`
  <p class="guest">Looking for your stay? Open the link that your hotel sent you. If it is lost, the hotel can send a new one.</p>
  <div class="first">
    <div>
      <h1>Bookings over HTTP, and each guest’s stay on a page</h1>
      <p class="lead">
        Booking systems and channel managers keep a hotel’s reservations, rates and inventory here. Each guest reads the
        stay on a private page, or on the hotel’s own.
      </p>
      <p class="actions"><a class="button" href="/docs/guides/quick-start">Quick start</a> <a class="button plain" href="/docs">Docs</a></p>
      <h2 id="try">Try this address</h2>
      <pre role="group" aria-labelledby="try"><code>${LINES.map(line => `curl ${line.replace('{origin}', origin)}\n`).join('')}</code></pre>
      <p class="note">Whether it works, who issues tokens, and every operation. None needs a credential.</p>
    </div>
    <figure>
      <!-- biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard -->
      <section class="screen" tabindex="0" aria-label="A sample stay, as its guest sees it">
        <div inert><guest-itinerary token="demo"></guest-itinerary></div>
      </section>
      <figcaption>A sample stay. <a href="/demo/hotel?itinerary=demo">Open it on a hotel’s page</a></figcaption>
    </figure>
  </div>
  <ul class="cards">
    ${card('For developers', '/docs', 'Docs', 'Guides, every operation, field and error, and samples that run.')}
    ${card('For hotels', '/embed', 'Embed', 'Choose colours, corners and language, and copy two lines into your own page.')}
    ${card('For operators', '/status', 'Status', 'Whether the service and its database respond, and its version.')}
  </ul>
  <footer>Innlet ${version} · <a href="/openapi.json">openapi.json</a></footer>
`

/** Requests that need no credential: whether it works, who issues tokens, and every operation. */
const LINES = ['{origin}/status', '{origin}/.well-known/oauth-authorization-server', '-O {origin}/openapi.json']

const card = (audience: string, path: string, name: string, text: string) => html`
  <li>
    <p class="for">${audience}</p>
    <h2><a href=${path}>${name}</a></h2>
    <p>${text}</p>
  </li>
`
