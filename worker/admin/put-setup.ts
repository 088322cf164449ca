import { CustomerPath } from '../../schema/wire/admin'
import { Setup, SetupCounts } from '../../schema/wire/setup'
import { setupFaults } from '../domain/setup-rules'
import { tieFaults } from '../domain/setup-ties'
import { refuse, refuseAll } from '../errors'
import { answer, endpoint } from '../http/endpoint'
import { readForSetup, writeSetup } from '../store/setup'
import { actOf } from './act'
import { atHome } from './at-home'

export const putSetup = endpoint(
  {
    method: 'PUT',
    path: '/admin/customers/{clientId}/setup',
    summary: "Declares a customer's records in one document, all or nothing.",
    description:
      'A record that is sent replaces the one with its id; records that are not sent stay. Answers the number of records per kind. ' +
      'A room type or a room with open reservations, a room type that a channel room is tied to and a rate plan that a channel rate ' +
      'plan is tied to cannot move to another hotel: 409 INVALID_TRANSITION, which names what is in the way.',
    needs: 'admin',
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
    content: SetupCounts,
    refuses: ['NOT_FOUND', 'INVALID_FIELD', 'UNKNOWN_REFERENCE', 'INVALID_TRANSITION'],
  },
  async call => {
    const scope = await atHome(call, call.params.clientId)
    const { db, body: setup } = call
    const customer = scope && (await readForSetup(db, scope, setup))
    if (!customer) return refuse('NOT_FOUND', 'clientId: there is no such customer')

    const refusal =
      refuseAll(setupFaults(setup, customer.known, customer.currency)) ?? refuseAll(tieFaults(setup, customer.ties))
    if (refusal) return refusal

    const counts = countsOf(setup)
    const written = await writeSetup(db, scope, setup, customer, actOf(call, 'setup.put', scope.customer, counts))
    if (written) return answer(counts)
    const since = await readForSetup(db, scope, setup)
    return (
      refuseAll(tieFaults(setup, since?.ties ?? [])) ??
      refuse('INVALID_TRANSITION', 'currency: it was changed meanwhile; send the document again')
    )
  },
)

const countsOf = (setup: Setup) =>
  Object.fromEntries(Object.entries(setup).map(([kind, records]) => [kind, records.length])) as {
    [Kind in keyof Setup]: number
  }
