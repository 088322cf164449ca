import type { BrowserContext, FrameLocator, Page } from 'playwright-core'
import type { Site } from './site.ts'

/** Logs in, as a user of the site. */
export async function logIn(context: BrowserContext, site: Site, user: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${site.home}/wp-login.php`)
  await page.fill('#user_login', user)
  await page.fill('#user_pass', 'password')
  await page.click('#wp-submit')
  await page.waitForURL(/wp-admin/)
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

/** Inserts the block by its name in the inserter. */
export async function insertBlock(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Toggle block inserter' }).click()
  await page.getByRole('searchbox').first().fill(name)
  await page.getByRole('option', { name, exact: true }).click()
  await page.getByRole('button', { name: 'Toggle block inserter' }).click()
}

/** Publishes the post, and returns its address. */
export async function publish(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.locator('.editor-post-publish-panel').getByRole('button', { name: 'Publish', exact: true }).click()
  await page.locator('.editor-post-publish-panel').getByText('is now live').first().waitFor()
  return page.evaluate("wp.data.select('core/editor').getPermalink()")
}
