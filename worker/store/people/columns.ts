import { sql } from 'drizzle-orm'
import { pick } from '../../../schema/pick'
import { person, personRole } from '../../../schema/tables/people'
import type { CustomerRole } from '../../../schema/wire/people'
import type { RowOf } from '../../db/select-rows'

/** Who a person is. */
export const personColumns = pick(person, 'personId', 'personName', 'personKind')

/** The roles of `person`, by customer. */
const rolesOfPerson = sql`(
  SELECT json_group_array(json_object('customerId', ${personRole.customerId}, 'role', ${personRole.role}) ORDER BY ${personRole.customerId})
  FROM person_role WHERE ${personRole.personId} = ${person.personId})`.mapWith((json): CustomerRole[] =>
  JSON.parse(json as string),
)

/** A person as administrators see it. */
export const listedColumns = {
  ...personColumns,
  ...pick(person, 'email', 'pinFailures', 'lastSeenAt'),
  roles: rolesOfPerson,
  hasPin: sql`pin_hash IS NOT NULL`.mapWith(Boolean),
  passkeys: sql`(SELECT count(*) FROM passkey WHERE person_id = ${person.personId})`.mapWith(Number),
}

export type ListedPerson = RowOf<typeof listedColumns>
