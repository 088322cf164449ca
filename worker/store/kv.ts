import { type Cost, clocked } from './cost'

/** What of KV is used. */
export interface Kv {
  get(key: string): Promise<string | null>
  put(key: string, value: string, options: KVNamespacePutOptions): Promise<void>
}

/** KV as it is, that puts down what each call cost. */
export const countedKv = (kv: Kv, cost: Cost): Kv => ({
  get(key) {
    cost.kvReads++
    return clocked(cost, 'kvMs', kv.get(key))
  },
  put(key, value, options) {
    cost.kvWrites++
    return clocked(cost, 'kvMs', kv.put(key, value, options))
  },
})
