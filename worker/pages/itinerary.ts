import { elementStyles, writeStay } from '#write-stay'
import { LinkPath } from '../../schema/wire/itinerary'
import { html, nothing } from '../../widget/guest-itinerary/template'
import { calendar } from '../api/partner-itinerary/calendar'
import { assembleItinerary, type StoredItinerary } from '../domain/itinerary/itinerary'
import { dateAfter, todayIn } from '../domain/stay-dates'
import { endpoint } from '../http/endpoint'
import { PRIVATE_HEADERS } from '../links/invalid-link'
import { openLink, withinItineraryRate } from '../links/open-link'
import type { IncomingRequest, RequestContext } from '../request-context'
import { readItinerary } from '../store/itinerary/itinerary'
import { allowedStyle } from './content-security-policy'
import { pageLanguage } from './language'
import { notice, PAGE_HEADERS, page } from './page'
import { Markup } from './render'
import { widgetScript } from './script'

/**
 * The guest's page: the stay in the language that the browser asks for, to be read before any script has run, and the widget,
 * which takes it from there. What previews of the link are made of names the hotel, and nothing of the guest.
 */
export const itineraryPage = endpoint(
  {
    method: 'GET',
    path: '/itinerary/{token}',
    summary: "The guest's page, for whoever holds the link.",
    auth: 'public',
    contentType: 'text/html',
    errors: ['NOT_FOUND', 'RATE_LIMITED'],
    params: LinkPath,
    commonHeaders: { ...PRIVATE_HEADERS, ...PAGE_HEADERS },
    responseHeaders: {
      'X-Keep-Until': 'The date from which on no copy of the page may be kept: the day after departure.',
    },
    onError: deadLink,
    catchAll: true,
  },
  async call => {
    if (!(await withinItineraryRate(call))) return tooMany(call)
    const { token } = call.params
    const kept = await openLink(call, token, readItinerary)
    return kept ? livePage(kept, token, call) : deadLink(call)
  },
)

/** The stay's title is the title of the page. */
const TITLE_LEVEL = 1

async function livePage(kept: StoredItinerary, token: string, context: RequestContext): Promise<Response> {
  const { request, now, publicUrl } = context
  const { customerName, imagePath, timeZone, propertyTimeZone } = kept.reservation
  const [{ language, isWanted }, script] = await Promise.all([pageLanguage(context), widgetScript(context)])
  const { words } = language
  const content = assembleItinerary(kept)
  const day = todayOfGuest(request.cf?.timezone, propertyTimeZone ?? timeZone, now)
  const stay = writeStay(content, language, {
    calendar: publicUrl + calendar.contract.path.replace('{token}', token),
    today: Date.parse(`${day}T00:00:00Z`),
    level: TITLE_LEVEL,
    ahead: new Markup(asOfMark(words.asOf)),
  })
  const style = await allowedStyle(elementStyles)
  const response = await page(200, {
    language,
    title: customerName,
    styles: [style],
    head: html`
      <meta name="application-name" content=${customerName}>
      <meta name="apple-mobile-web-app-title" content=${customerName}>
      <meta name="theme-color" content="#f3efe8" media="(prefers-color-scheme: light)">
      <meta name="theme-color" content="#0d1011" media="(prefers-color-scheme: dark)">
      <meta property="og:type" content="website">
      <meta property="og:title" content=${customerName}>
      <meta property="og:site_name" content=${customerName}>
      <meta property="og:description" content=${words.stay}>
      ${imagePath ? html`<meta property="og:image" content=${imagePath}>` : nothing}
      <link rel="manifest" href=${`/itinerary/${token}/manifest.webmanifest`}>
      <link rel="apple-touch-icon" href="/page/icon-180.png">
      <script type="module" src="/page/itinerary.js"></script>
      <script type="module" src=${script}></script>
    `,
    main: html`
      <guest-itinerary token=${token} lang=${isWanted ? language.locale : nothing} heading-level=${TITLE_LEVEL}>
        <template shadowrootmode="open"><style>${new Markup(style.text)}</style>${stay}</template>
        <script type="application/json">${scriptText({ asOf: null, content })}</script>
      </guest-itinerary>
      <div class="kept" hidden>
        <button type="button">${words.forget}</button>
        <p role="status" data-done=${words.forgotten}></p>
      </div>
    `,
  })
  response.headers.set('x-keep-until', dateAfter(content.overview.departureDate.slice(0, 10), 1))
  return response
}

/** A stay is looked at before it begins, too, and from far away: the day is the guest's where the edge knows it, else the hotel's. */
function todayOfGuest(guestsZone: unknown, hotelsZone: string, now: number): string {
  try {
    return todayIn(String(guestsZone ?? hotelsZone), now)
  } catch {
    return todayIn(hotelsZone, now)
  }
}

/** Where a copy of the page that is shown later says of when it is; `#` stands for the time. Of the page itself, nothing is seen. */
const asOfMark = (words: string) => `<!--as-of:${words.replace(/[<>&-]/g, '')}-->`

/** JSON that no script element ends before its end. */
const scriptText = (value: unknown) => new Markup(JSON.stringify(value).replaceAll('<', '\\u003c'))

async function deadLink(asked: IncomingRequest): Promise<Response> {
  const { language } = await pageLanguage(asked)
  return notice(404, language.words.gone, language)
}

async function tooMany(asked: IncomingRequest): Promise<Response> {
  const { language } = await pageLanguage(asked)
  const response = await notice(429, language.words.busy, language)
  response.headers.set('retry-after', '60')
  return response
}
