import { consoleCalls, endpoints } from './endpoints'
import { documentOf } from './reference/document'

const contracts = [...endpoints, ...consoleCalls].map(({ contract }) => contract)

/** The OpenAPI document, for the site to serve. vite.config.ts runs this when it builds the site; the Worker does not import it. */
export const apiDocument = documentOf(contracts)

/** The operations in the order of endpoints.ts. The document has those of one path together. */
export const operationIds = contracts.map(({ operationId }) => operationId)
