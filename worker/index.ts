import { createApp } from './http/app'
import type { Env } from './settings'

const app = createApp([])

export default {
  fetch: app.fetch,
} satisfies ExportedHandler<Env>
