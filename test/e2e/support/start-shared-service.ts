import type { TestProject } from 'vitest/node'
import { ADMIN_TOKEN, newServiceFolder, start, stopAndRemoveAll } from './run.ts'

/** Starts the service of `shared-service.ts`, without the demo hotel, for all files. */
export default async function startSharedService({ provide }: TestProject): Promise<() => Promise<void>> {
  const { service } = await start(newServiceFolder(), '--no-demo')
  provide('sharedService', { origin: service.origin, adminToken: ADMIN_TOKEN })
  return stopAndRemoveAll
}
