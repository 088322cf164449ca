import { html, nothing } from 'lit'
import { elementStyles, withOwnWords, writeStay } from '#write-stay'
import { linkTokenIn } from '../../schema/link-token'
import { dateAfter } from '../../schema/stay-dates'
import { LinkPath } from '../../schema/wire/itinerary'
import { asOfComment, initialData, inScript, KEEP_UNTIL } from '../../widget/page/markers'
import { hotelsWithWifi, lastDaysOfWifi, lookOf, stayName } from '../domain/itinerary/hotels'
import { assembleItinerary } from '../domain/itinerary/itinerary'
import { itineraryMarkup } from '../domain/itinerary/markup'
import { endpoint } from '../http/endpoint'
import { pageLanguage } from '../links/guest-language'
import { PRIVATE_HEADERS, RESPONSE_TIME, timeHeader } from '../links/invalid-link'
import { calendarAddress, linkAddresses } from '../links/link-addresses'
import { openLink, withinItineraryRate } from '../links/open-link'
import type { IncomingRequest, RequestContext } from '../request-context'
import type { StoredItineraryWithHotels } from '../store/itinerary/columns'
import { readItineraryWithHotels } from '../store/itinerary/itinerary'
import { allowedStyle } from './content-security-policy'
import { type PageLook, pageLook } from './look'
import { notice, PAGE_HEADERS, page } from './page'
import { Markup } from './render'
import { widgetScript } from './script'

/**
 * The guest's page. It shows the stay in the browser's language before any script has run; then the widget takes over.
 * Metadata for link previews names the stay's hotel and contains nothing about the guest.
 */
export const itineraryPage = endpoint(
  {
    method: 'GET',
    path: '/itinerary/{token}',
    operationId: 'getItineraryPage',
    summary: "Returns the guest's page to the holder of the link.",
    description:
      'The page is HTML and shows the itinerary without a script. Its language is that of the browser. Invalid, expired ' +
      'and revoked links have the same response.',
    redirects: 'An address with stray characters after the token. `Location` is the address without them.',
    auth: 'public',
    contentType: 'text/html',
    errors: ['NOT_FOUND', 'RATE_LIMITED'],
    params: LinkPath,
    commonHeaders: { ...PRIVATE_HEADERS, ...PAGE_HEADERS },
    responseHeaders: {
      ...RESPONSE_TIME,
      'X-Keep-Until': 'The day after departure. No copy of the page may be stored from that date on.',
    },
    onError: invalidLinkPage,
    catchAll: true,
  },
  async call => {
    const { token } = call.params
    const { pathname, search } = new URL(call.request.url)
    const address = `/itinerary/${token}`
    if (linkTokenIn(token) && pathname !== address) return redirect(address + search)
    if (!(await withinItineraryRate(call))) return rateLimitedPage(call)
    const itinerary = await openLink(call, token, readItineraryWithHotels)
    return itinerary ? itineraryResponse(itinerary, token, call) : invalidLinkPage(call)
  },
)

const redirect = (location: string) => new Response(null, { status: 308, headers: { location } })

/** The stay's title is the page's main heading. */
const TITLE_LEVEL = 1

async function itineraryResponse(
  itinerary: StoredItineraryWithHotels,
  token: string,
  context: RequestContext,
): Promise<Response> {
  const { now, publicUrl } = context
  const { customerName, timeZone, propertyTimeZone } = itinerary.reservation
  const [{ language: chosen, isWanted }, script] = await Promise.all([pageLanguage(context), widgetScript(context)])
  const chosenLook = lookOf(itinerary.hotels, itinerary.reservation.customerLook)
  const { words: own, without } = chosenLook ?? {}
  const language = withOwnWords(chosen, own)
  const { words } = language
  const look = pageLook(chosenLook)
  const content = assembleItinerary(itinerary)
  const hotels = hotelsWithWifi(itinerary.hotels, now)
  const name = stayName(hotels, customerName, words.trip)
  const { imagePath } = hotels.length === 1 && hotels[0] ? hotels[0] : itinerary.reservation
  const zone = propertyTimeZone ?? timeZone
  const data = { content, hotels, timeZone: zone, wifiUntil: lastDaysOfWifi(itinerary.hotels, now) }
  const stay = writeStay(data, language, {
    calendar: calendarAddress(token, publicUrl, language.locale),
    at: now,
    level: TITLE_LEVEL,
    without,
    ahead: new Markup(asOfComment(words)),
  })
  const style = await allowedStyle(elementStyles)
  const ofLook = look.rules ? [await allowedStyle(look.rules)] : []
  const { url } = linkAddresses(token, itinerary.reservation.urlTemplate, publicUrl)
  const markup = itineraryMarkup(itinerary, url)
  const response = await page(200, {
    language,
    title: hotels.length > 1 ? name : `${words.stay}, ${name}`,
    styles: [style, ...ofLook],
    schemes: look.surroundings.map(([scheme]) => scheme).join(' '),
    fonts: look.fonts,
    head: html`
      ${metadata(name, words.stay, imagePath)}
      ${themeColors(look)}
      ${ofLook.map(({ text }) => html`<style>${new Markup(text)}</style>`)}
      <link rel="manifest" href=${`/itinerary/${token}/manifest.webmanifest`}>
      <link rel="apple-touch-icon" href="/page/icon-180.png">
      <script type="module" src="/page/itinerary.js"></script>
      <script type="module" src=${script}></script>
    `,
    main: html`
      <guest-itinerary token=${token} lang=${isWanted ? language.locale : nothing} heading-level=${TITLE_LEVEL} without=${without?.join(' ') || nothing}>
        <template shadowrootmode="open"><style>${new Markup(style.text)}</style>${stay}</template>
        <script type="application/json">${new Markup(initialData(now, { ...data, words: own }))}</script>
      </guest-itinerary>
      <div class="kept" hidden>
        <button type="button">${words.forget}</button>
        <p>${words.kept}</p>
        <p role="status" data-done=${words.forgotten}></p>
      </div>
      ${markup.length ? html`<script type="application/ld+json">${new Markup(inScript(markup))}</script>` : nothing}
    `,
  })
  response.headers.set('date', timeHeader(now))
  response.headers.set(KEEP_UNTIL, dateAfter(content.overview.departureDate.slice(0, 10), 1))
  return response
}

/** What the browser and previews of the link call the page. Previews see nothing of the guest. */
const metadata = (name: string, description: string, imagePath: string) => html`
  <meta name="application-name" content=${name}>
  <meta name="apple-mobile-web-app-title" content=${name}>
  <meta property="og:type" content="website">
  <meta property="og:title" content=${name}>
  <meta property="og:site_name" content=${name}>
  <meta property="og:description" content=${description}>
  ${imagePath ? html`<meta property="og:image" content=${imagePath}>` : nothing}
`

const themeColors = ({ surroundings }: PageLook) =>
  surroundings.map(([scheme, color]) => {
    const media = surroundings.length > 1 ? `(prefers-color-scheme: ${scheme})` : nothing
    return html`<meta name="theme-color" content=${color} media=${media}>`
  })

async function invalidLinkPage(incoming: IncomingRequest): Promise<Response> {
  const { language } = await pageLanguage(incoming)
  const { gone, call } = language.words
  const [title, advice, cause] = gone
  return notice(404, [title, cause, advice], language, {
    head: html`<script type="module" src="/page/dead-link.js"></script>`,
    // The script fills it, if this device knows the hotel of the link.
    more: html`<p class="call" hidden><bdi lang=""></bdi> <a href="">${call} <bdi dir="ltr" translate="no"></bdi></a></p>`,
  })
}

async function rateLimitedPage(incoming: IncomingRequest): Promise<Response> {
  const { language } = await pageLanguage(incoming)
  const response = await notice(429, language.words.busy, language)
  response.headers.set('retry-after', '60')
  return response
}
