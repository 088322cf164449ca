import type * as z from 'zod'
import type * as admin from '../../../schema/wire/admin.ts'
import type * as lists from '../../../schema/wire/admin-lists.ts'
import type * as customerData from '../../../schema/wire/customer-data.ts'

/* What travels below `/admin`, from the contracts of the service. */

export type CustomerList = z.output<typeof lists.CustomerList>
export type CustomerState = z.input<typeof customerData.CustomerStateInput>['state']
export type ApplicationList = z.output<typeof admin.ApplicationList>
export type IssuedApplication = z.output<typeof admin.IssuedApplication>
export type IssuedSecret = z.output<typeof admin.IssuedSecret>
export type IssuedApiKey = z.output<typeof admin.IssuedApiKey>
export type ApiKeyList = z.output<typeof lists.ApiKeyList>
export type AuditList = z.output<typeof lists.AuditList>
