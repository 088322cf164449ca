import { version } from '../../../package.json'

/** How the requests of every installation begin their `user-agent`. */
const NAME = 'Innlet-Webhooks/'

export const USER_AGENT = `${NAME}${version}`

/** Whether a request is a webhook that an installation sent. */
export const isWebhook = (headers: Headers) => headers.get('user-agent')?.startsWith(NAME) === true
