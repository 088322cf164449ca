import { env } from 'cloudflare:workers'
import { asDatabase } from './sessions'

/** How a call to a binding goes wrong: it is lost, its answer is lost, it is late, or it is carried out twice. */
export const MODES = ['lost', 'answer lost', 'late', 'twice'] as const
export type Mode = (typeof MODES)[number]

/** Longer than any other call of a request takes, so that all that can overtake it does. */
const LATE = 20

/** Counts the calls to a binding and lets the n-th of them go wrong. */
function gate(mode: Mode | undefined, nth: number) {
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
        await new Promise(resolve => setTimeout(resolve, LATE))
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
export function faultyDatabase(mode?: Mode, nth = 0) {
  const { count, through } = gate(mode, nth)
  const database = asDatabase({
    prepare: (text: string) => env.DB.prepare(text),
    batch: (list: D1PreparedStatement[]) => through(() => env.DB.batch(list)),
  })
  return { database, count }
}

/** KV as it is, but for its n-th call; without a mode it only counts. */
export function faultyKv(mode?: Mode, nth = 0) {
  const { count, through } = gate(mode, nth)
  const kv = {
    get: (key: string) => through(() => env.LINKS.get(key)),
    put: (key: string, value: string, options?: KVNamespacePutOptions) =>
      through(() => env.LINKS.put(key, value, options)),
    delete: (key: string) => through(() => env.LINKS.delete(key)),
  } as KVNamespace
  return { kv, count }
}
