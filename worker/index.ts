import { runCleanUp } from './clean-up'
import { endpoints } from './endpoints'
import { createApp } from './http/app'
import { homePage } from './pages/home'
import { referenceGroup, referenceOverview } from './reference/page'
import type { Env } from './settings'

/** The OpenAPI document leaves out the page at `/` and the reference, as it does the files of the site. */
const app = createApp([...endpoints, homePage, referenceOverview, referenceGroup])

export default {
  fetch: app.fetch,
  scheduled: runCleanUp,
} satisfies ExportedHandler<Env>
