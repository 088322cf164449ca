/** Promises about webhooks. An id is stable, and is not used again for another promise. */
export const WEBHOOK = {
  'WEBHOOK-1':
    'PostEndpoint makes an endpoint, and shows its secret or public key. The same request with the same identity has the same response.',
  'WEBHOOK-2':
    'A customer has at most 20 endpoints, also with requests at once. An id of an endpoint is not used again.',
  'WEBHOOK-3':
    'The address of an endpoint is https, at a public host name that is not the service’s own, with port 443 or one above 1023. Any other is 422 `url`, and nothing is changed.',
  'WEBHOOK-4': 'An address that was stored under other settings gets no request.',
  'WEBHOOK-5': 'A webhook is signed as Standard Webhooks says: v1 with the shared secret, v1a with Ed25519.',
  'WEBHOOK-6':
    'For 24 hours after a rotation the secret before signs too. A second rotation, also one at the same time, ends the oldest at once. No receiver misses an event.',
  'WEBHOOK-7': 'No secret of an endpoint is in a table or in the log.',
  'WEBHOOK-8': 'Each matching event is sent at least once, the first time right after its commit.',
  'WEBHOOK-9': 'Events of one reservation are sent in their order. Other events do not wait for them.',
  'WEBHOOK-10': '`previousSequence` is the latest earlier event of the types of the endpoint, since its start; else 0.',
  'WEBHOOK-11':
    'A failure is repeated after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 hours, each ± 10 %. Then the delivery is `failed`.',
  'WEBHOOK-12':
    'After three failures in a row only the oldest event of the endpoint is attempted. `Retry-After` of 429 and 503 delays the endpoint.',
  'WEBHOOK-13':
    '410, 72 hours without a success and a missing key disable an endpoint, and write `endpoint.disabled`. Enabled again, it goes on with events from then on.',
  'WEBHOOK-14':
    'At most 5 attempts are open at an endpoint, also if it is disabled and enabled or deleted and made again, and at most 5 requests in an invocation.',
  'WEBHOOK-15':
    'Two dispatchers never send the same attempt. A dispatcher that was killed is followed by another one after 30 seconds.',
  'WEBHOOK-16':
    'Replay sends any range that is kept again, behind live events, with the same id and `previousSequence`: the events of the types of the endpoint, and those that failed.',
  'WEBHOOK-17': 'GetDeliveries shows each attempt and its response. GetEndpoints shows what waits.',
  'WEBHOOK-18':
    'TestEndpoint sends a `ping` now. A redirect is a failure and is not followed. 4 kB of a response are read.',
  'WEBHOOK-19': 'Deliveries are kept for 90 days, and their attempts for 30.',
  'WEBHOOK-20':
    'A move to another database keeps endpoints and deliveries. Nothing is sent meanwhile, and nothing is lost.',
  'WEBHOOK-21': 'Another customer’s endpoint is 404. Without WEBHOOK_KEYS endpoints are 503, and the log goes on.',
  'WEBHOOK-22': '`identity` is null in attempts after the erasure of the guest.',
  'WEBHOOK-23':
    'The run of each minute asks up to 400 databases for what is due. Of more, it asks each within a minute for every 400.',
  'WEBHOOK-24': 'A dispatcher reads as many rows for each attempt, however many events wait for its endpoint.',
  'WEBHOOK-25':
    'The run of a minute sends what waits until the minute ends: what one dispatcher leaves, another one sends.',
  'WEBHOOK-26':
    'GetDeliveries lists an event at once, also at an endpoint that fails. Such an endpoint searches the log when 200 events wait, within a minute, or with its next attempt.',
  'WEBHOOK-27': 'A delivery keeps its last 20 attempts.',
  'WEBHOOK-28':
    'The erasure of a guest empties what receivers responded to the events of the guest’s reservations, also of attempts that are open or made later.',
  'WEBHOOK-29': 'The service receives no webhook: one that reaches it by any of its addresses is 404 and does nothing.',
  'WEBHOOK-30':
    'The log has one line for each change of the state of an endpoint: the first failure after a success, the third in a row, disabled by the service, and working again. Of the address it has the host only.',
  'WEBHOOK-31': '`since` and `until` select the deliveries of events from an instant on, and before one.',
  'WEBHOOK-50': 'A damaged row of one customer stops no webhook and no clean-up of another customer.',
}
