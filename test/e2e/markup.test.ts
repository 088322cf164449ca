import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { launchBrowser, serveHotelPictures } from './support/browser.ts'
import { compile, inFolder } from './support/compile.ts'
import { sharedService } from './support/shared-service.ts'
import { createStay } from './support/stay.ts'

/* The markup of the stay: what a browser finds in the guest's page, and whether it is what schema.org says. */

/** The statuses that a booking takes one after another, by the name of the last one. */
const STATUSES = {
  Inquiry: [1],
  Tentative: [2],
  Confirmed: [3],
  InHouse: [4],
  CheckedOut: [4, 5],
  Cancelled: [3, 6],
  NoShow: [3, 7],
}

const run = sharedService()
let browser: Browser
/** The link of a stay in each status. */
const links: Record<string, string> = {}

beforeAll(async () => {
  browser = await launchBrowser()
  const { book, issue } = await createStay(run)
  for (const [i, [status, ids]] of Object.entries(STATUSES).entries()) {
    const [first, ...later] = ids.map(reservationStatusID => ({ bookingParameters: { reservationStatusID } }))
    const dates = { arrivalDate: `2032-0${i + 1}-10`, departureDate: `2032-0${i + 1}-13` }
    const changes = { ...dates, identity: status, activitiesBooked: [] }
    const reservationId = await book({ ...changes, ...first })
    for (const status of later) await book({ ...changes, bookingID: reservationId, ...status })
    links[status] = await issue(reservationId)
  }
})

const markupOf = async (link: string) => {
  const token = link.split('/').at(-1)
  return (await run.service.requestOk('GET', `/api/public/PartnerItinerary/markup/${token}`)).json.content
}

/**
 * What is wrong with markup, by the types of schema-dts. Google generates them from the vocabulary of schema.org. The type checker
 * refuses properties that a type of schema.org does not have, except those that Gmail reads, and values of another type. The package needs no network.
 */
const problemsOf = (markup: unknown) =>
  inFolder(folder =>
    compile(
      folder,
      `import type { LodgingReservation, WithContext } from 'schema-dts'
      type ForGmail = { reservationNumber: string; checkinDate: string; checkoutDate: string }
      export default ${JSON.stringify(markup)} satisfies (WithContext<LodgingReservation> & ForGmail)[]`,
    ),
  )

describe('schema.org knows every type, property and value of the markup', () => {
  it.each(Object.keys(STATUSES))('of a stay that is %s [LINK-41]', async status => {
    const markup = await markupOf(links[status] ?? '')
    expect(markup).toMatchObject([
      { underName: { name: 'Anna Lindqvist' }, reservationFor: { address: { addressLocality: 'Ericeira' } } },
    ])
    expect(await problemsOf(markup)).toBe('')
    for (const time of [markup[0].checkinTime, markup[0].checkoutTime]) {
      expect(time).toMatch(/^2032-\d\d-\d\dT\d\d:\d\d:00[+-]\d\d:\d\d$/)
    }
  })

  it.each([
    ['a property', /"checkinTime"/, '"arrivalTime"'],
    ['a property of the hotel', /"telephone"/, '"phone"'],
    ['a property of its address', /"streetAddress"/, '"street"'],
    ['a status', /ReservationConfirmed/, 'Confirmed'],
    ['a type', /"PostalAddress"/, '"Address"'],
    ['the type of a number', /"latitude":[\d.]+/, '"latitude":true'],
  ])('and the check finds %s that it does not know', async (_, known, unknown) => {
    const text = JSON.stringify(await markupOf(links.Confirmed ?? ''))
    expect(text).toMatch(known)
    expect(await problemsOf(JSON.parse(text.replace(known, unknown)))).toContain('error TS')
  })
})

describe("the guest's page, opened in a browser", () => {
  it.each(['Confirmed', 'Cancelled'])(
    'has the markup as data, which its policy does not block and no preview reads: %s [LINK-39] [WIDGET-7]',
    async status => {
      const link = links[status] ?? ''
      const context = await browser.newContext()
      onTestFinished(() => context.close())
      await serveHotelPictures(context)
      const page = await context.newPage()
      const complaints: string[] = []
      page.on('console', message => complaints.push(message.text()))
      page.on('pageerror', error => complaints.push(error.message))
      await page.goto(link, { waitUntil: 'networkidle' })
      const data = await page.locator('body script[type="application/ld+json"]').allTextContents()
      expect(data.map(text => JSON.parse(text))).toEqual([await markupOf(link)])
      const head = await page.locator('head').innerHTML()
      expect(head).not.toMatch(/schema\.org|Lindqvist|2032/)
      expect(complaints).toEqual([])
    },
  )
})
