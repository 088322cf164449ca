import type { Application } from '../store/application'

const utc = (instant: number) => new Date(instant).toISOString()

/** An application as administrators read it; without its secret, of which only a hash is kept. */
export const applicationRecord = (row: Application) => ({
  clientId: row.clientId,
  name: row.applicationName,
  customerId: row.customerId,
  product: row.product,
  permissions: row.permissions,
  status: row.applicationStatus,
  expiresAt: row.expiresAt === null ? null : utc(row.expiresAt),
  createdAt: utc(row.createdAt),
})
