import { customer, tenancy } from '../../../schema/tables/control'
import type { RowOf } from '../../db/select-rows'

/** The state of a customer in one database: a row of table `tenancy`. */
export const tenancyColumns = { state: tenancy.tenancyState, progress: tenancy.progress, changedAt: tenancy.updatedAt }
export type Tenancy = RowOf<typeof tenancyColumns>

export const settingsColumns = { currency: customer.currency, timeZone: customer.timeZone }
