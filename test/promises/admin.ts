/** Promises about administration. An id is stable, and is not used again for another promise. */
export const ADMIN = {
  'ADMIN-1': 'Every administrative request needs `ADMIN_TOKEN`: 401 without it, 503 if none is configured.',
  'ADMIN-2':
    'Administrative responses are plain objects. Errors are `{errors: [{code, description}]}` with the statuses and codes of the API.',
  'ADMIN-3': '`PUT /admin/interfaces/{product}` sets the audience of a product.',
  'ADMIN-4': 'The product `innlet` always exists. Its audience is the setting `AUDIENCE`.',
  'ADMIN-5':
    '`PUT /admin/customers/{clientId}` creates or changes a customer: `name`, `currency`, `timeZone`, `logoUrl`, `imagePath`, `itineraryUrlTemplate`, `look`.',
  'ADMIN-6': 'The currency cannot change once amounts are stored in it.',
  'ADMIN-7':
    '`PUT /admin/customers/{clientId}/setup` takes all records of a customer in one document and returns the number of each kind.',
  'ADMIN-8': 'A setup stores every field of every kind of record, and refuses a field of another type.',
  'ADMIN-9': 'A setup is an idempotent upsert. Every key is optional.',
  'ADMIN-10':
    'Ids of a setup are unique within the customer. Errors are listed with their path, and a setup with an error changes nothing.',
  'ADMIN-11':
    'A room type, room or rate plan that is in use cannot move to another hotel: 409 INVALID_TRANSITION names what uses it. This holds also if both happen at the same time.',
  'ADMIN-12':
    'The capacity of an activity applies to each slot of date and start time. Without a capacity there is no limit.',
  'ADMIN-13': '`POST /admin/applications` registers an application. Only this response has its secret.',
  'ADMIN-14': '`GET /admin/applications` and `GET /admin/applications/{id}` never return the secret or its hash.',
  'ADMIN-15': '`GET /admin/applications` has pages, by cursor and by number: 200 rows without paging parameters.',
  'ADMIN-16': '`PATCH /admin/applications/{id}` changes status, permissions or expiry.',
  'ADMIN-17': '`POST /admin/applications/{id}/rotate-secret` returns a new secret. The old one stops working at once.',
  'ADMIN-18': '`POST /admin/api-keys` creates an API key. Only this response has it.',
  'ADMIN-19': '`DELETE /admin/api-keys/{id}` is 204. The key gets 401 from then on.',
  'ADMIN-20':
    "`POST /admin/customers/{clientId}/guests/{guestId}/erase` deletes all data of a guest. Reservations and amounts stay, and the guest's links stop working.",
  'ADMIN-21':
    '`POST /admin/customers/{clientId}/move` moves a customer to another database, one step for each request.',
  'ADMIN-22':
    'Every administrative act adds a row to the audit: time, act and subject, never a secret. An erasure does too.',
  'ADMIN-23':
    'A property of the setup has fields for guests: `address`, `position`, `phone`, `whatsapp`, `email`, `website`, `directions`, `houseInfo`, `logoUrl`, `imagePath`, `wifi`. An invalid value is refused with its field.',
  'ADMIN-24':
    'The product of an application must be one with a configured audience. Any other is 422, and the response lists those.',
  'ADMIN-40':
    'An `ADMIN_TOKEN` with a token of fewer than 32 characters, or with more than two tokens, is not configured: 503. The log names the setting, never its value.',
  'ADMIN-41':
    '`ADMIN_TOKEN` may have two tokens with white space between them, so that clients can change from one to the other.',
  'ADMIN-55':
    '`PATCH /admin/customers/{clientId}` changes the fields that are sent, and no other. `null` empties an optional field.',
  'ADMIN-50':
    '`GET /admin/customers` lists all customers with the database of each, in the order of their ids, in pages by cursor.',
  'ADMIN-51':
    '`GET /admin/customers/{clientId}/setup` returns the document that `PUT` takes. Each page is a document, and the pages sent in order create the same records.',
  'ADMIN-52': '`GET /admin/api-keys` lists the API keys in pages by cursor, revoked ones too, never a key or its hash.',
  'ADMIN-53':
    '`GET /admin/audit` lists the audit of all databases in pages by cursor: by database, newest first. `shard` selects one database.',
  'ADMIN-81':
    '`act`, `by`, `since` and `until` select entries of the audit. A page goes through at most 10,000 entries of a database.',
  'ADMIN-80':
    '`GET /admin/status` names a secret that can be used but is not the one of the stored data, with what no longer works and how many.',
  'ADMIN-54':
    '`GET /admin/status` shows secrets that are missing or cannot be used, customers, moves, the hourly run, and each database with its size, migrations and fetch queue. It is 200 also if databases fail.',
  'ADMIN-57':
    'A property of the setup and a customer may have a `look`. It is stored as it was sent. An invalid value is refused with its field, and `{}` counts as absent.',
  'ADMIN-58':
    'A colour of a `look` is judged against the surface it stands on, given or default, in each scheme that the theme admits. A contrast below 4.5 is refused. The description has the contrast and the nearest readable tone.',
  'ADMIN-60':
    '`GET /admin/customers/{clientId}` returns the customer as `PUT` takes it, with its state. An unknown one is 404.',
  'ADMIN-61':
    '`POST /admin/customers/{clientId}/guests/search` finds guests of one customer by e-mail, telephone or last name: the whole value, A–Z case and outer blanks aside, and a telephone number by its digits. The audit has `guest.search` without the values.',
  'ADMIN-62': 'A page of a search of guests reads at most 20,000 guests. It may be empty and have more after it.',
  'ADMIN-63':
    '`GET /admin/customers` has the times of the last booking, rates and sale of each customer. They outlive the log, an export, a move, and events that release 1.1.0 writes beside this one. A change, a link or an erasure is no booking.',
  'ADMIN-64':
    '`GET /admin/customers` has the number of webhook endpoints of each customer: enabled, failing, disabled.',
  'ADMIN-66':
    'docs/guest-data.md lists what an erasure leaves: each table that has a row of an erased guest, with the reason.',
  'ADMIN-67':
    '`lastUsedAt` of an application is when it got its first token of the latest day (UTC), that of an API key its first request of the day. One row is written a day, after the response.',
  'ADMIN-65':
    '`GET /admin/status` has the worst webhook endpoints, at most 20: those that fail and those that the service has disabled, with customer, host, failures, since when and why.',
}
