import { request as httpRequest } from 'node:http'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { expectAccessible } from './support/axe.ts'
import { launchBrowser } from './support/browser.ts'
import { newServiceFolder, type Run, start } from './support/run.ts'

const place = newServiceFolder()
let run: Run
let browser: Browser

beforeAll(async () => {
  run = await start(place)
  browser = await launchBrowser()
})

/** Opens the page of the receiver. `complaints` are what its console says, and its requests to other origins. */
async function open(): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage()
  onTestFinished(() => page.close())
  const address = run.of('Webhooks')
  const complaints: string[] = []
  page.on('console', message => complaints.push(message.text()))
  page.on('pageerror', error => complaints.push(error.message))
  page.on('request', request => request.url().startsWith(address) || complaints.push(request.url()))
  await page.goto(address)
  await page.locator('#status[data-state=connected]').waitFor()
  return { page, complaints }
}

async function bearer(): Promise<string> {
  const grant = { grant_type: 'client_credentials', audience: 'innlet-api' }
  const client = { client_id: run.of('client_id'), client_secret: run.of('client_secret') }
  return (await run.service.requestOk('POST', '/oauth/token', { ...grant, ...client })).json.access_token
}

const book = async (identity: string, arrivalDate: string, departureDate: string) =>
  run.service.requestOk(
    'POST',
    '/api/Booking/PostBooking',
    {
      identity,
      arrivalDate,
      departureDate,
      primaryGuestDetails: { lastName: 'Okafor' },
      roomsBooked: [{ roomID: 101 }],
    },
    await bearer(),
  )

const endpoints = async () =>
  (await run.service.requestOk('GET', '/api/Webhook/GetEndpoints', undefined, await bearer())).json.content

/** The status of a request to the receiver. */
const statusOf = (path: string, headers: Record<string, string>, body?: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const options = { method: body === undefined ? 'GET' : 'POST', headers }
    const sent = httpRequest(new URL(path, run.of('Webhooks')), options, response => {
      response.resume()
      resolve(response.statusCode)
    })
    sent.once('error', reject).end(body)
  })

const newest = (page: Page) => page.locator('#list > li').first()
const textOf = (page: Page, selector: string) => newest(page).locator(selector).textContent()

describe('the receiver of the demo hotel', () => {
  it('shows a booking as a verified event at once, newest first [RUN-47]', async () => {
    const { page, complaints } = await open()
    await book('receiver-1', '2031-03-01', '2031-03-03')
    const event = newest(page).filter({ hasText: 'receiver-1' })
    await event.waitFor()
    expect(await textOf(page, 'h3')).toBe('reservation.created')
    expect(await textOf(page, '.signature')).toBe('Signature verified')
    const sequence = Number(await textOf(page, '.sequence'))
    expect(Number(await textOf(page, '.previous'))).toBe(sequence - 1)
    expect(await textOf(page, '.delay')).toMatch(/^\d+(\.\d)? m?s$/)
    expect(complaints).toEqual([])
  })

  it('shows a request without a valid signature as text, and refuses it', async () => {
    const { page, complaints } = await open()
    const forged = { 'webhook-id': 'evt_1', 'webhook-timestamp': '1795348282', 'webhook-signature': 'v1,AAAA' }
    const body = '<img src=x onerror="console.log(1)">'
    expect(await statusOf('/webhooks', forged, body)).toBe(401)
    await newest(page).filter({ hasText: 'Unknown sender' }).waitFor()
    expect(await textOf(page, '.signature')).toBe('Signature not valid')
    expect(await textOf(page, 'pre')).toBe(body)
    expect(await page.locator('main img').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  it('shows a row an event, opened on press, and filters them by type [SITE-70]', async () => {
    const { page, complaints } = await open()
    const rows = page.locator('#list > li:visible')
    const types = () => rows.locator('h3').allTextContents()
    const filter = page.locator('#type')
    const all = await types()
    expect(new Set(all).size).toBeGreaterThan(2)
    for (const row of await rows.all()) expect((await row.boundingBox())?.height).toBeLessThan(60)
    expect(await page.locator('#list pre:visible').count()).toBe(0)
    await rows.filter({ hasText: 'reservation.cancelled' }).locator('summary').click()
    expect(JSON.parse((await page.locator('#list pre:visible').textContent()) ?? '').type).toBe('reservation.cancelled')

    const offered = await filter.locator('option').allTextContents()
    expect(offered).toEqual(['All', ...[...new Set(all)].sort()])
    await filter.selectOption('reservation.created')
    const created = all.filter(type => type === 'reservation.created')
    expect(await types()).toEqual(created)
    await book('receiver-3', '2031-05-01', '2031-05-03')
    await rows.filter({ hasText: 'receiver-3' }).waitFor({ state: 'attached' })
    expect(await types()).toEqual([...created, 'reservation.created'])
    await filter.selectOption('')
    expect((await types()).length).toBe(all.length + 1)
    expect(complaints).toEqual([])
  })

  it('serves no request for the name of another host, and no large body', async () => {
    expect(await statusOf('/events', { host: 'rebound.example:80' })).toBe(421)
    expect(await statusOf('/webhooks', {}, 'x'.repeat(70_000))).toBe(413)
  })

  it('its page fits each width, and axe finds nothing', async () => {
    const { page } = await open()
    await page.locator('summary').first().click()
    await expectAccessible(page, 0)
  })

  it('keeps its address, its endpoint and its secret over a second start, and enables it again [RUN-47]', async () => {
    const before = { address: run.of('Webhooks'), endpoints: await endpoints() }
    const [{ endpointId }] = before.endpoints
    const change = { endpointId, status: 'disabled' }
    await run.service.requestOk('POST', '/api/Webhook/UpdateEndpoint', change, await bearer())
    await run.end('SIGTERM')
    await expect(fetch(before.address)).rejects.toThrow()
    run = await start(place)
    expect(run.of('Webhooks')).toBe(before.address)
    expect(await endpoints()).toMatchObject([{ endpointId, url: before.endpoints[0].url, status: 'enabled' }])
    const { page } = await open()
    await book('receiver-2', '2031-04-01', '2031-04-03')
    await newest(page).filter({ hasText: 'receiver-2' }).waitFor()
    expect(await textOf(page, '.signature')).toBe('Signature verified')
  })

  it('makes another endpoint where its own was deleted', async () => {
    const [{ endpointId }] = await endpoints()
    await run.service.requestOk('POST', '/api/Webhook/DeleteEndpoint', { endpointId }, await bearer())
    await run.end('SIGTERM')
    run = await start(place)
    const made = await endpoints()
    expect(made).toHaveLength(1)
    expect(made[0].endpointId).toBeGreaterThan(endpointId)
  })
})
