import { LinkPath } from '../../schema/wire/itinerary'
import { openLink, withinRate } from '../api/partner-itinerary/open-link'
import { DEAD_LINK, PRIVATE } from '../api/partner-itinerary/public-itinerary'
import { endpoint } from '../http/endpoint'
import { readHotelOfLink } from '../store/itinerary'
import { html } from './html'
import { notice, PAGE_HEADERS, page } from './page'

const deadLink = () => notice(404, DEAD_LINK, 'Your hotel can send you a new one.')

/**
 * The guest's page. It names the hotel and nothing of the guest: the widget on it reads the itinerary itself, so that a
 * preview of the link, made by whatever program it passes through, tells no more than where it leads.
 */
export const itineraryPage = endpoint(
  {
    method: 'GET',
    path: '/itinerary/{token}',
    summary: "The guest's page, for whoever holds the link.",
    needs: 'nothing',
    answers: 'text/html',
    refuses: ['NOT_FOUND', 'RATE_LIMITED'],
    params: LinkPath,
    headers: { ...PRIVATE, ...PAGE_HEADERS },
    onFault: deadLink,
    catchAll: true,
  },
  async call => {
    if (!(await withinRate(call))) return tooMany()
    const { token } = call.params
    const hotel = await openLink(call, token, readHotelOfLink)
    return hotel ? livePage(hotel, token) : deadLink()
  },
)

const livePage = ({ hotelName, imagePath }: { hotelName: string; imagePath: string }, token: string) =>
  page(200, {
    title: hotelName,
    head: html`<meta property="og:type" content="website">
<meta property="og:title" content="${hotelName}">
<meta property="og:site_name" content="${hotelName}">
<meta property="og:description" content="Your itinerary">
${imagePath ? html`<meta property="og:image" content="${imagePath}">\n` : undefined}<script type="module" src="/widget/guest-itinerary.js"></script>
`,
    main: html`<guest-itinerary token="${token}"></guest-itinerary>
<noscript><div class="notice"><p>Your itinerary is shown with JavaScript. Please switch it on and reload the page.</p></div></noscript>`,
  })

function tooMany(): Response {
  const response = notice(429, 'Too many requests.', 'Please come back in a minute.')
  response.headers.set('retry-after', '60')
  return response
}
