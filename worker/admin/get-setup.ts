import { CustomerPath } from '../../schema/wire/admin'
import { SetupQuery } from '../../schema/wire/admin-lists'
import { SetupDocument } from '../../schema/wire/setup-document'
import { type SetupKind, setupKinds } from '../domain/setup/kinds'
import { Refusal, refuse } from '../errors'
import { endpoint, success } from '../http/endpoint'
import { LIST_HEADERS, pageOf, rowsOf, showPage } from '../http/paging'
import { readSetup, type SetupEntry } from '../store/setup/read-setup'
import { enterCustomerScope } from './customer-scope'
import { CUSTOMER_7 } from './customer-state-record'

export const getSetup = endpoint(
  {
    method: 'GET',
    path: '/admin/customers/{clientId}/setup',
    operationId: 'getCustomerSetup',
    summary: "Returns a customer's records as setup documents.",
    description:
      'The response is the document that `PUT` takes. It has every field, also those that were not sent. A page has ' +
      '{PAGE_SIZE} records of all kinds together without `pageSize`. The records are in the order of the document, and in ' +
      'each list by id. If `X-Has-More` is true, send `X-Next-Cursor` as `cursor` for the next page. Each page is a ' +
      'document of its own. Sent with `PUT` in the same order, the pages create the same records. `quantityInHand` is the ' +
      'stock after all sales.',
    auth: 'admin',
    example: {
      name: 'Read',
      needs: CUSTOMER_7,
      params: { clientId: '7' },
      response: {
        properties: [
          {
            hotelid: 'AUR',
            name: 'Hotel Aurora',
            timeZone: 'Europe/Rome',
            fetchHotelKey: '',
            checkInTime: '15:00',
            checkOutTime: '11:00',
            address: { city: 'Como', country: 'IT' },
            position: { latitude: 45.81, longitude: 9.08 },
            phone: '+39031000000',
            whatsapp: '',
            email: 'desk@aurora.example',
            website: 'https://aurora.example',
            directions: '',
            houseInfo: [{ title: 'Breakfast', text: 'From 7:30 to 10:30' }],
            logoUrl: '',
            imagePath: 'https://aurora.example/lake.jpg',
            wifi: { network: 'Aurora guests', password: 'larch-and-lake' },
            look: { accent: '#8a2f4f', radius: 8 },
          },
        ],
        locations: [{ locationId: 1, name: 'Lake house' }],
        roomTypes: [{ roomTypeId: 1, hotelid: 'AUR', name: 'Double', description: '', maxOccupancy: 2 }],
        rooms: [
          { roomId: 1, roomTypeId: 1, locationId: 1, roomName: 'Larch', roomNo: '1', floorNo: '', isActive: true },
        ],
        ratePlans: [{ rateId: 1, hotelid: 'AUR', name: 'Bed and breakfast' }],
        activities: [{ activityId: 1, name: 'Rowing', scheduleType: 'Activity', capacity: 8 }],
        employees: [{ employeeId: 1, firstName: 'Carla', lastName: 'Rossi' }],
        resources: [{ resourceId: 1, name: 'Boat', resourceTypeId: 1 }],
        inventoryLocations: [{ inventoryLocationId: 1, name: 'Bar', description: '', isActive: true }],
        inventoryItems: [
          {
            inventoryId: 1,
            itemNumber: 'SKU-1',
            description: 'Water',
            size: '',
            color: '',
            productType: '',
            productImageType: '',
            productImageURL: '',
            cost: 0.5,
            price: 3.5,
            stock: [{ inventoryLocationId: 1, quantityInHand: 24 }],
          },
        ],
      },
    },
    params: CustomerPath,
    query: SetupQuery,
    response: SetupDocument,
    responseHeaders: LIST_HEADERS,
    errors: ['NOT_FOUND'],
  },
  async call => {
    const { clientId } = call.params
    const list = `setup ${clientId}`
    const page = await pageOf(call, list, call.query)
    if (page instanceof Refusal) return page

    const [kind, id] = (page.after ?? []) as [SetupKind?, (string | number)?]
    const after = kind === undefined || id === undefined ? undefined : { kind, id }
    const entered = await enterCustomerScope(call, clientId)
    const found = entered && (await readSetup(entered.db, entered.scope, { after, rows: rowsOf(page) }))
    if (!found) return refuse('NOT_FOUND', 'clientId: there is no such customer')

    const { shown, headers } = await showPage(call, list, page, {
      read: found,
      position: entry => [entry.kind, entry.id],
    })
    return success(documentOf(shown), { headers })
  },
)

const documentOf = (entries: readonly SetupEntry[]) =>
  Object.fromEntries(
    setupKinds.map(kind => [kind, entries.flatMap(entry => (entry.kind === kind ? [entry.record] : []))]),
  ) as unknown as SetupDocument
