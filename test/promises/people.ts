/** Promises about people and their sign-in. An id is stable, and is not used again for another promise. */
export const PEOPLE = {
  'PEOPLE-1': 'A one-time link makes a passkey for a person, and signs the person in.',
  'PEOPLE-2': 'A passkey signs a person in. Keys of ES256 and of RS256 work, with every valid signature.',
  'PEOPLE-3': 'The link of a desk opens a session without a passkey.',
  'PEOPLE-4':
    'A link works once, 15 minutes for a person and 24 hours for a desk. An unknown, used or expired one is 404.',
  'PEOPLE-5': 'Of two who use one link at once, one gets in.',
  'PEOPLE-6': 'An answer to a challenge works once, within 5 minutes.',
  'PEOPLE-7':
    'A passkey of another origin or host, without verification of the user, from a frame, or with changed data is 401 INVALID_CREDENTIAL.',
  'PEOPLE-8': 'The calls of the console take `application/json` from a page of the own origin only: others are 403.',
  'PEOPLE-9': 'The cookie is `__Host-innlet`, Secure, HttpOnly and SameSite=Strict. `/api` and `/admin` never read it.',
  'PEOPLE-10': 'Each sign-in makes a new session and ends the one whose cookie came with it.',
  'PEOPLE-11':
    'A session ends 12 hours after the last act of a person, and after 7 days. That of a desk ends after 14 and 90 days.',
  'PEOPLE-12': 'Only `/console/token` with `active: true` counts as an act, and at most one an hour is written.',
  'PEOPLE-13': 'After a sign-out, here or everywhere, the cookie opens nothing.',
  'PEOPLE-14': 'The token of a person lives 5 minutes and has the permissions of the role.',
  'PEOPLE-15':
    'Without a customer an owner gets a token for administration alone, and anyone else one for the only customer, or none.',
  'PEOPLE-16': 'A customer that is closed, unknown or without a role of the person is 403.',
  'PEOPLE-17': 'A token without a customer is 401 under /api, whatever its permission.',
  'PEOPLE-18':
    'The token of an owner opens what `ADMIN_TOKEN` opens, also where none is configured. That of an application opens nothing of it.',
  'PEOPLE-19': '/admin needs a sign-in of the last 15 minutes: 403 REAUTHENTICATION_REQUIRED.',
  'PEOPLE-20': '`POST /admin/people` invites a person or a desk. Only this response has the link.',
  'PEOPLE-21': '`GET /admin/people` lists people with roles and passkeys, by cursor.',
  'PEOPLE-22': '`PUT /admin/people/{personId}` changes name and roles. A role that is taken away ends with the token.',
  'PEOPLE-23': '`DELETE /admin/people/{personId}` ends passkeys, sessions and links.',
  'PEOPLE-24': '`POST /admin/people/{personId}/invitations` makes a new link, which ends the one before.',
  'PEOPLE-25': 'The last owner stays: 409.',
  'PEOPLE-26': 'Customer 0 is for owners alone; a desk has one role `frontdesk`: otherwise 422.',
  'PEOPLE-27':
    'A manager sees and changes people whose roles are all of the own customer, and gives no role above the own or elsewhere.',
  'PEOPLE-28': 'The audit tells who acted: `admin`, or `person:` and an id.',
  'PEOPLE-29': 'What a person changes has `person:` and the id as author in the events, and as `sub` in the log.',
  'PEOPLE-30': 'Deleting a customer deletes its roles and desks, and waits until every token of a person has ended.',
  'PEOPLE-31': 'The hourly run deletes sessions, links and challenges that have ended.',
  'PEOPLE-32': 'Each contract opens to the roles that the documentation names, and to nobody else.',
  'PEOPLE-33': 'Secrets of sessions and links are stored as hashes only.',
  'PEOPLE-34': '`npm run restore` deletes sessions, links and challenges: what was ended stays so.',
  'PEOPLE-35': 'Without `PUBLIC_URL` people sign in at localhost only; elsewhere the calls are 503.',
  'PEOPLE-36':
    '`innlet admin person` invites, lists, links and removes people, gives PINs, and lists and ends sessions.',
  'PEOPLE-37': '`npm start` prints the link of the first owner until an owner has joined.',
  'PEOPLE-40':
    'A person has a PIN of six random digits, which one response tells and the service stores as an HMAC. A desk has none: 422.',
  'PEOPLE-41':
    'A desk whose customer has nobody with a PIN has a token at once. Any other has none until a name unlocks it.',
  'PEOPLE-42':
    'Who unlocks a desk is the author of what is done there, in events and in the log, with the permissions of the desk alone.',
  'PEOPLE-43': 'A PIN opens only the desks of a customer at which the person has a role, with the cookie of the desk.',
  'PEOPLE-44': 'Five wrong PINs in a row lock a name until it has a new one, however many come at once.',
  'PEOPLE-45':
    'A desk is locked by /console/lock, 10 minutes after the last act, and when the person, the role or the PIN is changed.',
  'PEOPLE-46': 'A manager sees the sessions of a person or a desk, and ends them all.',
  'PEOPLE-47':
    'Where `ACCESS_TEAM` and `ACCESS_AUD` are set, an assertion of Cloudflare Access signs the person in whose e-mail address it names, as of its own sign-in.',
  'PEOPLE-48':
    'An assertion of another key, team or application, one that has expired, of a service token or of nobody is 401, and so is any without both settings.',
  'PEOPLE-49': 'The e-mail address of a person is kept in lower case, belongs to nobody else, and to no desk.',
  'PEOPLE-80':
    'A manager has the applications and API keys of the own customer. Lists hold no others, and the id of another is 404.',
  'PEOPLE-81': 'A manager makes no credential for another customer, and grants no permission beyond the own.',
} as const
