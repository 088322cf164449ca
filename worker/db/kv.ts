import { type Cost, timed } from './cost'

/** What of KV is used. */
export interface Kv {
  get(key: string): Promise<string | null>
  put(key: string, value: string, options: KVNamespacePutOptions): Promise<void>
}

/** KV as it is, that puts down what each call cost. */
export const meteredKv = (kv: Kv, cost: Cost): Kv => ({
  get(key) {
    cost.kvReads++
    return timed(cost, 'kvMs', kv.get(key))
  },
  put(key, value, options) {
    cost.kvWrites++
    return timed(cost, 'kvMs', kv.put(key, value, options))
  },
})
