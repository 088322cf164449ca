import { type Cost, timed } from './cost'

/** The operations of KV that are used. */
export interface Kv {
  get(key: string): Promise<string | null>
  put(key: string, value: string, options: KVNamespacePutOptions): Promise<void>
}

/** KV, with the cost of each call recorded. */
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
