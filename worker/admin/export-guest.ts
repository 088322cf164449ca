import { version } from '../../package.json'
import { GuestPath } from '../../schema/wire/admin'
import { EXPORT_VERSION, ExportQuery } from '../../schema/wire/customer-data'
import { refuseGuests, stateOf } from '../domain/customer/state'
import { decimalsOf } from '../domain/money'
import { Refusal, refuse } from '../errors'
import { endpoint } from '../http/endpoint'
import { recordGuestExport } from '../store/move/export'
import { guestTables } from '../store/move/export-tables'
import { versionOf } from '../store/move/move-schema'
import { auditEntry } from './audit-entry'
import { locateCustomer } from './customer-scope'
import { noSuchCustomer } from './customer-state-record'
import { EXPORT_HEADERS, exportPosition, exportResponse, firstPosition, knownSchema, NDJSON } from './export-pages'

export const exportGuest = endpoint(
  {
    method: 'GET',
    path: '/admin/customers/{clientId}/guests/{guestId}/export',
    operationId: 'getGuestExport',
    summary: "Returns everything that is stored of a guest, for the guest's request for access.",
    description:
      'The lines are those of the export of a customer: the guest, all reservations of the guest, and all rows that belong ' +
      "to them, without the columns of events with times of other guests' bookings. " +
      'The customer may be open. Each part is read at its own moment.',
    auth: 'admin',
    example: { params: { clientId: '1', guestId: '4' } },
    params: GuestPath,
    query: ExportQuery,
    contentType: NDJSON,
    responseHeaders: EXPORT_HEADERS,
    errors: ['NOT_FOUND', 'INVALID_FIELD', 'INVALID_TRANSITION'],
  },
  async call => {
    const { clientId, guestId } = call.params
    const list = `export ${clientId}/${guestId}`
    const from = await exportPosition(call, list, call.query.cursor)
    if (from instanceof Refusal) return from
    const customer = await locateCustomer(call, clientId)
    if (!customer) return noSuchCustomer()
    const { scope, control, db } = customer
    const refusal = refuseGuests(stateOf(customer), 'exported')
    if (refusal) return refusal
    const schema = await knownSchema(db, scope.shard)
    if (schema instanceof Refusal) return schema

    const source = { scope, control, db, tables: guestTables(schema, scope, guestId) }
    if (from) return exportResponse(call, list, source, { from })
    const act = auditEntry(call, 'guest.export', `${clientId}/${guestId}`)
    const currency = await recordGuestExport(db, scope, guestId, act)
    if (currency === undefined) return refuse('NOT_FOUND', 'guestId: there is no such guest of this customer')
    const header = JSON.stringify({
      innlet: 'guest',
      version: EXPORT_VERSION,
      release: version,
      migration: versionOf(schema),
      customer: clientId,
      guest: guestId,
      currency,
      decimals: decimalsOf(currency),
      exportedAt: new Date(call.now).toISOString(),
    })
    return exportResponse(call, list, source, { from: firstPosition(source, 0), header })
  },
)
