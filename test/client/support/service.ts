import type { TestProject } from 'vitest/node'
import { registerApplication, setUpHotel, tokenFor } from '../../e2e/support/hotel.ts'
import { newServiceFolder, start, stopAndRemoveAll } from '../../e2e/support/run.ts'
import { FaultyProxy } from './faulty-proxy.ts'
import type { Credentials } from './hotel.ts'

const PERMISSIONS = ['reservations:write', 'rates:write', 'inventory:write', 'events:write']

/** Starts a service as `npm start` does, and a proxy in front of it that every runtime can reach. */
export default async function startService({ provide }: TestProject): Promise<() => Promise<void>> {
  const { service } = await start(newServiceFolder(), '--no-demo')
  let customers = 0
  const newCustomer = async (): Promise<Credentials> => {
    const customerId = ++customers
    await setUpHotel(service, customerId)
    const application = await registerApplication(service, customerId, PERMISSIONS)
    const { access_token: accessToken } = await tokenFor(service, application)
    const key = { customerId, name: 'client', permissions: PERMISSIONS }
    const { apiKey } = (await service.admin('POST', '/api-keys', key)).json
    const { clientId, clientSecret } = application
    return { clientId, clientSecret, accessToken, apiKey }
  }
  const proxy = await FaultyProxy.inFrontOf(service.origin, newCustomer)
  provide('proxy', proxy.origin)
  return async () => {
    proxy.end()
    await stopAndRemoveAll()
  }
}
