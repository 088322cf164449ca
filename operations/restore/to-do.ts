import type { Query } from '../../tooling/state/sqlite-file.ts'
import type { AuditEntry } from './audit-since.ts'

const MOVED = 'the customer is in the database of before: move it again'

/**
 * What an administrator must do because a restore has undone an act. Credentials come first. `undefined`: nothing. The acts are
 * those of worker/admin/audit-entry.ts; test/docs/audit.test.ts verifies that none is missing.
 */
export const TO_DO: Readonly<Record<string, string | undefined>> = {
  'api-key.revoke': 'the key is valid again: revoke it again',
  'application.rotate-secret': 'the secret of before is valid again: rotate it again, and give the client the new one',
  'application.change': 'the application and its status are as before: change it again',
  'application.create': 'the application is missing: create another, and give the client its id and secret',
  'api-key.create': 'the key is missing: create another, and give it to the client',
  'guest.erase': 'the data of the guest is there again: erase it again',
  'customer.delete': 'the customer is there again: delete it again',
  'customer.state': 'the state is as before: set it again',
  'customer.put': 'the fields are as before, or the customer is missing: send them again',
  'customer.patch': 'the fields are as before: change them again',
  'customer.import': 'the rows are missing: import the customer again',
  'setup.put': 'the setup is as before: send it again',
  'interface.put': 'the audience is as before: set it again',
  'customer.depart': MOVED,
  'customer.switch': MOVED,
  'customer.clear': MOVED,
  'person.create': 'the person is missing: invite them again',
  'person.change': 'name and roles are as before: change them again',
  'person.invite': 'the link does not work: make another if it was not used',
  'person.delete': 'the person is there again: remove them again',
  'person.pin': 'the PIN is that of before: give a new one',
  'person.pin-delete': 'the PIN works again: take it away again',
  'person.sign-out': undefined,
  'customer.export': undefined,
  'guest.export': undefined,
  'guest.search': undefined,
  'installation.restore': undefined,
}

/** What must be done again, as lines: each act once for each subject. */
export function toDoLines(entries: readonly Pick<AuditEntry, 'act' | 'subject' | 'at'>[]): string[] {
  const acts = new Set([...Object.keys(TO_DO), ...entries.map(({ act }) => act)])
  const lines = [...acts].flatMap(act => {
    const todo = act in TO_DO ? TO_DO[act] : 'this release does not know this act'
    const latest = new Map(entries.filter(entry => entry.act === act).map(entry => [entry.subject, entry]))
    return todo ? [...latest.values()].map(({ at, subject }) => `  ${act} ${subject}, ${at}: ${todo}`) : []
  })
  return [`Administrators must do again:${lines.length ? '' : ' nothing'}`, ...lines]
}

/** What must be checked if nobody knows what was done later, as lines: the credentials that are accepted. */
export async function credentialLines(query: Query): Promise<string[]> {
  const rows = await query(
    `SELECT client_id AS id, application_name AS name, customer_id AS customer FROM application WHERE application_status = 'active'
     UNION ALL SELECT api_key_id, key_name, customer_id FROM api_key WHERE revoked_at IS NULL ORDER BY 3, 2`,
  )
  return [
    'The audit since then is not known. Administrators must do again what they did.',
    'Revoke or rotate what was revoked or rotated. These credentials are accepted:',
    ...rows.map(({ id, name, customer }) => `  ${id} (${name}, customer ${customer})`),
  ]
}

export const floorLine = (floor: number) => `New ids, numbers and sequences of every customer begin at ${floor + 1}`
