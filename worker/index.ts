import { runCleanUp } from './clean-up'
import { endpoints } from './endpoints'
import { createApp } from './http/app'
import { homePage } from './pages/home'
import type { Env } from './settings'

/** The OpenAPI document leaves out the page at `/`, as it does the files of the site. */
const app = createApp([...endpoints, homePage])

export default {
  fetch: app.fetch,
  scheduled: runCleanUp,
} satisfies ExportedHandler<Env>
