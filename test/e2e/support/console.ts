import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { Innlet } from '../../../client/innlet.ts'
import { setup } from '../../../demo/hotel.ts'
import { ratesFrom } from '../../../demo/rates.ts'
import { hotelDayIn } from '../../../schema/stay-dates.ts'
import type { Service } from '../../../tooling/command/service.ts'
import { launchBrowser } from './browser.ts'
import { registerApplication } from './hotel.ts'
import { newCustomerId } from './shared-service.ts'

/*
 * People in front of the console: a hotel of their own in the shared service, a browser with an authenticator, and signed-in pages.
 */

/** The day of the hotel. */
export const today = () => hotelDayIn('Europe/Lisbon', Date.now())

export interface ConsoleHotel {
  service: Service
  customerId: number
  innlet: Innlet
}

/** A hotel like that of the demo, with many rooms, prices and stock, and no booking. `change` may rename what it has. */
export async function consoleHotel(
  service: Service,
  change: (all: typeof setup) => object = all => all,
): Promise<ConsoleHotel> {
  const customerId = newCustomerId()
  const fields = { name: 'Quinta do Mar', currency: 'EUR', timeZone: 'Europe/Lisbon' }
  await service.admin('PUT', `/customers/${customerId}`, fields)
  const more = Array.from({ length: 60 }, (_, i) => ({
    ...{ roomId: 1001 + i, roomTypeId: 10, locationId: 1, roomName: 'Duna', roomNo: String(1001 + i), floorNo: '10' },
  }))
  await service.admin('PUT', `/customers/${customerId}/setup`, change({ ...setup, rooms: [...setup.rooms, ...more] }))
  const permissions = ['reservations', 'rates', 'inventory', 'events'].map(feature => `${feature}:write`)
  const { clientId, clientSecret } = await registerApplication(service, customerId, permissions)
  const innlet = new Innlet({ url: service.origin, clientId, clientSecret })
  await innlet.cmConnect.update(ratesFrom(today()))
  return { service, customerId, innlet }
}

interface Invited {
  name?: string
  kind?: 'person' | 'desk'
  role?: 'owner' | 'manager' | 'frontdesk'
}

/** A one-time link. */
export async function invite(
  service: Service,
  customerId: number,
  { name = 'Inês', kind = 'person', role = 'manager' }: Invited = {},
) {
  const roles = [{ customerId: role === 'owner' ? 0 : customerId, role }]
  return String((await service.admin('POST', '/people', { name, kind, roles })).json.link)
}

/** Sign-ins are limited by address: each context has an address of its own, because files share the service. */
export const newContext = (browser: Browser, options: BrowserContextOptions = {}) => {
  const part = () => Math.floor(Math.random() * 65_536).toString(16)
  const address = `2001:db8:${part()}:${part()}::1`
  return browser.newContext({ locale: 'en-GB', extraHTTPHeaders: { 'cf-connecting-ip': address }, ...options })
}

/** A page whose browser has an authenticator with user verification, as a telephone or a PC with Windows Hello. */
export async function pageWithAuthenticator(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return page
}

/** People who are signed in at a hotel. The sign-in is done once; each page has its cookie. */
export class SignedIn {
  readonly browser: Browser
  readonly hotel: ConsoleHotel
  readonly #cookies: Awaited<ReturnType<BrowserContext['cookies']>>

  private constructor(browser: Browser, hotel: ConsoleHotel, cookies: Awaited<ReturnType<BrowserContext['cookies']>>) {
    this.browser = browser
    this.hotel = hotel
    this.#cookies = cookies
  }

  static async at(hotel: ConsoleHotel, invited: Invited = {}): Promise<SignedIn> {
    const browser = await launchBrowser()
    const context = await newContext(browser)
    const page = await pageWithAuthenticator(context)
    await page.goto(await invite(hotel.service, hotel.customerId, invited))
    await page.getByRole('button', { name: /Make a passkey|Open the desk/ }).click()
    await page.locator('console-today .columns').waitFor()
    const cookies = await context.cookies()
    await context.close()
    return new SignedIn(browser, hotel, cookies)
  }

  /** A page of the console, in a context of its own. */
  async open(path = '/console', options: BrowserContextOptions = {}): Promise<Page> {
    const page = await this.newPage(options)
    await page.goto(this.hotel.service.origin + path)
    return page
  }

  /** An empty page, in a context of its own. */
  async newPage(options: BrowserContextOptions = {}): Promise<Page> {
    const permissions = ['clipboard-read', 'clipboard-write']
    const context = await newContext(this.browser, { permissions, ...options })
    await context.addCookies(this.#cookies)
    return context.newPage()
  }
}
