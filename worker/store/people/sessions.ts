import { type SQL, sql } from 'drizzle-orm'
import { pick } from '../../../schema/pick'
import { customerDirectory } from '../../../schema/tables/control'
import { passkey, person, session } from '../../../schema/tables/people'
import { DATABASE_NOW, type Database } from '../../db/database'
import { build } from '../../db/drizzle-adapter'
import { leftJoined, type RowOf, selectRows } from '../../db/select-rows'
import type { LocatedRole } from '../../domain/people/roles'
import { ACT_MS, PIN_FAILURES, SESSION_MS, UNLOCKED_MS } from '../../domain/people/session-times'
import { personColumns } from './columns'

/** A person who signs in, or an act of one. */
export type SignedInPerson = RowOf<typeof personColumns>

const byKind = (part: 'idle' | 'longest') =>
  sql.raw(`CASE person_kind WHEN 'desk' THEN ${SESSION_MS.desk[part]} ELSE ${SESSION_MS.person[part]} END`)

/** The hashes of a new session and of the one whose cookie came with the request; the latter may name none. */
export interface NewSession {
  sessionHash: string
  formerHash: string
}

/** A challenge that is answered for this session. */
export interface Answer {
  challengeHash: string
  expiresAt: number
}

/** Uses a challenge up, if it is not used for another session. */
const claimChallenge = ({ challengeHash, expiresAt }: Answer, { sessionHash }: NewSession) =>
  build.run(sql`
    INSERT INTO used_challenge (challenge_hash, used_for, expires_at) VALUES (${challengeHash}, ${sessionHash}, ${expiresAt})
    ON CONFLICT DO NOTHING`)

const isAnswered = ({ challengeHash }: Answer, { sessionHash }: NewSession) => sql`EXISTS (
  SELECT 1 FROM used_challenge WHERE challenge_hash = ${challengeHash} AND used_for = ${sessionHash})`

const newSessionValues = ({ sessionHash }: NewSession, signedInAt: SQL | number = DATABASE_NOW) =>
  sql`${sessionHash}, person.person_id, ${signedInAt}, ${DATABASE_NOW},
    min(${DATABASE_NOW} + ${byKind('idle')}, ${signedInAt} + ${byKind('longest')})`

const isOpened = ({ sessionHash }: NewSession) =>
  sql`EXISTS (SELECT 1 FROM session WHERE session_hash = ${sessionHash})`

/** Ends the former session of the browser, if the new one is there. */
const endFormer = (opened: NewSession) =>
  build.run(sql`DELETE FROM session WHERE session_hash = ${opened.formerHash} AND ${isOpened(opened)}`)

const seePerson = ({ sessionHash }: NewSession) =>
  build.run(sql`
    UPDATE person SET last_seen_at = ${DATABASE_NOW}
    WHERE person_id = (SELECT person_id FROM session WHERE session_hash = ${sessionHash})`)

const selectSignedIn = ({ sessionHash }: NewSession) =>
  selectRows(
    personColumns,
    selected => sql`
      SELECT ${selected} FROM session JOIN person ON person.person_id = session.person_id
      WHERE session.session_hash = ${sessionHash}`,
  )

const INSERT_SESSION = sql`INSERT INTO session (session_hash, person_id, signed_in_at, active_at, ends_at)`

const passkeyColumns = pick(passkey, 'credentialId', 'personId', 'algorithm', 'publicKey')

export async function findPasskey(
  db: Database,
  credentialId: string,
): Promise<RowOf<typeof passkeyColumns> | undefined> {
  const [rows] = await db.batch([
    selectRows(passkeyColumns, selected => sql`SELECT ${selected} FROM passkey WHERE credential_id = ${credentialId}`),
  ])
  return rows[0]
}

/** Opens a session by a passkey whose answer was verified. Undefined: the challenge was used, or the passkey was deleted. */
export async function openByPasskey(
  db: Database,
  credentialId: string,
  { answer, opened }: { answer: Answer; opened: NewSession },
): Promise<SignedInPerson | undefined> {
  const [, , , , rows] = await db.batch([
    claimChallenge(answer, opened),
    build.run(sql`
      ${INSERT_SESSION} SELECT ${newSessionValues(opened)}
      FROM passkey JOIN person ON person.person_id = passkey.person_id
      WHERE credential_id = ${credentialId} AND ${isAnswered(answer, opened)} ON CONFLICT DO NOTHING`),
    endFormer(opened),
    seePerson(opened),
    selectSignedIn(opened),
  ])
  return rows[0]
}

/** Opens a session for the person with an e-mail address, who signed in elsewhere. Undefined: nobody has it. */
export async function openByEmail(
  db: Database,
  { email, signedInAt }: { email: string; signedInAt: number },
  opened: NewSession,
): Promise<SignedInPerson | undefined> {
  const [, , , rows] = await db.batch([
    build.run(sql`
      ${INSERT_SESSION} SELECT ${newSessionValues(opened, signedInAt)}
      FROM person WHERE email = ${email} ON CONFLICT DO NOTHING`),
    endFormer(opened),
    seePerson(opened),
    selectSignedIn(opened),
  ])
  return rows[0]
}

/** Whom a code invites that can still be used. */
export async function findInvited(db: Database, codeHash: string): Promise<SignedInPerson | undefined> {
  const [rows] = await db.batch([
    selectRows(
      personColumns,
      selected => sql`
        SELECT ${selected} FROM invitation JOIN person ON person.person_id = invitation.person_id
        WHERE invitation.code_hash = ${codeHash} AND invitation.expires_at > ${DATABASE_NOW}`,
    ),
  ])
  return rows[0]
}

/** A new passkey whose creation was verified. */
export interface NewPasskey {
  credentialId: string
  algorithm: number
  publicKey: string
  answer: Answer
}

/**
 * Uses a link up: stores the passkey of a person, and opens a session. All of it selects from the invitation, which the same batch
 * deletes, so that of two at once one gets in. Undefined: the link or the challenge was used, or the passkey is another person's.
 */
export async function openByInvitation(
  db: Database,
  codeHash: string,
  { created, opened }: { created: NewPasskey | undefined; opened: NewSession },
): Promise<SignedInPerson | undefined> {
  const live = sql`invitation JOIN person ON person.person_id = invitation.person_id
    AND invitation.code_hash = ${codeHash} AND invitation.expires_at > ${DATABASE_NOW}`
  const stored = created
    ? sql`EXISTS (SELECT 1 FROM passkey WHERE credential_id = ${created.credentialId} AND public_key = ${created.publicKey}
        AND person_id = person.person_id) AND ${isAnswered(created.answer, opened)}`
    : sql`person_kind = 'desk'`
  const open = [
    build.run(sql`
      ${INSERT_SESSION} SELECT ${newSessionValues(opened)} FROM ${live} WHERE ${stored} ON CONFLICT DO NOTHING`),
    build.run(sql`DELETE FROM invitation WHERE code_hash = ${codeHash} AND ${isOpened(opened)}`),
    endFormer(opened),
    seePerson(opened),
    selectSignedIn(opened),
  ] as const
  const results = await db.batch(created ? [...storePasskey(created, { live, opened }), ...open] : open)
  return (results.at(-1) as SignedInPerson[])[0]
}

const storePasskey = (
  { credentialId, algorithm, publicKey, answer }: NewPasskey,
  { live, opened }: { live: SQL; opened: NewSession },
) =>
  [
    claimChallenge(answer, opened),
    build.run(sql`
    INSERT INTO passkey (credential_id, person_id, algorithm, public_key, created_at)
    SELECT ${credentialId}, person.person_id, ${algorithm}, ${publicKey}, ${DATABASE_NOW} FROM ${live}
    WHERE person_kind = 'person' AND ${isAnswered(answer, opened)} ON CONFLICT DO NOTHING`),
  ] as const

const directory = leftJoined(customerDirectory)

/** Whether a row of `session` is this one, and has not ended. */
export const isLive = (sessionHash: string) => sql`session_hash = ${sessionHash} AND ends_at > ${DATABASE_NOW}`

/** A person with a PIN and with a role at the customer of a desk. */
interface Name {
  personId: number
  name: string
  isLocked: boolean
  /** Stands at the desk now, by the PIN that is valid. */
  isHere: boolean
}

/** The names of the desk `person`, whose session is `session`. */
const namesOfDesk = sql`(
  SELECT json_group_array(json_object('personId', name.person_id, 'name', name.person_name,
    'isLocked', json(iif(name.pin_failures >= ${PIN_FAILURES}, 'true', 'false')),
    'isHere', json(iif(name.person_id = session.unlocked_by AND name.pin_hash = session.unlocked_with
      AND session.unlocked_until > ${DATABASE_NOW}, 'true', 'false'))) ORDER BY name.person_name, name.person_id)
  FROM person_role AS own CROSS JOIN person_role AS its ON its.customer_id = own.customer_id
  CROSS JOIN person AS name ON name.person_id = its.person_id AND name.pin_hash IS NOT NULL
  WHERE own.person_id = ${person.personId} AND ${person.personKind} = 'desk')`.mapWith((json): Name[] =>
  JSON.parse(json as string),
)

const tokenColumns = {
  ...personColumns,
  ...pick(session, 'signedInAt'),
  roles: sql`(
    SELECT json_group_array(json_object('customerId', person_role.customer_id, 'role', role, 'shard', coalesce(shard, 0),
      'isOpen', json(iif(closed_at IS NULL, 'true', 'false'))) ORDER BY person_role.customer_id)
    FROM person_role LEFT JOIN customer_directory AS its ON its.customer_id = person_role.customer_id
    WHERE person_role.person_id = ${person.personId})`.mapWith((json): LocatedRole[] => JSON.parse(json as string)),
  names: namesOfDesk,
  namedShard: directory.shard,
  namedClosedAt: directory.closedAt,
  isNamed: sql`${directory.customerId} IS NOT NULL`.mapWith(Boolean),
}

/**
 * The person of a session that has not ended, with roles and with what the directory says of a customer. `isActive`: the person acted,
 * which is stored at most once in an hour, and each time at a desk that somebody has unlocked.
 */
export async function readForToken(
  db: Database,
  { sessionHash, isActive, customer }: { sessionHash: string; isActive: boolean; customer: number | undefined },
): Promise<RowOf<typeof tokenColumns> | undefined> {
  const read = selectRows(
    tokenColumns,
    selected => sql`
      SELECT ${selected} FROM session JOIN person ON person.person_id = session.person_id
      LEFT JOIN customer_directory ON customer_directory.customer_id = ${customer ?? null}
      WHERE ${isLive(sessionHash)}`,
  )
  if (!isActive) return (await db.batch([read]))[0][0]
  const isDue = sql`${isLive(sessionHash)} AND active_at <= ${DATABASE_NOW} - ${ACT_MS}`
  const [, , , rows] = await db.batch([
    build.run(sql`
      UPDATE person SET last_seen_at = ${DATABASE_NOW} WHERE person_id = (SELECT person_id FROM session WHERE ${isDue})`),
    build.run(sql`
      UPDATE session SET active_at = ${DATABASE_NOW}, ends_at = (
        SELECT min(${DATABASE_NOW} + ${byKind('idle')}, session.signed_in_at + ${byKind('longest')})
        FROM person WHERE person.person_id = session.person_id)
      WHERE ${isDue}`),
    build.run(sql`
      UPDATE session SET unlocked_until = ${DATABASE_NOW} + ${UNLOCKED_MS}
      WHERE session_hash = ${sessionHash} AND unlocked_until > ${DATABASE_NOW}`),
    read,
  ])
  return rows[0]
}

/** Ends a session, or all of its person. */
export async function endSessions(db: Database, sessionHash: string, everywhere: boolean): Promise<void> {
  await db.batch([
    everywhere
      ? build.run(sql`
          DELETE FROM session WHERE person_id = (
            SELECT person_id FROM session WHERE session_hash = ${sessionHash} AND ends_at > ${DATABASE_NOW})`)
      : build.run(sql`DELETE FROM session WHERE session_hash = ${sessionHash}`),
  ])
}
