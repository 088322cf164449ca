import { onTestFinished, vi } from 'vitest'

/** Stops the clock until the test ends, so that midnight does not come. Returns the time (ms). */
export function stopClock(): number {
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now })
  onTestFinished(() => void vi.useRealTimers())
  return now
}
