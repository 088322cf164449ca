import { afterAll } from 'vitest'
import { tidyUp } from './run.ts'

export { ADMIN_TOKEN, attempt, newPlace, npmStart, type Place, Run, read, start } from './run.ts'

// At the end of a test file nothing runs that it started, and nothing is left of what it kept.
afterAll(tidyUp)
