import type { Invocation } from '../action.ts'
import { Administration } from './administration.ts'
import type { AuditList } from './types.ts'

interface AuditFlags extends Partial<Record<'act' | 'by' | 'since' | 'until', string>> {
  limit: number
}

/** Prints each page of the status: 20 databases. */
export async function status({ credentials, output }: Invocation<object>): Promise<void> {
  for await (const page of new Administration(credentials).pages({ path: '/status' })) output.value(page)
}

/** Sets the audience of a product. */
export async function putInterface({ args, credentials, output }: Invocation<object>): Promise<void> {
  const [product = '', audience = ''] = args
  const path = `/interfaces/${encodeURIComponent(product)}`
  output.value(await new Administration(credentials).request('PUT', path, { audience }))
}

export async function audit({ flags, credentials, output }: Invocation<AuditFlags>): Promise<void> {
  const { limit, act, by, since, until } = flags
  const query = { act, by, since, until }
  let left = limit
  for await (const { entries } of new Administration(credentials).pages<AuditList>({ path: '/audit', query })) {
    for (const entry of entries.slice(0, left)) {
      output.row(entry, [entry.at, entry.act, entry.subject, JSON.stringify(entry.details)])
    }
    left -= entries.length
    if (left <= 0) return
  }
}
