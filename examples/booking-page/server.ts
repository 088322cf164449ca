import { createHash } from 'node:crypto'
import { serve } from '@hono/node-server'
import { Innlet, InnletError, type Offer } from '@innlet/client'
import { Hono } from 'hono'
import { html } from 'hono/html'

/* A booking page: dates, what is for sale, and the booking. The credential stays on the server. */

const { INNLET_URL: url = '', INNLET_CLIENT_ID: clientId = '', INNLET_CLIENT_SECRET: clientSecret = '' } = process.env
// A guest waits 20 seconds at most.
const innlet = new Innlet({ url, clientId, clientSecret, timeout: 20_000 })

/** What a guest reads. Descriptions of errors are for developers. */
const SENTENCES: Partial<Record<string, string>> = {
  NOT_FOR_SALE: 'The price or the rooms have changed.',
  ROOM_NOT_AVAILABLE: 'This room is no longer free.',
  INVALID_FIELD: 'Please check the dates, the number of guests and your details.',
}

/** The longest stay that the page searches. What the service reads grows with the nights. */
const MAX_NIGHTS = 30
const DAY_MS = 86_400_000

interface Search {
  arrivalDate: string
  departureDate: string
  guests: string
}

const page = (title: string, content: unknown) => html`<!doctype html>
  <html lang="en">
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>${title}</title>
    <h1>${title}</h1>
    ${content}
  </html>`

const searchForm = ({ arrivalDate, departureDate, guests }: Search) => html`
  <form>
    <label>Arrival <input type="date" name="arrivalDate" value="${arrivalDate}" required></label>
    <label>Departure <input type="date" name="departureDate" value="${departureDate}" required></label>
    <label>Guests <input type="number" name="guests" value="${guests}" min="1" required></label>
    <button>Search</button>
  </form>`

/** Whether dates that a visitor has typed are a stay that the page searches and books. */
function isStay({ arrivalDate, departureDate }: Omit<Search, 'guests'>): boolean {
  const nights = (Date.parse(departureDate) - Date.parse(arrivalDate)) / DAY_MS
  return nights >= 1 && nights <= MAX_NIGHTS
}

const hidden = (fields: object) =>
  Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)

/** An offer with the form that books it, which has a value of its own. */
const offerForm = (search: Search, { hotelid, roomTypeID, rateID, total, currency, roomTypeName }: Offer) => html`
  <form method="post" action="/book">
    <h2>${roomTypeName}: ${total} ${currency}</h2>
    ${hidden({ ...search, hotelid, roomTypeID, rateID, expectedTotal: total, form: crypto.randomUUID() })}
    <label>First name <input name="firstName" required></label>
    <label>Last name <input name="lastName" required></label>
    <label>E-mail <input type="email" name="email" required></label>
    <button>Book</button>
  </form>`

const app = new Hono()

app.get('/', async context => {
  const { arrivalDate = '', departureDate = '', guests = '2' } = context.req.query()
  const search = { arrivalDate, departureDate, guests }
  if (!arrivalDate || !departureDate) return context.html(page('Book a room', searchForm(search)))
  if (!isStay(search)) {
    const text = `Please choose 1 to ${MAX_NIGHTS} nights.`
    return context.html(page('Book a room', html`${searchForm(search)}<p>${text}</p>`), 422)
  }
  const offers = []
  for await (const offer of innlet.onlineBooking.offers({ arrivalDate, departureDate, guests: Number(guests) })) {
    offers.push(offerForm(search, offer))
  }
  const result = offers.length ? offers : html`<p>No room is free on these nights.</p>`
  return context.html(page('Book a room', html`${searchForm(search)}${result}`))
})

app.post('/book', async context => {
  const fields = (await context.req.parseBody()) as Record<string, string>
  const { arrivalDate = '', departureDate = '', hotelid = '' } = fields
  if (!isStay({ arrivalDate, departureDate })) {
    return context.html(page('Not booked', html`<p>${SENTENCES.INVALID_FIELD}</p>`), 409)
  }
  // The same form with the same details books once. Other details, after the button Back, are another booking.
  const identity = createHash('sha256').update(JSON.stringify(fields)).digest('hex')
  const { firstName = '', lastName = '', email = '' } = fields
  const { reservationNumber, total, currency, itineraryUrl } = await innlet.onlineBooking.postReservation({
    identity,
    arrivalDate,
    departureDate,
    hotelid,
    roomTypeID: Number(fields.roomTypeID),
    rateID: Number(fields.rateID),
    // The guest pays what the page has shown, or the booking is refused.
    expectedTotal: Number(fields.expectedTotal),
    guests: { guestCount: Number(fields.guests) },
    primaryGuestDetails: { firstName, lastName, email },
  })
  const content = html`<p>${reservationNumber}, ${total} ${currency}. <a href="${itineraryUrl}">Your stay</a></p>`
  return context.html(page('Booked', content))
})

app.onError((error, context) => {
  const sentence = error instanceof InnletError && SENTENCES[error.code]
  const again = html`<p><a href="/">Search again</a></p>`
  if (sentence) return context.html(page('Not booked', html`<p>${sentence}</p>${again}`), 409)
  // An outage, a wrong secret: for the log of the operator.
  console.error(error)
  const text = 'Please try again in a moment. If you send the same form again, you do not book twice.'
  return context.html(page('Not possible now', html`<p>${text}</p>${again}`), 503, { 'retry-after': '5' })
})

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) }, ({ port }) =>
  console.log(`Ready on http://localhost:${port}`),
)
