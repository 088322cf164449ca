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

// After a test file, ends the services that it started and removes their folders.
afterAll(stopAndRemoveAll)
