import { createHash } from 'node:crypto'
import type { Installation } from '../backup/installation.ts'
import { type AuditEntry, REPETITIONS } from './acts.ts'
import type { AdminApi } from './admin-api.ts'
import type { NewerState } from './newer-state.ts'

/** What became of the acts that the restore has undone. */
export interface RepeatedActs {
  /** Lines for the operator: what was repeated, and what must be done by hand. */
  repeated: string[]
  todo: string[]
  /** Records whose rows are copied from the newer state. */
  copied: { table: string; key: string; id: string }[]
}

/** The id of the request that repeats an act. Its own audit entry has it, so that a second run does not repeat it again. */
const requestIdOf = (entry: AuditEntry) =>
  `restore:${createHash('sha256').update(identityOf(entry)).digest('hex').slice(0, 32)}`

const identityOf = ({ at, requestId, act, subject }: AuditEntry) => JSON.stringify([at, requestId, act, subject])

/** The entries of the newer state that the databases do not have, and were not repeated by an earlier run. */
export async function missingActs(installation: Installation, { audit }: NewerState): Promise<AuditEntry[]> {
  const known = new Set<string>()
  for (const number of audit.length ? installation.databases.keys() : []) {
    for (const row of await installation.query(number, 'SELECT at, request_id, act, subject FROM audit')) {
      const requestId = String(row.request_id)
      known.add(requestId)
      known.add(JSON.stringify([Number(row.at), requestId, row.act, row.subject]))
    }
  }
  return audit.filter(entry => !known.has(identityOf(entry)) && !known.has(requestIdOf(entry)))
}

/** Repeats acts, in their order, by requests to the administration. */
export async function repeatActs(
  installation: Installation,
  acts: readonly AuditEntry[],
  newer: NewerState,
  openApi: () => Promise<AdminApi>,
): Promise<RepeatedActs> {
  const done: RepeatedActs = { repeated: [], todo: [], copied: [] }
  let api: AdminApi | undefined
  try {
    for (const entry of acts) {
      const { table, request, todo } = REPETITIONS[entry.act] ?? { todo: 'this release does not know this act' }
      const title = `${new Date(entry.at).toISOString()} ${entry.act} ${entry.subject}`
      if (table && newer.databases) {
        done.copied.push({ table: table.name, key: table.key, id: entry.subject })
        done.repeated.push(`${title}: taken from the newer state`)
      } else if (request && entry.act === 'guest.erase' && (await isOtherGuest(installation, entry))) {
        done.todo.push(`${title}: the id belongs to another guest now, who came after the restore; nothing was erased`)
      } else if (request) {
        api ??= await openApi()
        const { method, path, body } = request(entry)
        const { status, code } = await api.send(method, path, body, requestIdOf(entry))
        if (status === 404) done.repeated.push(`${title}: does not exist here; nothing to do`)
        else if (status >= 400) done.todo.push(`${title}: refused with ${status} ${code}`)
        else done.repeated.push(`${title}: repeated`)
        if (todo && status < 400) done.todo.push(`${title}: ${todo}`)
      } else if (todo) done.todo.push(`${title}: ${todo}`)
    }
  } finally {
    await api?.close()
  }
  return done
}

/** Whether the guest with the id of an erased guest came later: the service was used after the restore and gave the id again. */
async function isOtherGuest(installation: Installation, { at, subject }: AuditEntry): Promise<boolean> {
  const [customer, guest] = subject.split('/').map(Number)
  for (const number of installation.databases.keys()) {
    const [found] = await installation.query(
      number,
      `SELECT min(created_at) AS since FROM reservation WHERE customer_id = ${customer} AND guest_id = ${guest}`,
    )
    if (found?.since && Number(found.since) > at) return true
  }
  return false
}
