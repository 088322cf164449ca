import type * as z from 'zod'
import type * as admin from '../../../schema/wire/admin.ts'
import type * as lists from '../../../schema/wire/admin-lists.ts'
import type * as adminStatus from '../../../schema/wire/admin-status.ts'
import type * as customerData from '../../../schema/wire/customer-data.ts'
import type * as guestSearch from '../../../schema/wire/guest-search.ts'
import type * as people from '../../../schema/wire/people.ts'
import type * as setup from '../../../schema/wire/setup.ts'

/* What travels below `/admin`, from the contracts of the service. */

export type Customer = z.output<typeof admin.CustomerDetails>
export type CustomerEntry = z.output<typeof lists.CustomerList>['customers'][number]
export type SettableState = z.input<typeof customerData.CustomerStateInput>['state']
export type CustomerState = z.output<typeof customerData.CustomerState>
export type Application = z.output<typeof admin.ApplicationList>['applications'][number]
export type IssuedApplication = z.output<typeof admin.IssuedApplication>
export type IssuedSecret = z.output<typeof admin.IssuedSecret>
export type IssuedApiKey = z.output<typeof admin.IssuedApiKey>
export type ApiKey = z.output<typeof lists.ApiKeyList>['apiKeys'][number]
export type Status = z.output<typeof adminStatus.Status>
export type AuditList = z.output<typeof lists.AuditList>
export type GuestList = z.output<typeof guestSearch.GuestList>
export type Person = z.output<typeof people.PersonList>['people'][number]
export type IssuedPin = z.output<typeof people.IssuedPin>
export type PersonSession = z.output<typeof people.SessionList>['sessions'][number]
export type Invitation = z.output<typeof people.Invitation>
export type Setup = z.input<typeof setup.Setup>
