import { html } from 'lit'
import { elementStyles, writeStay } from '#write-stay'
import { version } from '../../package.json'
import { sampleContent } from '../../widget/actions/sample'
import { refuse } from '../errors'
import { endpoint } from '../http/endpoint'
import { languageOfTag } from '../links/guest-language'
import type { RequestContext } from '../request-context'
import { prefersHtml } from './accept'
import { allowedStyle } from './content-security-policy'
import { PAGE_HEADERS } from './page'
import { Markup } from './render'
import { sitePage } from './site-page'

/**
 * The home page of the service. A client that prefers JSON gets 404, as for any unknown path. The page is public, so it shows
 * no guest's link: the stay on it is the element's own sample, rendered here, so that the page needs no script.
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
  async call => (prefersHtml(call.request.headers) ? homePageFor(call) : refuse('NOT_FOUND', 'there is no such path')),
)

async function homePageFor(call: RequestContext): Promise<Response> {
  const style = await allowedStyle(elementStyles)
  return sitePage(200, {
    title: 'Innlet: bookings over HTTP, and each guest’s stay on a page',
    description:
      'Reservations, rates and inventory of hotels over an HTTP API, and a private page for each guest’s stay.',
    head: html`<link rel="stylesheet" href="/site/home.css">`,
    styles: [style],
    main: home(call.publicUrl, html`<style>${new Markup(style.text)}</style>${await sampleStay(call)}`),
  })
}

/** The shadow tree of the sample stay, as it is now. */
async function sampleStay(call: RequestContext) {
  const { language } = await languageOfTag('en', call)
  // The policy of the page allows pictures of the origin that it was requested at.
  const { origin } = new URL(call.request.url)
  const [content, hotels] = [sampleContent(`sample:details:${origin}`), sampleContent(`sample:hotels:${origin}`)]
  const context = { calendar: undefined, at: call.now, level: 2, without: undefined, ahead: undefined }
  return writeStay({ content, hotels, timeZone: '', wifiUntil: undefined }, language, context)
}

const home = (origin: string, sample: unknown) => html`
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
        <div inert><guest-itinerary><template shadowrootmode="open">${sample}</template></guest-itinerary></div>
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
