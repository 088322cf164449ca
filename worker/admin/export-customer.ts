import { version } from '../../package.json'
import { CustomerPath } from '../../schema/wire/admin'
import { EXPORT_VERSION, ExportQuery } from '../../schema/wire/customer-data'
import { refuseExport, stateOf } from '../domain/customer/state'
import { Refusal } from '../errors'
import { endpoint } from '../http/endpoint'
import { recordAct } from '../store/audit/audit'
import { countExported } from '../store/move/export'
import { customerTables } from '../store/move/export-tables'
import { versionOf } from '../store/move/move-schema'
import { auditEntry } from './audit-entry'
import { locateCustomer } from './customer-scope'
import { noSuchCustomer } from './customer-state-record'
import { EXPORT_HEADERS, exportPosition, exportResponse, firstPosition, knownSchema, NDJSON } from './export-pages'

export const exportCustomer = endpoint(
  {
    method: 'GET',
    path: '/admin/customers/{clientId}/export',
    operationId: 'getCustomerExport',
    summary: 'Returns everything that is stored of a customer, as lines of JSON.',
    description:
      'The customer must be read-only or closed, so that no row changes between two parts. While `X-Has-More` is `true`, ' +
      'send `X-Next-Cursor` as `cursor`. `npm run export-customer` does that. The last line has the number of rows and a ' +
      'checksum. Applications and API keys are included without the hashes of their secrets.',
    auth: 'admin',
    example: {
      name: 'Export',
      needs: 'A customer that is read-only or closed: send the samples of `putCustomer` and `putCustomerState`.',
      params: { clientId: '7' },
    },
    params: CustomerPath,
    query: ExportQuery,
    contentType: NDJSON,
    responseHeaders: EXPORT_HEADERS,
    errors: ['NOT_FOUND', 'INVALID_FIELD', 'INVALID_TRANSITION'],
  },
  async call => {
    const { clientId } = call.params
    const list = `export ${clientId}`
    const from = await exportPosition(call, list, call.query.cursor)
    if (from instanceof Refusal) return from
    const customer = await locateCustomer(call, clientId)
    if (!customer) return noSuchCustomer()
    const { scope, control, db, tenancy } = customer
    const refusal = refuseExport(stateOf(customer))
    if (refusal) return refusal
    const schema = await knownSchema(db, scope.shard)
    if (schema instanceof Refusal) return schema

    const source = { scope, control, db, tables: customerTables(schema) }
    if (from) return exportResponse(call, list, source, { from })
    const rows = await countExported(source)
    await recordAct(db, auditEntry(call, 'customer.export', clientId))
    const header = JSON.stringify({
      innlet: 'customer',
      version: EXPORT_VERSION,
      release: version,
      migration: versionOf(schema),
      customer: clientId,
      exportedAt: new Date(call.now).toISOString(),
      rows,
    })
    return exportResponse(call, list, source, {
      from: firstPosition(source, tenancy.changedAt),
      header,
      isEmpty: table => rows[table] === 0,
    })
  },
)
