import { refuse } from '../errors'
import type { Application } from '../store/access/application'

export const utc = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString())

/** An application as administrators read it. Its secret is not part of it: only a hash is stored. */
export const applicationRecord = (row: Application) => ({
  clientId: row.clientId,
  name: row.applicationName,
  customerId: row.customerId,
  product: row.product,
  permissions: row.permissions,
  status: row.applicationStatus,
  expiresAt: utc(row.expiresAt),
  lastUsedAt: utc(row.lastUsedAt),
  createdAt: new Date(row.createdAt).toISOString(),
})

/** An application in the examples of the reference. */
export const APPLICATION_EXAMPLE = {
  clientId: 'app_4246161341be4a4ebfcc7f07add17025',
  name: 'Channel manager',
  customerId: 1,
  product: 'innlet',
  permissions: ['rates:write'],
  status: 'active' as const,
  expiresAt: null,
  lastUsedAt: '2026-11-24T06:00:12.000Z',
  createdAt: '2026-11-22T08:30:00.000Z',
}

/** The name of a list for its cursors: one of a manager does not continue the list of another customer. */
export const listOf = (list: string, manager: number | undefined) =>
  manager === undefined ? list : `${list} ${manager}`

export const noSuchApplication = () => refuse('NOT_FOUND', 'id: there is no such application')
