import { ClosureQuery, Closures } from '../../../schema/wire/room-nights'
import { lastListedDay } from '../../domain/reservation/room-nights'
import { Refusal } from '../../errors'
import { endpoint } from '../../http/endpoint'
import { LIST_HEADERS, listSuccess, pageOf, positionRangeOf } from '../../http/paging'
import { readClosures } from '../../store/closure/closure'

const LIST = 'closures'

export const getClosures = endpoint(
  {
    method: 'GET',
    path: '/api/Reservation/GetClosures',
    operationId: 'getClosures',
    summary: 'Lists the closures of rooms on some nights.',
    description:
      'These are the closures that have one of the nights, in the order of their first night. What `OpenRoom` has ended is not ' +
      'among them.',
    auth: 'reservations:read',
    allowReplica: true,
    query: ClosureQuery,
    response: Closures,
    responseHeaders: LIST_HEADERS,
    example: {
      query: { from: '2027-11-01' },
      response: [
        {
          closureId: 2,
          roomId: 104,
          hotelid: 'QDM',
          fromDate: '2027-11-02',
          toDate: '2027-11-05',
          reason: 'The bathroom is repaired.',
          createdAt: '2026-11-27T09:30:00.000Z',
        },
      ],
    },
  },
  async call => {
    const { from, to, roomID: roomId, ...paging } = call.query
    const page = await pageOf(call, LIST, paging)
    if (page instanceof Refusal) return page
    const [fromDate = '', closureId = 0] = (page.after ?? []) as [string?, number?]
    const closures = await readClosures(
      call.db,
      call.scope,
      { from, to: lastListedDay({ from, to }), roomId },
      { ...positionRangeOf(page), after: { fromDate, closureId } },
    )
    return listSuccess(call, LIST, page, {
      read: closures,
      position: closure => [closure.fromDate, closure.closureId],
      element: ({ createdAt, ...closure }) => ({ ...closure, createdAt: new Date(createdAt).toISOString() }),
    })
  },
)
