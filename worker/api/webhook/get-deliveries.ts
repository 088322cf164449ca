import { Deliveries, type Delivery, DeliveryQuery } from '../../../schema/wire/webhook'
import { assembleDelivery } from '../../domain/webhook/delivery'
import { MAX_KEPT_ATTEMPTS } from '../../domain/webhook/schedule'
import { Refusal } from '../../errors'
import { endpoint, nothingFound, success } from '../../http/endpoint'
import { LIST_HEADERS, pageWithin, sequenceHeaders, sequenceOf } from '../../http/paging'
import { readDeliveries } from '../../store/webhook/deliveries'
import { requireWebhookKeys } from '../../webhooks/receiver-key'
import { noSuchEndpoint } from './endpoint-parts'

const DELIVERY: Delivery = {
  eventId: 'evt_mVgqQPSmFLvU0pK1E3nZ2g',
  sequence: 42,
  type: 'reservation.created',
  previousSequence: 41,
  reservationId: 1,
  status: 'pending',
  nextAttemptAt: '2026-11-22T08:30:05.400Z',
  attempts: [
    {
      at: '2026-11-22T08:30:00.200Z',
      durationMs: 120,
      httpStatus: 500,
      error: 'HTTP 500',
      response: 'Internal Server Error',
    },
  ],
}

export const getDeliveries = endpoint(
  {
    method: 'GET',
    path: '/api/Webhook/GetDeliveries',
    operationId: 'listWebhookDeliveries',
    summary: 'Lists what was sent to a webhook endpoint, in the order of the events.',
    description:
      'Each delivery shows its attempts and what the receiver responded. While `X-Has-More` is `true`, send `X-Next-Cursor`, the ' +
      'sequence of the last delivery of the page, as `afterSequence` or as `cursor`: both names mean the same.\n\n' +
      `Deliveries are kept for 90 days, the last ${MAX_KEPT_ATTEMPTS} attempts of each for 30.`,
    auth: 'events:read',
    query: DeliveryQuery,
    responseHeaders: {
      'X-Has-More': LIST_HEADERS['X-Has-More'],
      'X-Next-Cursor': LIST_HEADERS['X-Next-Cursor'],
    },
    response: Deliveries,
    example: {
      name: 'Failed',
      query: { endpointId: 1, status: 'failed' },
      response: [{ ...DELIVERY, status: 'failed', nextAttemptAt: null }],
    },
    moreExamples: [
      { name: 'From the start', query: { endpointId: 1, afterSequence: 0, pageSize: 50 }, response: [DELIVERY] },
      {
        name: 'Of one hour',
        query: { endpointId: 1, since: '2026-11-22T08:00:00Z', until: '2026-11-22T09:00:00Z' },
        response: [DELIVERY],
      },
    ],
    errors: ['NOT_FOUND', 'NOT_CONFIGURED'],
  },
  async ({ db, scope, settings, query }) => {
    const ring = await requireWebhookKeys(settings)
    if (ring instanceof Refusal) return ring
    const { endpointId, status, since, until, pageSize: size = settings.limits.PAGE_SIZE } = query
    const { after } = sequenceOf(query)
    const maxBytes = settings.limits.PAGE_BYTES
    const limit = { rows: size + 1, bytes: maxBytes }
    const deliveries = await readDeliveries(db, { scope, endpointId }, { after, status, since, until }, limit)
    if (!deliveries) return noSuchEndpoint()

    const page = pageWithin({ size, maxBytes }, deliveries)
    const headers = sequenceHeaders(page)
    return page.rows.length ? success(page.rows.map(assembleDelivery), { headers }) : nothingFound(headers)
  },
)
