import { randomInt } from 'node:crypto'
import { inject } from 'vitest'
import { Service } from '../../../tooling/command/service.ts'

declare module 'vitest' {
  interface ProvidedContext {
    sharedService: { origin: string; adminToken: string }
  }
}

/** The service of files that need no service of their own: starting one takes seconds. Each file has customers of its own in it. */
export function sharedService(): { service: Service; adminToken: string } {
  const { origin, adminToken } = inject('sharedService')
  return { service: new Service(origin, adminToken), adminToken }
}

/** A customer id that no other file has. */
export const newCustomerId = () => randomInt(1_000, 1_000_000_000)
