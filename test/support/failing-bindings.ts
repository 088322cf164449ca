import { env } from 'cloudflare:workers'
import { databaseFromStub } from './sessions'

/** How a request to a binding fails: it is lost, its response is lost, it is late, or it is executed twice. */
export const FAILURE_MODES = ['lost', 'answer lost', 'late', 'twice'] as const
export type FailureMode = (typeof FAILURE_MODES)[number]

/** Longer than any other request to a binding, so that all concurrent ones overtake it. */
const DELAY_MS = 20

/** Counts the requests to a binding and makes the n-th fail. */
function failNthCall(mode: FailureMode | undefined, nth: number) {
  const count = { calls: 0 }
  const through = async <T>(call: () => Promise<T>): Promise<T> => {
    if (++count.calls !== nth) return call()
    switch (mode) {
      case 'lost':
        throw new Error('D1_ERROR: Network connection lost.')
      case 'answer lost':
        await call()
        throw new Error('D1_ERROR: Network connection lost.')
      case 'late':
        await new Promise(resolve => setTimeout(resolve, DELAY_MS))
        return call()
      case 'twice':
        await call()
        return call()
      default:
        return call()
    }
  }
  return { count, through }
}

/** D1 with a failure of its n-th batch. Without a mode it only counts. */
export function failingDatabase(mode?: FailureMode, nth = 0) {
  const { count, through } = failNthCall(mode, nth)
  const database = databaseFromStub({
    prepare: (text: string) => env.DB.prepare(text),
    batch: (list: D1PreparedStatement[]) => through(() => env.DB.batch(list)),
  })
  return { database, count }
}

/** KV with a failure of its n-th request. Without a mode it only counts. */
export function failingKv(mode?: FailureMode, nth = 0) {
  const { count, through } = failNthCall(mode, nth)
  const kv = {
    get: (key: string) => through(() => env.LINKS.get(key)),
    put: (key: string, value: string, options?: KVNamespacePutOptions) =>
      through(() => env.LINKS.put(key, value, options)),
    delete: (key: string) => through(() => env.LINKS.delete(key)),
  } as KVNamespace
  return { kv, count }
}
