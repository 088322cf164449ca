import { endpoints } from './endpoints'
import { documentOf } from './reference/document'

/** All that is mounted, for the site to keep. Nothing of the Worker imports this: it is run when the site is built. */
export const apiDocument = documentOf(endpoints.map(({ contract }) => contract))
