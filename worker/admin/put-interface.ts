import { Interface, InterfacePath, InterfaceRecord } from '../../schema/wire/admin'
import { OWN_PRODUCT } from '../auth/access-token'
import { refuse } from '../errors'
import { endpoint, success } from '../http/endpoint'
import { putInterface as store } from '../store/access/interface'
import { recordAct } from '../store/audit/audit'
import { auditEntry } from './audit-entry'

export const putInterface = endpoint(
  {
    method: 'PUT',
    path: '/admin/interfaces/{product}',
    operationId: 'putInterface',
    summary: 'Configures the audience of a product.',
    description:
      'Access tokens for this audience are issued to the applications of the product. One audience belongs to one product.',
    auth: 'admin',
    example: {
      params: { product: 'kiosk' },
      body: { audience: 'kiosk-api' },
      response: { product: 'kiosk', audience: 'kiosk-api' },
    },
    params: InterfacePath,
    body: Interface,
    response: InterfaceRecord,
    errors: ['IDENTITY_CONFLICT'],
  },
  async call => {
    const { product } = call.params
    const { audience } = call.body
    const act = auditEntry(call, 'interface.put', product, { audience })
    const isOwn = audience === call.settings.audience

    if (product === OWN_PRODUCT) {
      if (!isOwn) return refuse('IDENTITY_CONFLICT', 'audience: that of this product is the setting AUDIENCE')
      await recordAct(call.db, act)
      return success({ product, audience })
    }
    const written = !isOwn && (await store(call.db, product, audience, act))
    return written ? success({ product, audience }) : refuse('IDENTITY_CONFLICT', 'audience: it is another product’s')
  },
)
