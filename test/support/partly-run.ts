/* Files that `npm test` runs in some projects only. The soak runs them in each. */

/** With two databases only: one database changes nothing in them that other files do not test. */
export const IN_TWO_DATABASES = [
  'admin/{access,api-keys,applications,audit,change-customer,customer-state,customers,delete-customer,erase-guest}',
  'admin/{export-customer,import-customer,lists,other-secrets}',
  'issuer/bearer',
  'partner-itinerary/lifecycle',
  'webhook/databases',
  '{log-reasons,seen}',
].map(files => `test/worker/${files}.test.ts`)

/** With one database only: `shards/guard` has what a second one can change in races. */
export const IN_ONE_DATABASE = ['test/worker/trials/races.test.ts']

/** In Node only: lists and writes are code on top of requests. */
export const IN_NODE = ['test/client/{lists,writes}.test.ts']
