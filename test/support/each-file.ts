import { afterAll, beforeAll, vi } from 'vitest'
import { emptyStorage } from './service'

// Files of tests follow one another in one workerd: none finds what another left in D1, in KV or on an object that it replaced.
beforeAll(emptyStorage)
afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
