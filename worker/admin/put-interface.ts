import { Interface, InterfacePath, InterfaceRecord } from '../../schema/wire/admin'
import { OWN_PRODUCT } from '../domain/products'
import { refuse } from '../errors'
import { answer, endpoint } from '../http/endpoint'
import { putInterface as store } from '../store/interface'
import { actOf } from './act'

const TAKEN = 'it belongs to another product'

export const putInterface = endpoint(
  {
    method: 'PUT',
    path: '/admin/interfaces/{product}',
    summary: 'Configures the audience of a product.',
    needs: 'admin',
    params: InterfacePath,
    body: Interface,
    content: InterfaceRecord,
    refuses: ['IDENTITY_CONFLICT'],
  },
  async call => {
    const { product } = call.params
    const { audience } = call.body
    if ((product === OWN_PRODUCT) !== (audience === call.settings.audience)) {
      const reason = product === OWN_PRODUCT ? 'this product has the audience of the setting AUDIENCE' : TAKEN
      return refuse('IDENTITY_CONFLICT', `audience: ${reason}`)
    }
    const written = await store(call.db, product, audience, actOf(call, 'interface.put', product, { audience }))
    return written ? answer({ product, audience }) : refuse('IDENTITY_CONFLICT', `audience: ${TAKEN}`)
  },
)
