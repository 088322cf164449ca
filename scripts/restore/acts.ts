/** An entry of the audit log. */
export interface AuditEntry {
  /** In milliseconds since 1970. */
  at: number
  requestId: string
  act: string
  subject: string
  details: unknown
}

interface AdminRequest {
  method: string
  path: string
  body?: unknown
}

/** How an act is repeated. */
export interface Repetition {
  /** The table whose row is copied, if the newer state has it: it knows the hashes of secrets. */
  table?: { name: string; key: string }
  /** The request below /admin that does the same again. */
  request?: (entry: AuditEntry) => AdminRequest
  /** What the operator must do, if the row is not copied. */
  todo?: string
}

const at = (...parts: string[]) => `/${parts.map(encodeURIComponent).join('/')}`
const application = { name: 'application', key: 'client_id' }
const apiKey = { name: 'api_key', key: 'api_key_id' }
const nothing: Repetition = {}
const moved: Repetition = { todo: 'the customer is in the database in which it was at the restored moment' }

/** Every act of the audit log (worker/admin/audit-entry.ts). test/docs/audit.test.ts verifies that none is missing. */
export const REPETITIONS: Readonly<Record<string, Repetition>> = {
  'interface.put': {
    request: ({ subject, details }) => ({ method: 'PUT', path: at('interfaces', subject), body: details }),
  },
  'customer.put': {
    request: ({ subject, details }) => ({ method: 'PUT', path: at('customers', subject), body: details }),
  },
  'customer.state': {
    request: ({ subject, details }) => ({ method: 'PUT', path: at('customers', subject, 'state'), body: details }),
  },
  'customer.export': nothing,
  'customer.import': { todo: 'import the customer again, from its export (npm run import-customer)' },
  'customer.delete': { todo: 'the customer is there again and closed: delete it again (npm run delete-customer)' },
  'guest.export': nothing,
  'setup.put': { todo: 'send the setup of the customer again' },
  'customer.depart': moved,
  'customer.switch': moved,
  'customer.clear': moved,
  'application.create': {
    table: application,
    todo: 'create the application again, and give the client its new id and secret',
  },
  'application.change': {
    table: application,
    request: ({ subject, details }) => ({ method: 'PATCH', path: at('applications', subject), body: details }),
  },
  'application.rotate-secret': {
    table: application,
    request: ({ subject }) => ({ method: 'POST', path: at('applications', subject, 'rotate-secret') }),
    todo: 'rotate the secret again, and give the client the new one: both secrets that it knew are invalid',
  },
  'api-key.create': { table: apiKey, todo: 'create the API key again, and give it to the client' },
  'api-key.revoke': {
    table: apiKey,
    request: ({ subject }) => ({ method: 'DELETE', path: at('api-keys', subject) }),
  },
  'guest.erase': {
    request: ({ subject }) => {
      const [customer = '', guest = ''] = subject.split('/')
      return { method: 'POST', path: at('customers', customer, 'guests', guest, 'erase') }
    },
  },
  'installation.restore': { todo: 'an earlier restore: nothing to do' },
}
