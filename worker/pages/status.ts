import { html } from 'lit'
import { version } from '../../package.json'
import { ServiceStatus } from '../../schema/wire/status'
import { refuse } from '../errors'
import { databaseFault } from '../http/database-health'
import { endpoint, success } from '../http/endpoint'
import { prefersHtml } from './accept'
import { PAGE_HEADERS } from './page'
import { sitePage } from './site-page'

const HEALTH = '/api/Fetch/health'
const HEALTHDB = '/api/Fetch/healthdb'
const ADMIN_STATUS = '/docs/administration/getStatus'

/** Whether the service works, for everyone: a page for browsers, JSON for programs. */
export const status = endpoint(
  {
    method: 'GET',
    path: '/status',
    operationId: 'getServiceStatus',
    summary: 'Reports whether the service works: its version, and whether its databases respond.',
    description:
      'A client that prefers HTML gets a page, also with 429 and 503. The databases are checked as by `GET /api/Fetch/healthdb`, ' +
      'with its rate limit per address. The result can be up to 5 seconds old.',
    auth: 'public',
    example: {
      response: { status: 'Healthy', version, database: 'Healthy', links: linksFrom('https://innlet.example') },
    },
    response: ServiceStatus,
    orHtml: true,
    errors: ['RATE_LIMITED', 'DATABASE_UNAVAILABLE'],
    onError: ({ request }) => (prefersHtml(request.headers) ? statusPage(503) : refuse('DATABASE_UNAVAILABLE')),
    commonHeaders: { ...PAGE_HEADERS, vary: 'Accept' },
  },
  async call => {
    const fault = await databaseFault(call)
    if (prefersHtml(call.request.headers)) return statusPage(fault?.status)
    return (
      fault ??
      success({ status: 'Healthy' as const, version, database: 'Healthy' as const, links: linksFrom(call.publicUrl) })
    )
  },
)

function linksFrom(origin: string) {
  return {
    health: origin + HEALTH,
    healthdb: origin + HEALTHDB,
    docs: `${origin}/docs`,
    adminStatus: origin + ADMIN_STATUS,
  }
}

/** What the page says, by its status. */
const WORDS = {
  200: {
    state: 'good',
    title: 'Everything works',
    text: 'The service responds, and its database too.',
    database: 'Responds',
  },
  429: {
    state: 'unknown',
    title: 'Asked very often',
    text: 'The service responds. Its database was asked so often from your network that it is not asked again now. Please wait a minute.',
    database: 'Not asked',
  },
  503: {
    state: 'bad',
    title: 'The database does not respond',
    text: 'Bookings and guests’ pages may fail until it does. Nothing that was confirmed is lost. Please try again in a few minutes; if it lasts, tell whoever runs this service.',
    database: 'Does not respond',
  },
}

function statusPage(code: number = 200): Response {
  const known = code === 200 || code === 429 ? code : 503
  const { state, title, text, database } = WORDS[known]
  const response = sitePage(known, {
    title: `${title} · Innlet status`,
    description: 'Whether this Innlet service and its database respond, and its version.',
    current: '/status',
    head: html`<link rel="stylesheet" href="/site/status.css">`,
    main: html`
      <h1><span class=${`light ${state}`}></span>${title}</h1>
      <p class="lead">${text}</p>
      <dl>
        <div><dt>Service</dt><dd>Responds</dd></div>
        <div><dt>Database</dt><dd>${database}</dd></div>
        <div><dt>Version</dt><dd>${version}</dd></div>
        <div><dt>As of</dt><dd><time>${`${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`}</time></dd></div>
      </dl>
      <section aria-labelledby="programs">
        <h2 id="programs">For programs</h2>
        <p>
          <a href=${HEALTH}>${HEALTH}</a> says that the service runs, and <a href=${HEALTHDB}>${HEALTHDB}</a> that its
          databases respond. This address is JSON for clients that do not prefer HTML, with the same status: 200, or 503
          while a database fails.
        </p>
        <p>
          Operators see more, such as the queue, the hourly run and each database: <a href=${ADMIN_STATUS}><code>GET
          /admin/status</code></a>.
        </p>
      </section>
    `,
  })
  if (known === 429) response.headers.set('retry-after', '60')
  return response
}
