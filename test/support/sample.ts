import { repetitions } from './repetitions'
import { databases } from './service'

/**
 * Whether a suite over all endpoints tests a sample. In `npm test` it is whole with one database, where its requests to D1 and the
 * rows of both customers are all in that database. With two databases it is a sample, unless everything is repeated.
 */
export const IS_SAMPLE = databases.length > 1 && repetitions(0, 1) === 0
