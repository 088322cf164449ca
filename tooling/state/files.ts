import { createHash, createHmac } from 'node:crypto'
import { join } from 'node:path'
import { LOCAL_IDS, localDatabases } from './databases.ts'

/** Durable Objects of the runtime, with which it simulates D1 and KV. Each is an SQLite file. */
const D1_OBJECT = 'miniflare-D1DatabaseObject'
const KV_OBJECT = 'miniflare-KVNamespaceObject'

/** The folder of the runtime in a state folder. */
export const persistenceFolder = (state: string) => join(state, 'v3')

/** The file of the database that is bound under a name. */
export function databaseFile(state: string, vars: Record<string, string>, binding: string): string {
  const { id } = { ...LOCAL_IDS.d1, ...localDatabases(vars) }[binding] ?? { id: '' }
  return d1File(persistenceFolder(state), id)
}

/** The file of the D1 database with an id, in a folder of the runtime. */
export const d1File = (folder: string, id: string) => join(folder, 'd1', D1_OBJECT, fileNameOf(D1_OBJECT, id))

/** The file with the links that were revoked. */
export const linksFile = (state: string) =>
  join(persistenceFolder(state), 'kv', KV_OBJECT, fileNameOf(KV_OBJECT, LOCAL_IDS.kv.LINKS.id))

/** The name of a file of the runtime: the id of a Durable Object by its name, as workerd derives it. */
function fileNameOf(namespace: string, name: string): string {
  const key = createHash('sha256').update(namespace).digest()
  const hmac = (data: Buffer | string) => createHmac('sha256', key).update(data).digest().subarray(0, 16)
  const id = hmac(name)
  return `${Buffer.concat([id, hmac(id)]).toString('hex')}.sqlite`
}
