import { afterAll } from 'vitest'
import { stopAndRemoveAll } from './run.ts'

export {
  ADMIN_TOKEN,
  newServiceFolder,
  npmStart,
  Run,
  read,
  type ServiceFolder,
  start,
  startWithoutWaiting,
} from './run.ts'

// At the end of a test file nothing runs that it started, and nothing is left of what it kept.
afterAll(stopAndRemoveAll)
