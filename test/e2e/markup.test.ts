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
 * What is wrong with each markup, by the types of schema-dts. Google generates them from the vocabulary of schema.org. The type checker
 * refuses properties that a type of schema.org does not have, except those that Gmail reads, and values of another type. The package needs no network.
 */
const problemsOf = (markups: Record<string, string>) =>
  inFolder(folder => {
    const sources = Object.entries(markups).map(([name, markup]) => [
      name,
      `import type { LodgingReservation, WithContext } from 'schema-dts'
      type ForGmail = { reservationNumber: string; checkinDate: string; checkoutDate: string }
      export default ${markup} satisfies (WithContext<LodgingReservation> & ForGmail)[]`,
    ])
    return compile(folder, Object.fromEntries(sources))
  })

/** What schema.org does not know: a part of the markup, and what is there instead. */
const UNKNOWN: Record<string, [known: RegExp, unknown: string]> = {
  'a property': [/"checkinTime"/, '"arrivalTime"'],
  'a property of the hotel': [/"telephone"/, '"phone"'],
  'a property of its address': [/"streetAddress"/, '"street"'],
  'a status': [/ReservationConfirmed/, 'Confirmed'],
  'a type': [/"PostalAddress"/, '"Address"'],
  'the type of a number': [/"latitude":[\d.]+/, '"latitude":true'],
}

describe('schema.org knows every type, property and value of the markup', () => {
  let markups: Record<string, string>
  let problems: Record<string, string[]>

  // The type checker is started once for all: reading the vocabulary takes most of its time.
  beforeAll(async () => {
    const entries = Object.entries(links).map(async ([status, link]) => [status, JSON.stringify(await markupOf(link))])
    markups = Object.fromEntries(await Promise.all(entries))
    const wrong = Object.entries(UNKNOWN).map(([what, change]) => [what, (markups.Confirmed ?? '').replace(...change)])
    problems = await problemsOf({ ...markups, ...Object.fromEntries(wrong) })
  })

  it.each(Object.keys(STATUSES))('of a stay that is %s [LINK-41]', status => {
    const markup = JSON.parse(markups[status] ?? '')
    expect(markup).toMatchObject([
      { underName: { name: 'Anna Lindqvist' }, reservationFor: { address: { addressLocality: 'Ericeira' } } },
    ])
    expect(problems[status]).toEqual([])
    for (const time of [markup[0].checkinTime, markup[0].checkoutTime]) {
      expect(time).toMatch(/^2032-\d\d-\d\dT\d\d:\d\d:00[+-]\d\d:\d\d$/)
    }
  })

  it.each(Object.entries(UNKNOWN))('and the check finds %s that it does not know', (what, [known]) => {
    expect(markups.Confirmed).toMatch(known)
    expect(problems[what]?.join()).toContain('error TS')
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
