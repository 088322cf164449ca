import { afterAll } from 'vitest'
import { stopAndRemoveAll } from './run.ts'

// Test files run one after another in one process. After each, the services that it started end, and their folders are removed.
afterAll(stopAndRemoveAll)
