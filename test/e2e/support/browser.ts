import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { installedBrowser } from '../../../scripts/chromium.ts'
import { whenFileEnds } from './run.ts'

let launched: Promise<Browser> | undefined

/** The browser of this process, which files use one after another. What a file has opened in it is closed after its tests. */
export async function launchBrowser(): Promise<Browser> {
  if (!(await launched)?.isConnected()) launched = installedBrowser().then(options => chromium.launch(options))
  const browser = (await launched) as Browser
  whenFileEnds(() => Promise.all(browser.contexts().map(context => context.close())))
  return browser
}

export const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><path d="M0 0h400v300H0z"/></svg>'

/** Lets the pages of a context load the pictures of the sea hotel. */
export const serveHotelPictures = (context: BrowserContext) =>
  context.route('https://hotel.test/**', route => route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }))
