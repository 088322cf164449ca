import { env } from 'cloudflare:workers'
import { databaseFromStub } from './sessions'

/** How a call to a binding goes wrong: it is lost, its answer is lost, it is late, or it is carried out twice. */
export const FAILURE_MODES = ['lost', 'answer lost', 'late', 'twice'] as const
export type FailureMode = (typeof FAILURE_MODES)[number]

/** Longer than any other call of a request takes, so that all that can overtake it does. */
const DELAY_MS = 20

/** Counts the calls to a binding and lets the n-th of them go wrong. */
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

/** D1 as it is, but for its n-th batch; without a mode it only counts. */
export function failingDatabase(mode?: FailureMode, nth = 0) {
  const { count, through } = failNthCall(mode, nth)
  const database = databaseFromStub({
    prepare: (text: string) => env.DB.prepare(text),
    batch: (list: D1PreparedStatement[]) => through(() => env.DB.batch(list)),
  })
  return { database, count }
}

/** KV as it is, but for its n-th call; without a mode it only counts. */
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
