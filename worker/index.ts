import { runCleanUp } from './clean-up'
import { endpoints } from './endpoints'
import { createApp } from './http/app'
import { homePage } from './pages/home'
import type { Env } from './settings'

/** The page at `/` is for people, as the files of the site are: the reference does not describe it. */
const app = createApp([...endpoints, homePage])

export default {
  fetch: app.fetch,
  scheduled: runCleanUp,
} satisfies ExportedHandler<Env>
