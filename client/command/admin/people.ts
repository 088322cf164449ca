import type { Invocation } from '../action.ts'
import { UsageError } from '../failure.ts'
import { Administration } from './administration.ts'
import type { Invitation, IssuedPin, Person, PersonSession } from './types.ts'

type RoleName = Person['roles'][number]['role']

interface RoleFlags {
  role: RoleName
  customer?: number[]
}

interface InviteFlags extends RoleFlags {
  name: string
  email?: string
  desk?: boolean
}

interface ChangeFlags extends Partial<RoleFlags> {
  name?: string
  email?: string
}

/** `innlet admin person invite`: prints the one-time link of a new person or desk. */
export async function invitePerson({ flags, credentials, output }: Invocation<InviteFlags>): Promise<void> {
  const { name, email, role, customer, desk } = flags
  const person = { name, email, kind: desk ? 'desk' : 'person', roles: rolesOf(role, customer) }
  const invitation = await new Administration(credentials).create<Invitation>('/people', person)
  output.row(invitation, [invitation.link])
  output.note(`Person ${invitation.personId}. The link works once, until ${invitation.expiresAt}.`)
}

/** One role at each of the customers. An owner has all customers. */
function rolesOf(role: RoleName, customers: readonly number[] = []): Person['roles'] {
  const isOwner = role === 'owner'
  if (isOwner && customers.length) throw new UsageError('an owner has all customers: leave --customer out')
  if (!isOwner && !customers.length) throw new UsageError(`--customer: a ${role} needs one`)
  return isOwner ? [{ customerId: 0, role }] : customers.map(customerId => ({ customerId, role }))
}

export async function listPeople({ credentials, output }: Invocation<object>): Promise<void> {
  const people = await new Administration(credentials).list<Person>({ path: '/people' }, 'people', output)
  if (output.json) return output.table(people, [])
  const inWords = ({ customerId, role }: Person['roles'][number]) => (customerId ? `${role} of ${customerId}` : role)
  const rows = people.map(person => ({ ...person, roles: person.roles.map(inWords).join(', ') }))
  output.table(rows, [
    ['ID', 'personId'],
    ['KIND', 'kind'],
    ['PASSKEYS', 'passkeys'],
    ['LAST SEEN', 'lastSeenAt'],
    ['ROLES', 'roles'],
    ['NAME', 'name'],
  ])
}

/** `innlet admin person link`: prints a new one-time link, which ends the one before. */
export async function linkPerson({ args, credentials, output }: Invocation<object>): Promise<void> {
  const path = `${pathOf(args)}/invitations`
  const invitation = await new Administration(credentials).create<Invitation>(path, {})
  output.row(invitation, [invitation.link])
  output.note(`The link works once, until ${invitation.expiresAt}.`)
}

/** `innlet admin person pin`: prints a new PIN, or takes it away. */
export async function pinPerson({ args, flags, credentials, output }: Invocation<{ remove?: boolean }>): Promise<void> {
  const administration = new Administration(credentials)
  const path = `${pathOf(args)}/pin`
  if (flags.remove) {
    await administration.request('DELETE', path)
    return output.note('Taken away.')
  }
  const issued = await administration.create<IssuedPin>(path, {})
  output.row(issued, [issued.pin])
  output.note('The one before has ended.')
}

/** `innlet admin person sessions`: lists them, or ends them all. */
export async function sessionsOfPerson({
  args,
  flags,
  credentials,
  output,
}: Invocation<{ end?: boolean }>): Promise<void> {
  const administration = new Administration(credentials)
  const path = `${pathOf(args)}/sessions`
  if (flags.end) {
    await administration.request('DELETE', path)
    return output.note('Ended.')
  }
  output.table(await administration.list<PersonSession>({ path }, 'sessions', output), [
    ['STARTED', 'startedAt'],
    ['LAST SEEN', 'lastSeenAt'],
    ['ENDS', 'endsAt'],
  ])
}

/** `innlet admin person change`: replaces the name or the roles. */
export async function changePerson({ args, flags, credentials, output }: Invocation<ChangeFlags>): Promise<void> {
  const { name, email, role, customer } = flags
  if (customer && !role) throw new UsageError('--customer: give the role too')
  const roles = role && rolesOf(role, customer)
  output.value(
    await new Administration(credentials).request('PUT', pathOf(args), {
      name,
      email: email === '' ? null : email,
      roles,
    }),
  )
}

export async function removePerson({ args, credentials, output }: Invocation<object>): Promise<void> {
  await new Administration(credentials).request('DELETE', pathOf(args))
  output.note('Removed.')
}

const pathOf = ([personId = '']: string[]) => `/people/${encodeURIComponent(personId)}`
