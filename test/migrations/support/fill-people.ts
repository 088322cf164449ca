import type { Service } from '../../../tooling/command/service.ts'
import { Passkey } from '../../support/authenticator.ts'

/** Rows in every table of people: an owner who has joined, a desk that is open, and a link that nobody has used. */
export async function fillPeople(service: Service, customerId: number): Promise<void> {
  let origin = ''
  const invite = async (kind: 'person' | 'desk', roles: object[]): Promise<string> => {
    const { json } = await service.admin('POST', '/people', { name: `The ${kind}`, kind, roles })
    const link = new URL(json.link)
    origin = link.origin
    return link.hash.slice(1)
  }
  const post = async (call: string, body: object) => {
    const headers = { origin, 'content-type': 'application/json' }
    const response = await fetch(`${service.origin}/console/${call}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`/console/${call} answered ${response.status} ${await response.text()}`)
    return response.json()
  }

  const code = await invite('person', [{ customerId: 0, role: 'owner' }])
  const { challenge, rpId, userId } = (await post('challenge', { code })) as Record<string, string>
  const passkey = await Passkey.make(userId as string)
  const ceremony = { challenge: challenge as string, rpId: rpId as string, origin }
  await post('join', { code, credential: await passkey.created(ceremony) })
  const frontdesk = [{ customerId, role: 'frontdesk' }]
  await post('join', { code: await invite('desk', frontdesk) })
  await invite('person', [{ customerId, role: 'manager' }])
}
