import { type SQL, sql } from 'drizzle-orm'
import { audit } from '../../../schema/tables/control'
import { invitation } from '../../../schema/tables/people'
import type { CustomerRole } from '../../../schema/wire/people'
import { DATABASE_NOW, type Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import { ConstraintViolation } from '../../db/errors'
import type { PageRange } from '../../db/page-range'
import { selectRows } from '../../db/select-rows'
import { type AuditEntry, writeAudit, writeAuditIf } from '../audit/audit'
import { type ListedPerson, listedColumns } from './columns'
import { IS_LAST_OWNER, isManaged, LINK_EXPIRY, type Manager } from './managed'

/** An audit entry without its subject, which is the id of a person that the batch makes. */
type Act = Omit<AuditEntry, 'subject'>

interface NewPerson {
  name: string
  kind: 'person' | 'desk'
  email: string | undefined
  roles: CustomerRole[]
  codeHash: string
}

/** What is given of a person that changes. */
interface PersonChange {
  manager: Manager
  name: string | undefined
  /** Null: none from now on. */
  email: string | null | undefined
  roles: CustomerRole[] | undefined
}

/** Whether another person has the e-mail address. */
export const isTakenEmail = (error: unknown) =>
  error instanceof ConstraintViolation && error.constraint === 'person.email'

/** A link that was made, without its code. */
export interface StoredInvitation {
  personId: number
  expiresAt: number
}

const selectInvitation = (codeHash: string) =>
  selectRows(
    { personId: invitation.personId, expiresAt: invitation.expiresAt },
    selected => sql`SELECT ${selected} FROM invitation WHERE code_hash = ${codeHash}`,
  )

/** The customers of roles that are not there, or were deleted. */
const unknownCustomers = (roles: string) => sql`
  SELECT value ->> 'customerId' FROM json_each(${roles}) WHERE value ->> 'customerId' <> 0 AND NOT EXISTS (
    SELECT 1 FROM customer_directory WHERE customer_id = value ->> 'customerId' AND deleted_at IS NULL)`

/**
 * Adds a person with a one-time link. The hash of the code is random: if it is there, this batch has already run. Throws
 * ConstraintViolation `audit.subject` if a role names a customer that is not there, and `person.email` if another person has the address.
 */
export async function addPerson(
  db: Database,
  { name, kind, email, roles, codeHash }: NewPerson,
  act: Act,
): Promise<StoredInvitation> {
  const json = JSON.stringify(roles)
  const subject = sql`(SELECT CAST(person_id AS TEXT) FROM invitation WHERE code_hash = ${codeHash})`
  const [, , , , [made]] = await db.batch([
    build.run(sql`
      INSERT INTO person (person_name, person_kind, email, created_at) SELECT ${name}, ${kind}, ${email ?? null}, ${DATABASE_NOW}
      WHERE NOT EXISTS (SELECT 1 FROM invitation WHERE code_hash = ${codeHash})`),
    build.run(sql`
      INSERT INTO invitation (code_hash, person_id, expires_at)
      SELECT ${codeHash}, person_id, ${LINK_EXPIRY} FROM person WHERE person_id = (SELECT max(person_id) FROM person)
      ON CONFLICT DO NOTHING`),
    build.run(sql`
      INSERT INTO person_role (person_id, customer_id, role)
      SELECT person_id, value ->> 'customerId', value ->> 'role' FROM invitation, json_each(${json})
      WHERE code_hash = ${codeHash} ON CONFLICT DO NOTHING`),
    writeAuditIf({ ...act, subject }, sql`NOT EXISTS (${unknownCustomers(json)})`),
    selectInvitation(codeHash),
  ])
  if (!made) throw new Error('the batch made no link')
  return made
}

/** The first of the roles whose customer is not there; -1: all are. */
export async function findUnknownCustomer(db: Database, roles: readonly CustomerRole[]): Promise<number> {
  const [rows] = await db.batch([
    selectRows(
      { first: sql`key`.mapWith(Number) },
      selected => sql`
        SELECT ${selected} FROM json_each(${JSON.stringify(roles)}) WHERE value ->> 'customerId' IN (
          ${unknownCustomers(JSON.stringify(roles))}) ORDER BY key LIMIT 1`,
    ),
  ])
  return rows[0]?.first ?? -1
}

/** People in the order of their ids: all, or those of one customer. */
export async function listPeople(
  db: Database,
  manager: Manager,
  { after, rows, offset }: PageRange,
): Promise<ListedPerson[]> {
  const from: SQL =
    manager === undefined
      ? sql`person WHERE person.person_id > ${after}`
      : sql`person_role AS mine CROSS JOIN person ON person.person_id = mine.person_id
          WHERE mine.customer_id = ${manager} AND mine.person_id > ${after} AND ${isManaged(manager)}`
  const order = manager === undefined ? sql`person.person_id` : sql`mine.person_id`
  const [found] = await db.batch([
    selectRows(
      listedColumns,
      selected => sql`SELECT ${selected} FROM ${from} ORDER BY ${order} LIMIT ${rows} OFFSET ${offset}`,
    ),
  ])
  return found
}

/** A person and whether it is the only owner. */
export const selectPerson = (personId: number, manager: Manager) =>
  selectRows(
    { ...listedColumns, isLastOwner: IS_LAST_OWNER.mapWith(Boolean) },
    selected => sql`SELECT ${selected} FROM person WHERE person.person_id = ${personId} AND ${isManaged(manager)}`,
  )

/** Undefined: there is no such person, or not for this manager. */
export async function findPerson(
  db: Database,
  personId: number,
  manager: Manager,
): Promise<(ListedPerson & { isLastOwner: boolean }) | undefined> {
  const [rows] = await db.batch([selectPerson(personId, manager)])
  return rows[0]
}

/** The ids of a person that may be changed: none if it is another's, or if the change would leave no owner. */
export const changeable = (personId: number, manager: Manager, endsOwner: boolean) => sql`
  SELECT person_id FROM person WHERE person_id = ${personId} AND ${isManaged(manager)}
    ${endsOwner ? sql`AND NOT ${IS_LAST_OWNER}` : sql``}`

/**
 * Changes what is given, and returns the person as it is then. Roles are added before others are deleted, so that each statement finds
 * the person with a role. Throws as `addPerson`.
 */
export async function changePerson(
  db: Database,
  personId: number,
  { manager, name, email, roles }: PersonChange,
  act: AuditEntry,
): Promise<(ListedPerson & { isLastOwner: boolean }) | undefined> {
  const endsOwner = roles !== undefined && !roles.some(({ role }) => role === 'owner')
  const ids = changeable(personId, manager, endsOwner)
  const json = JSON.stringify(roles ?? [])
  const hasRoles = roles ? sql`true` : sql`false`
  const [, , , , rows] = await db.batch([
    writeAuditIf(act, sql`NOT EXISTS (${unknownCustomers(json)})`, sql`EXISTS (${ids})`),
    build.run(sql`
      UPDATE person SET person_name = coalesce(${name ?? null}, person_name), email = ${email === undefined ? sql`email` : email}
      WHERE person_id IN (${ids})`),
    build.run(sql`
      INSERT INTO person_role (person_id, customer_id, role)
      SELECT changed.person_id, value ->> 'customerId', value ->> 'role' FROM (${ids}) AS changed, json_each(${json})
      WHERE true ON CONFLICT (person_id, customer_id) DO UPDATE SET role = excluded.role`),
    build.run(sql`
      DELETE FROM person_role WHERE ${hasRoles} AND person_id IN (${ids})
        AND customer_id NOT IN (SELECT value ->> 'customerId' FROM json_each(${json}))`),
    selectPerson(personId, manager),
  ])
  return rows[0]
}

/** Deletes a person with passkeys, sessions and links. `unknown`: there is no such person, or not for this manager. */
export async function deletePerson(
  db: Database,
  personId: number,
  manager: Manager,
  act: AuditEntry,
): Promise<'deleted' | 'last owner' | 'unknown'> {
  const ids = changeable(personId, manager, true)
  const [[found], , , , , , , [latest]] = await db.batch([
    selectPerson(personId, manager),
    writeAudit(act, sql`EXISTS (${ids})`),
    ...deleteSignIns(ids),
    build.run(sql`DELETE FROM person_role WHERE person_id IN (${ids})`),
    // Whose roles were not deleted is another's, or the last owner.
    build.run(sql`
      DELETE FROM person WHERE person_id = ${personId} AND (changes() > 0 OR ${manager === undefined ? sql`true` : sql`false`})
        AND NOT EXISTS (SELECT 1 FROM person_role WHERE person_id = ${personId})`),
    // D1 may run a batch twice. The entry of the first time is then the latest.
    selectRows(
      { requestId: audit.requestId, act: audit.act },
      selected => sql`SELECT ${selected} FROM audit WHERE audit_id = (SELECT max(audit_id) FROM audit)`,
    ),
  ])
  if (latest?.requestId === act.requestId && latest.act === act.act) return 'deleted'
  return found?.isLastOwner ? 'last owner' : 'unknown'
}

/** What lets these people in. */
const deleteSignIns = (ids: SQL) =>
  [
    build.run(sql`DELETE FROM session WHERE person_id IN (${ids})`),
    build.run(sql`DELETE FROM invitation WHERE person_id IN (${ids})`),
    build.run(sql`DELETE FROM passkey WHERE person_id IN (${ids})`),
  ] as const

/** Makes a link, which ends the one before. Undefined: there is no such person, or not for this manager. */
export async function invitePerson(
  db: Database,
  personId: number,
  { manager, codeHash }: { manager: Manager; codeHash: string },
  act: AuditEntry,
): Promise<StoredInvitation | undefined> {
  const ids = changeable(personId, manager, false)
  const [, , , rows] = await db.batch([
    build.run(sql`DELETE FROM invitation WHERE person_id IN (${ids})`),
    build.run(sql`
      INSERT INTO invitation (code_hash, person_id, expires_at)
      SELECT ${codeHash}, person_id, ${LINK_EXPIRY} FROM person WHERE person_id IN (${ids})`),
    writeAudit(act, sql`EXISTS (SELECT 1 FROM invitation WHERE code_hash = ${codeHash})`),
    selectInvitation(codeHash),
  ])
  return rows[0]
}

/** Deletes the roles for a customer, and its desks. */
export const deletePeopleOf = (customer: number) => {
  const desks = sql`
    SELECT person.person_id FROM person_role JOIN person ON person.person_id = person_role.person_id
    WHERE person_role.customer_id = ${customer} AND person_kind = 'desk'`
  return [
    ...deleteSignIns(desks),
    build.run(sql`DELETE FROM person_role WHERE customer_id = ${customer}`),
    build.run(
      sql`DELETE FROM person WHERE person_kind = 'desk' AND NOT EXISTS (SELECT 1 FROM person_role WHERE person_id = person.person_id)`,
    ),
  ] as const
}
