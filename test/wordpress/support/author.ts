import type { BrowserContext, FrameLocator, Page } from 'playwright-core'
import type { Site } from './site.ts'

/** Logs in, as a user of the site. */
export async function logIn(context: BrowserContext, site: Site, user: string): Promise<Page> {
  const form = { log: user, pwd: 'password' }
  const response = await context.request.post(`${site.home}/wp-login.php`, { form, maxRedirects: 0 })
  if (response.status() !== 302) throw new Error(`${user} could not log in`)
  const page = await context.newPage()
  return page
}

/** Opens the editor for a new post. The posts of newer releases are in an iframe. */
export async function newPost(page: Page, site: Site): Promise<{ post: Page | FrameLocator }> {
  await page.goto(`${site.home}/wp-admin/post-new.php`)
  await page.waitForFunction("window.wp?.data?.select('core/blocks')?.getBlockType('innlet/stay')")
  await page.evaluate(`for (const scope of ['core/edit-post', 'core'])
    wp.data.dispatch('core/preferences').set(scope, 'welcomeGuide', false)`)
  await page.locator('.edit-post-visual-editor').waitFor()
  const isFramed = (await page.locator('iframe[name=editor-canvas]').count()) > 0
  return { post: isFramed ? page.frameLocator('iframe[name=editor-canvas]') : page }
}

/** Inserts the block by its name in the inserter, and opens the side panel, which the inserter may have closed. */
export async function insertBlock(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Toggle block inserter' }).click()
  await page.getByRole('searchbox').first().fill(name)
  // The icon is a character of a font, and so a part of the name.
  await page.getByRole('option', { name: new RegExp(`${name}$`) }).click()
  await page.getByRole('button', { name: 'Toggle block inserter' }).click()
  const settings = page
    .getByRole('region', { name: 'Editor top bar' })
    .getByRole('button', { name: 'Settings', exact: true })
  if ((await settings.getAttribute('aria-expanded')) === 'false') await settings.click()
}

/** Publishes the post, and returns its address. */
export async function publish(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.locator('.editor-post-publish-panel').getByRole('button', { name: 'Publish', exact: true }).click()
  await page.locator('.editor-post-publish-panel').getByText('is now live').first().waitFor()
  return page.evaluate("wp.data.select('core/editor').getPermalink()")
}
