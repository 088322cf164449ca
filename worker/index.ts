import { runCleanUp } from './clean-up'
import { consoleCalls, endpoints } from './endpoints'
import { createApp } from './http/app'
import { consoleInnerPage, consolePage } from './pages/console'
import { homePage } from './pages/home'
import { referenceDemo } from './reference/demo'
import { missingPage } from './reference/missing-page'
import { pagesForTools, referenceInnerPage, referenceOverview, referencePage } from './reference/page'
import type { Env } from './settings'
import { runMinute, startDispatchers } from './webhook-dispatcher'

const PAGES = [
  consolePage,
  consoleInnerPage,
  referenceOverview,
  referenceDemo,
  referencePage,
  referenceInnerPage,
  pagesForTools,
]

/** The OpenAPI document leaves out the calls of the console, the page at `/` and the reference, as it does the files of the site. */
const app = createApp([...endpoints, ...consoleCalls, homePage, ...PAGES], {
  afterWrite: ({ env }, scope) => startDispatchers(env, scope),
  missingPage,
})

export default {
  fetch: app.fetch,
  scheduled: (controller, env) =>
    controller.cron === EVERY_MINUTE ? runMinute(env, controller.scheduledTime) : runCleanUp(controller, env),
} satisfies ExportedHandler<Env>

/** The cron of holds and webhooks; the other one deletes old rows. */
const EVERY_MINUTE = '* * * * *'

export { WebhookDispatcher } from './webhook-dispatcher'
