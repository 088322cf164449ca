import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { MARKS } from '../../widget/embed/snippet.ts'
import { violationsOf } from '../e2e/support/axe.ts'
import { launchBrowser, serveHotelPictures } from '../e2e/support/browser.ts'
import { newServiceFolder, type Run, start } from '../e2e/support/run.ts'
import { createStay } from '../e2e/support/stay.ts'
import { insertBlock, logIn, newPost, publish } from './support/author.ts'
import { missingPackages } from './support/packages.ts'
import { type Site, startSite, startWordPress, type WordPress } from './support/site.ts'

/* The plugin in WordPress itself, with a database, a page cache and a theme, in a browser. */

const missing = missingPackages()
if (missing.length)
  console.log(`Skipped: the tests of WordPress need the packages ${missing.join(', ')} (apt-get install).`)

let run: Run
let browser: Browser
let wordpress: WordPress
/** The token of a guest's link, and the query that it adds to a page. */
let token: string
let link: string

beforeAll(async () => {
  if (missing.length) return
  ;[run, browser, wordpress] = await Promise.all([
    start(newServiceFolder(), '--no-demo'),
    launchBrowser(),
    startWordPress(),
  ])
  const { issue, reservationId } = await createStay(run)
  token = (await issue(reservationId)).split('/').at(-1) ?? ''
  link = `?itinerary=${token}`
})

/** A browser that reaches this machine only. */
async function newContext(): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
  onTestFinished(() => context.close())
  context.setDefaultTimeout(15_000)
  await context.route(
    ({ protocol, hostname }) => protocol.startsWith('http') && !['localhost', '127.0.0.1'].includes(hostname),
    route => route.abort(),
  )
  await serveHotelPictures(context)
  return context
}

/** Opens a page as a visitor does, and records what is requested of the service. */
async function visit(address: string): Promise<{ page: Page; requests: string[]; headers: Record<string, string> }> {
  const page = await (await newContext()).newPage()
  const requests: string[] = []
  page.on('request', request => {
    if (request.url().startsWith(run.service.origin)) requests.push(request.url())
  })
  const response = await page.goto(address, { waitUntil: 'networkidle' })
  return { page, requests, headers: response?.headers() ?? {} }
}

const stayIn = (page: Page) => page.locator('guest-itinerary [part~=guest]')

describe.skipIf(missing.length).each([
  ['a site', false],
  ['a site of a network', true],
])('on %s', (_, isNetwork) => {
  let site: Site
  /** The address of the author's post. */
  let post: string

  beforeAll(async () => {
    site = await startSite(wordpress, isNetwork)
  })

  /** Opens the settings as the site's administrator, who is none of the network. */
  async function openSettings() {
    const page = await logIn(await newContext(), site, 'administrator')
    await page.goto(`${site.home}/wp-admin/options-general.php?page=innlet-stay`)
    return page
  }

  it('the button of the settings says what is wrong with an address', async () => {
    const page = await openSettings()
    const result = page.getByRole('status')
    const test = async (address: string) => {
      await page.getByLabel('Address of your Innlet').fill(address)
      await page.getByRole('button', { name: 'Test', exact: true }).click()
      await page.getByRole('button', { name: 'Test', exact: true, disabled: false }).waitFor()
      return result.textContent()
    }
    expect(await test('innlet')).toBe('This is not an address. It looks like https://innlet.example')
    expect(await test('http://innlet.example')).toBe('The address must begin with https://')
    expect(await test('http://localhost:1')).toBe('http://localhost:1 does not answer.')
    expect(await test(site.home)).toBe(`${new URL(site.home).origin} is not an Innlet.`)
    await page.route('**/widget/embed.js', route => route.fulfill({ status: 404 }))
    expect(await test(run.service.origin)).toMatch(/^Innlet [\d.]+ is too old: it has no \/widget\/embed.js\.$/)
    await page.unroute('**/widget/embed.js')
    expect(await test(`${run.service.origin}/`)).toMatch(/^Innlet [\d.]+ answers\. All is well\.$/)
    expect(await violationsOf(page, '.wrap')).toEqual([])
  })

  it('an address without https is refused, and that of the service is stored without its path', async () => {
    const page = await openSettings()
    const save = async (address: string) => {
      await page.getByLabel('Address of your Innlet').evaluate((field, value) => {
        ;(field as HTMLInputElement).value = value
      }, address)
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await page.locator('#setting-error-innlet-stay-address, #setting-error-settings_updated').waitFor()
      return page.getByLabel('Address of your Innlet').inputValue()
    }
    expect(await save('http://innlet.example')).toBe('')
    await page.getByText('The address was not saved: it must begin with https://').waitFor()
    expect(await save('javascript://innlet.example')).toBe('')
    expect(await save(`${run.service.origin}/embed?`)).toBe(run.service.origin)
  })

  it('an author inserts the block, sees the sample with the chosen attributes, and publishes', async () => {
    const page = await logIn(await newContext(), site, 'author')
    const errors: string[] = []
    page.on('pageerror', error => errors.push(error.message))
    const { post: editor } = await newPost(page, site)
    await editor.getByRole('textbox', { name: 'Add title' }).fill('My stay')
    await insertBlock(page, 'Stay')
    const sample = editor.locator('guest-itinerary')
    await sample.getByText('Sample', { exact: true }).waitFor()

    await page.getByLabel('Language').selectOption('de')
    await page.getByLabel('Level of the heading').selectOption('3')
    await page.getByRole('button', { name: 'Leave out' }).click()
    await page.getByLabel('Now and next').check()
    await page.getByLabel('WhatsApp').check()
    await sample.getByText('Beispiel', { exact: true }).waitFor()
    await sample.getByRole('heading', { level: 3 }).first().waitFor()
    expect(await sample.getAttribute('without')).toBe('now whatsapp')
    await page.evaluate(`wp.data.dispatch('core/block-editor')
      .insertBlock(wp.blocks.createBlock('core/heading', { content: 'Ihre Reservierung' }), 0)`)
    post = await publish(page)
    const content = await page.evaluate("wp.data.select('core/editor').getEditedPostContent()")
    expect(content).toContain('<!-- wp:innlet/stay {"lang":"de","headingLevel":"3","without":"now whatsapp"} /-->')
    expect(errors).toEqual([])
  })

  it('a visitor without a link sees nothing, and nothing is requested of the service', async () => {
    for (const address of [post, `${site.home}/classic/`]) {
      const { page, requests, headers } = await visit(address)
      expect(await page.locator('div.innlet-stay').textContent()).toBe('')
      expect(await page.locator('guest-itinerary').count()).toBe(0)
      expect(requests).toEqual([])
      expect(headers['x-robots-tag']).toBeUndefined()
    }
  })

  it.each(['the block', 'the shortcode'])(
    'with %s a link in the fragment shows the stay, and so does one that the page has removed',
    async place => {
      const address = place === 'the block' ? post : `${site.home}/classic/`
      for (const withLink of [address + link, `${address}#itinerary=${token}`, `${address}#top?itinerary=${token}`]) {
        const { page, requests } = await visit(withLink)
        await expect.poll(() => stayIn(page).textContent()).toBe('Anna Lindqvist')
        await page.evaluate(clean => history.replaceState(null, '', clean), address)
        await page.reload()
        await expect.poll(() => stayIn(page).textContent()).toBe('Anna Lindqvist')
        expect(requests.filter(each => each.endsWith('/widget/embed.js'))).toHaveLength(2)
      }
      const { page, requests } = await visit(address)
      expect(requests).toEqual([])
      await page.goto(`${address}#itinerary=${token}`)
      await expect.poll(() => stayIn(page).textContent()).toBe('Anna Lindqvist')
    },
  )

  it('a visitor with a link reads the stay as the author has chosen, and axe finds nothing', async () => {
    const { page } = await visit(post + link)
    await expect.poll(() => stayIn(page).textContent()).toBe('Anna Lindqvist')
    const element = page.locator('div.innlet-stay.wp-block-innlet-stay > guest-itinerary')
    expect(await element.getByRole('heading', { level: 3 }).textContent()).toContain('Ihr Aufenthalt')
    expect(await element.locator('[part~=now]').count()).toBe(0)
    expect(await violationsOf(page)).toEqual([])
  })

  it.each([
    ['with', 'embed.js'],
    ['without', 'link.js'],
  ])('on a page %s a link in the query %s is marked for plugins that hold scripts back', async (which, name) => {
    const html = await (await fetch(post + (which === 'with' ? link : ''))).text()
    const [tag, ...others] = html.match(/<script[^>]*\/(embed|link)\.js[^>]*>/g) ?? []
    expect(tag).toContain(`<script ${MARKS} `)
    expect(tag).toContain(`/${name}`)
    expect(others).toEqual([])
    expect(html).toMatch(new RegExp(`<script ${MARKS} [^>]*>[^<]*window.innletOrigin = `))
  })

  it('a page with a link is not stored, not indexed, and its address is not sent to other sites', async () => {
    for (const address of [post, `${site.home}/classic/`, `${site.home}/`]) {
      const { headers } = await fetch(address + link)
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'private, no-store, max-age=0',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      })
    }
    const html = await (await fetch(post + link)).text()
    expect(html).toMatch(/<meta name=.robots. content=.[^>]*noindex/)
    expect(await (await fetch(post)).text()).not.toContain('noindex')
  })

  it('a page cache keeps the page of visitors without a link, and never one with a link', async () => {
    const cacheOf = async (address: string) => (await fetch(address)).headers.get('x-test-cache')
    await cacheOf(post)
    expect(await cacheOf(post)).toBe('hit')
    await cacheOf(post + link)
    expect(await cacheOf(post + link)).toBeNull()
    const { page } = await visit(post + link)
    await expect.poll(() => stayIn(page).textContent()).toBe('Anna Lindqvist')
    const pages = readdirSync(wordpress.content).filter(name => name.startsWith('pages-'))
    for (const name of pages) expect(readFileSync(join(wordpress.content, name), 'utf8')).not.toContain('embed.js')
  })

  it('the shortcode in a classic post shows the stay with its attributes, and no other attribute', async () => {
    const { page } = await visit(`${site.home}/classic/${link}`)
    await expect.poll(() => stayIn(page).textContent()).toBe('Anna Lindqvist')
    const div = page.locator('div.innlet-stay')
    expect(await div.evaluate(each => each.getAttributeNames().sort())).toEqual([
      'class',
      'data-accent',
      'data-heading-level',
      'data-lang',
      'data-radius',
      'data-theme',
    ])
    expect(await div.getAttribute('data-accent')).toBe('red" onclick="alert(1)')
    expect(await page.locator('guest-itinerary').getByRole('heading', { level: 3 }).textContent()).toContain('séjour')
  })

  it.each([
    ['de_DE', 'Adresse Ihres Innlet', 'Testen', 'http://localhost:1 antwortet nicht.', 'Aufenthalt', 'Sprache'],
    ['es_ES', 'Dirección de su Innlet', 'Comprobar', 'http://localhost:1 no responde.', 'Estancia', 'Idioma'],
    ['fr_FR', 'Adresse de votre Innlet', 'Tester', 'http://localhost:1 ne répond pas.', 'Séjour', 'Langue'],
    ['pt_PT', 'Endereço do seu Innlet', 'Testar', 'http://localhost:1 não responde.', 'Estadia', 'Idioma'],
  ])('its settings and its block are in %s', async (locale, label, button, result, title, language) => {
    site.step(`locale=${locale}`)
    onTestFinished(() => void site.step('locale='))
    const page = await openSettings()
    await page.getByLabel(label).fill('http://localhost:1')
    await page.getByRole('button', { name: button, exact: true }).click()
    await page.getByText(result).waitFor()

    const { post: editor } = await newPost(page, site)
    const block = await page.evaluate("wp.data.select('core/blocks').getBlockType('innlet/stay').title")
    expect(block).toBe(title)
    await page.evaluate("wp.data.dispatch('core/block-editor').insertBlock(wp.blocks.createBlock('innlet/stay'))")
    await editor.locator('guest-itinerary').waitFor()
    await page.getByLabel(language, { exact: true }).waitFor()
  })

  it('a block without its sample says why in the editor', async () => {
    const page = await logIn(await newContext(), site, 'author')
    await page.route('**/widget/embed.js', route => route.abort())
    const { post: editor } = await newPost(page, site)
    await insertBlock(page, 'Stay')
    await editor.getByText('The sample could not be loaded.').waitFor()

    const settings = await openSettings()
    await settings.getByLabel('Address of your Innlet').fill('')
    await settings.getByRole('button', { name: 'Save Changes' }).click()
    await settings.locator('#setting-error-settings_updated').waitFor()
    const { post: withoutAddress } = await newPost(settings, site)
    await insertBlock(settings, 'Stay')
    await withoutAddress.getByText('Set the address of your Innlet first.').waitFor()
    expect(await withoutAddress.getByRole('link', { name: 'Settings' }).getAttribute('href')).toContain('innlet-stay')
  })

  it('PHP has no complaint about the plugin, and uninstalling leaves nothing', () => {
    expect(site.complaints()).toEqual([])
    expect(site.step('uninstall').trim().split('\n')).toEqual(isNetwork ? ['0', '0'] : ['0'])
  })
})
