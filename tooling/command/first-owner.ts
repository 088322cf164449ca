import type { Service } from './service.ts'

interface Person {
  personId: number
  roles: readonly { role: string }[]
  passkeys: number
}

/** The one-time link of the first owner. Undefined: an owner has joined already. Each call ends the link of the call before. */
export async function firstOwnerLink(service: Service): Promise<string | undefined> {
  const owners = (await peopleOf(service)).filter(({ roles }) => roles.some(({ role }) => role === 'owner'))
  if (owners.some(({ passkeys }) => passkeys > 0)) return undefined
  const [invited] = owners
  const { json } = invited
    ? await service.admin('POST', `/people/${invited.personId}/invitations`)
    : await service.admin('POST', '/people', {
        name: 'Owner',
        kind: 'person',
        roles: [{ customerId: 0, role: 'owner' }],
      })
  return json.link
}

async function peopleOf(service: Service): Promise<Person[]> {
  const people: Person[] = []
  let cursor = ''
  do {
    const { json, headers } = await service.admin('GET', `/people?cursor=${cursor}`)
    people.push(...json.people)
    cursor = headers.get('x-next-cursor') ?? ''
  } while (cursor)
  return people
}
