import { vi } from 'vitest'

/** Waits until a check holds; a machine that is busy with other things has time enough. */
export const soon = <T>(check: () => T) => vi.waitFor(check, { timeout: 10_000 })
