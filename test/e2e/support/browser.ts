import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { installedBrowser } from '../../../scripts/chromium.ts'
import { whenFileEnds } from './run.ts'

/** Starts a browser, which ends after the tests of the file. */
export async function launchBrowser(): Promise<Browser> {
  const browser = await chromium.launch(await installedBrowser())
  whenFileEnds(() => browser.close())
  return browser
}

export const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><path d="M0 0h400v300H0z"/></svg>'

/** Lets the pages of a context load the pictures of the sea hotel. */
export const serveHotelPictures = (context: BrowserContext) =>
  context.route('https://hotel.test/**', route => route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }))
