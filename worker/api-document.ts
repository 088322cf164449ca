import { endpoints } from './endpoints'
import { documentOf } from './reference/document'

/** The OpenAPI document, for the site to serve. vite.config.ts runs this when it builds the site; the Worker does not import it. */
export const apiDocument = documentOf(endpoints.map(({ contract }) => contract))
