import { createApplication } from './admin/create-application'
import { putCustomer } from './admin/put-customer'
import { putInterface } from './admin/put-interface'
import { putSetup } from './admin/put-setup'
import { createApp } from './http/app'
import { issueToken } from './issuer/issue-token'
import type { Env } from './settings'

const app = createApp([issueToken, putInterface, putCustomer, putSetup, createApplication])

export default {
  fetch: app.fetch,
} satisfies ExportedHandler<Env>
