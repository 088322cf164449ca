import { CustomerPath } from '../../schema/wire/admin'
import { Setup, SetupCounts } from '../../schema/wire/setup'
import { inUseErrors } from '../domain/setup/records-in-use'
import { setupIssues } from '../domain/setup/rules'
import { refuse, refuseAll } from '../errors'
import { endpoint, success } from '../http/endpoint'
import { readForSetup, writeSetup } from '../store/setup/setup'
import { auditEntry } from './audit-entry'
import { enterCustomerScope } from './customer-scope'
import { CUSTOMER_7 } from './customer-state-record'

export const putSetup = endpoint(
  {
    method: 'PUT',
    path: '/admin/customers/{clientId}/setup',
    operationId: 'putCustomerSetup',
    summary: "Creates or replaces a customer's records in one document.",
    description:
      'The whole document is stored, or nothing. A record that is sent replaces the record with its id; other records ' +
      'stay. The response has the number of records of each kind.\n\n' +
      'Some records cannot move to another hotel: a room type or a room with open reservations, a room type that is linked ' +
      'to a channel room, and a rate plan that is linked to a channel rate plan. The response is then 409 ' +
      '`INVALID_TRANSITION` and names what uses the record.',
    auth: 'admin',
    example: {
      name: 'Declare',
      needs: CUSTOMER_7,
      params: { clientId: '7' },
      body: {
        properties: [{ hotelid: 'AUR', name: 'Hotel Aurora', checkInTime: '15:00', checkOutTime: '11:00' }],
        locations: [{ locationId: 1, name: 'Lake house' }],
        roomTypes: [{ roomTypeId: 1, hotelid: 'AUR', name: 'Double', maxOccupancy: 2 }],
        rooms: [{ roomId: 1, roomTypeId: 1, locationId: 1, roomName: 'Larch', roomNo: '1' }],
        ratePlans: [{ rateId: 1, hotelid: 'AUR', name: 'Bed and breakfast' }],
      },
      response: {
        properties: 1,
        locations: 1,
        roomTypes: 1,
        rooms: 1,
        ratePlans: 1,
        activities: 0,
        employees: 0,
        resources: 0,
        inventoryLocations: 0,
        inventoryItems: 0,
      },
    },
    params: CustomerPath,
    body: Setup,
    response: SetupCounts,
    errors: ['NOT_FOUND', 'INVALID_FIELD', 'UNKNOWN_REFERENCE', 'INVALID_TRANSITION'],
  },
  async call => {
    const { params, body: setup } = call
    const entered = await enterCustomerScope(call, params.clientId)
    const customer = entered && (await readForSetup(entered.db, entered.scope, setup))
    if (!customer) return refuse('NOT_FOUND', 'clientId: there is no such customer')

    const refusal =
      refuseAll(setupIssues(setup, customer.known, customer.currency)) ?? refuseAll(inUseErrors(setup, customer.ties))
    if (refusal) return refusal

    const { scope, db } = entered
    const counts = countsOf(setup)
    const written = await writeSetup(db, scope, setup, {
      defaults: customer,
      act: auditEntry(call, 'setup.put', scope.customer, counts),
    })
    if (written) return success(counts, { bookmark: db.bookmark })
    // Another request changed what the document was validated against.
    const current = await readForSetup(db, scope, setup)
    return (
      refuseAll(inUseErrors(setup, current?.ties ?? [])) ??
      refuse('INVALID_TRANSITION', 'currency: it was changed meanwhile; send the document again')
    )
  },
)

const countsOf = (setup: Setup) =>
  Object.fromEntries(Object.entries(setup).map(([kind, records]) => [kind, records.length])) as {
    [Kind in keyof Setup]: number
  }
