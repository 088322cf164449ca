import { createHash } from 'node:crypto'
import { CommandError } from '../../tooling/command/command-error.ts'
import { namespacesPath } from './cloudflare-api.ts'
import type { ReleasedFiles } from './released-files.ts'
import type { Session } from './sign-in.ts'

/*
 * The archive of released files is a KV namespace of the account, which no Worker is bound to (docs/decisions/0009). Each
 * deployment adds its files before it uploads the Worker. So no rollback and no wrong address can lose one.
 */

export interface Archive {
  /** The title of the namespace. */
  title: string
  /** The namespace has no id if it does not exist yet. */
  id?: string
  files: ReleasedFiles
}

interface Namespace {
  id: string
  title: string
}

/** Reads all files of the archive. */
export async function readArchive({ api, accountId }: Session, worker: string): Promise<Archive> {
  const title = `${worker}-released`
  const namespaces = namespacesPath(accountId)
  const id = (await api.list<Namespace>(namespaces)).find(each => each.title === title)?.id
  if (!id) return { title, files: new Map() }
  const keys = await api.listByCursor<{ name: string }>(`${namespaces}/${id}/keys`)
  const values = await Promise.all(
    keys.map(async ({ name }) => {
      const value = await api.getText(`${namespaces}/${id}/values/${name}`)
      if (keyOf(value) !== name) throw new CommandError(`the value ${name} of the KV namespace ${title} was changed`)
      return value
    }),
  )
  const files = new Map(values.flatMap(value => Object.entries(JSON.parse(value) as Record<string, string>)))
  return { title, id, files }
}

/** Adds files to the archive, as one value with those that it lacks. Repeated, it writes the same key. */
export async function addToArchive({ api, accountId }: Session, archive: Archive, files: ReleasedFiles): Promise<void> {
  const missing = [...files].filter(([path]) => !archive.files.has(path)).sort()
  if (!missing.length) return
  const namespaces = namespacesPath(accountId)
  const id = archive.id ?? (await api.post<Namespace>(namespaces, { title: archive.title })).id
  const value = JSON.stringify(Object.fromEntries(missing))
  await api.putText(`${namespaces}/${id}/values/${keyOf(value)}`, value)
}

/** A key is the hash of its value: two deployments at the same time write different keys, and none replaces another's files. */
const keyOf = (value: string) => createHash('sha256').update(value).digest('hex')
