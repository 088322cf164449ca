import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { sendLines } from './console-lines'
import { beginFile, resetService } from './service'

// Test files run one after another in one workerd. No file may see data in D1 or KV, or mocks, of an earlier one.
beforeAll(async () => {
  // Files that share a credential or an address would share its rate limit, and a quick machine would exceed it.
  beginFile()
  await resetService()
})
afterEach(sendLines)
afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  sendLines()
})
