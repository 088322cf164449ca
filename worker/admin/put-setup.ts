import { CustomerPath } from '../../schema/wire/admin'
import { Setup, SetupCounts } from '../../schema/wire/setup'
import { inUseErrors } from '../domain/setup/records-in-use'
import { setupIssues } from '../domain/setup/rules'
import { refuse, refuseAll } from '../errors'
import { endpoint, success } from '../http/endpoint'
import { readForSetup, writeSetup } from '../store/setup/setup'
import { auditEntry } from './audit-entry'
import { enterCustomerScope } from './customer-scope'

export const putSetup = endpoint(
  {
    method: 'PUT',
    path: '/admin/customers/{clientId}/setup',
    summary: "Declares a customer's records in one document, all or nothing.",
    description:
      'A record that is sent replaces the one with its id; records that are not sent stay. Answers the number of records per kind. ' +
      'A room type or a room with open reservations, a room type that a channel room is tied to and a rate plan that a channel rate ' +
      'plan is tied to cannot move to another hotel: 409 INVALID_TRANSITION, which names what is in the way.',
    auth: 'admin',
    example: {
      params: { clientId: 7 },
      body: {
        properties: [{ hotelid: 'AUR', name: 'Hotel Aurora', checkInTime: '15:00', checkOutTime: '11:00' }],
        locations: [{ locationId: 1, name: 'Lake house' }],
        roomTypes: [{ roomTypeId: 1, hotelid: 'AUR', name: 'Double', maxOccupancy: 2 }],
        rooms: [{ roomId: 1, roomTypeId: 1, locationId: 1, roomName: 'Larch', roomNo: '1' }],
        ratePlans: [{ rateId: 1, hotelid: 'AUR', name: 'Bed and breakfast' }],
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
    const written = await writeSetup(db, scope, setup, customer, auditEntry(call, 'setup.put', scope.customer, counts))
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
