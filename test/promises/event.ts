/** Promises about events. An id is stable, and is not used again for another promise. */
export const EVENT = {
  'EVENT-1':
    'Events of a customer have the sequences 1, 2, 3, … in the order of the commits, without a gap. A timestamp is never before that of an earlier event.',
  'EVENT-2':
    'The data of an event has the fields of its type. A list of more than 100 entries is left out, and `truncated` is true.',
  'EVENT-3':
    'Each change of a reservation, its account, a sale, a link or a guest’s erasure writes exactly the events of the table. `changed` names the parts that differ.',
  'EVENT-4': 'A request that changes nothing, or is refused, writes no event. Setup and the fetch queue write none.',
  'EVENT-5': 'An event has no name, contact or note of a guest.',
  'EVENT-6':
    'A message of UpdateCMConnect writes one `rates.updated` for each hotel of which a day changes, with the rooms and the range of days that it names.',
  'EVENT-7': 'GetEvents lists events oldest first, after `afterSequence`. `X-Has-More` says whether there are more.',
  'EVENT-8':
    'An `afterSequence` before the oldest kept event is 410 and names the oldest sequence. One above the newest is 422.',
  'EVENT-9': '`X-Newest-Sequence` is on every page, and on the 410 and 422 for `afterSequence`.',
  'EVENT-10': '`types` and `reservationId` filter the events. An unknown type is 422.',
  'EVENT-11':
    'Events are kept for 90 days, and the newest one of a customer for longer. No sequence is used twice, also after that.',
  'EVENT-12': 'An erasure empties `identity` in all events of the guest’s reservations, and later ones have none.',
  'EVENT-13': 'A move to another database keeps all events and continues their sequences.',
  'EVENT-14': 'A follower that is killed and resumes after the last stored sequence gets each event once.',
  'EVENT-15':
    'A page of GetEvents or GetDeliveries that has more after it sends its last sequence as `X-Next-Cursor`. `cursor` is another name of `afterSequence`.',
  'EVENT-36':
    'GetEvents tells in `by` who made the change: the client id, `key:` and the id of the API key, or `admin`. Null: the service itself, or release 1.1.0. Webhooks do not tell it.',
  'EVENT-37': 'The event of a reservation has the hotels of all its rooms in `hotelids`, sorted.',
  'EVENT-38': '`since` begins GetEvents with the first event from an instant on. It reads some rows of the log.',
}
