import { runCleanUp } from './clean-up'
import { endpoints } from './endpoints'
import { createApp } from './http/app'
import type { Env } from './settings'

const app = createApp(endpoints)

export default {
  fetch: app.fetch,
  scheduled: runCleanUp,
} satisfies ExportedHandler<Env>
