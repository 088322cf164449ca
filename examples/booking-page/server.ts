import { serve } from '@hono/node-server'
import { Innlet, InnletError, type Offer } from '@innlet/client'
import { Hono } from 'hono'
import { html } from 'hono/html'

/* A booking page: dates, what is for sale, and the booking. The credential stays on the server. */

const { INNLET_URL = '', CLIENT_ID = '', CLIENT_SECRET = '', PORT = '3000' } = process.env
const innlet = new Innlet({ url: INNLET_URL, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET })

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

const hidden = (fields: object) =>
  Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)

/** An offer with the form that books it. Its identity is made with the form: a second click books nothing more. */
const offerForm = (search: Search, { hotelid, roomTypeID, rateID, total, currency, roomTypeName }: Offer) => html`
  <form method="post" action="/book">
    <h2>${roomTypeName}: ${total} ${currency}</h2>
    ${hidden({ ...search, hotelid, roomTypeID, rateID, expectedTotal: total, identity: crypto.randomUUID() })}
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
  const offers = []
  for await (const offer of innlet.onlineBooking.offers({ arrivalDate, departureDate, guests: Number(guests) })) {
    offers.push(offerForm(search, offer))
  }
  const result = offers.length ? offers : html`<p>No room is free on these nights.</p>`
  return context.html(page('Book a room', html`${searchForm(search)}${result}`))
})

app.post('/book', async context => {
  const fields = (await context.req.parseBody()) as Record<string, string>
  const { arrivalDate = '', departureDate = '', hotelid = '', identity = '' } = fields
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
  if (!(error instanceof InnletError)) throw error
  const isRefused = error.status >= 400 && error.status < 500
  // What a retry cannot mend is for the log of the operator too.
  if (!isRefused) console.error(error.code, error.requestId)
  const text = isRefused ? error.errors.map(({ description }) => description).join('; ') : 'Please try again later.'
  return context.html(
    page('Not booked', html`<p>${text}</p><p><a href="/">Search again</a></p>`),
    isRefused ? 409 : 503,
  )
})

serve({ fetch: app.fetch, port: Number(PORT) }, ({ port }) => console.log(`Ready on http://localhost:${port}`))
