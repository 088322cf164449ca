import { afterAll, vi } from 'vitest'
import { stopAndRemoveAll } from './run.ts'

// Test files run one after another in one process. After each, its environment ends, and the services that it started, and their
// folders are removed.
afterAll(() => {
  vi.unstubAllEnvs()
  return stopAndRemoveAll()
})
