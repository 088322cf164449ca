/** Files that run with two databases only, but in the soak: one database changes nothing in them that other files do not test. */
export const IN_TWO_DATABASES = [
  'admin/{access,api-keys,applications,audit,change-customer,customer-state,customers,delete-customer,erase-guest}',
  'admin/{export-customer,import-customer,lists,other-secrets}',
  'issuer/bearer',
  'partner-itinerary/lifecycle',
  'webhook/databases',
  '{log-reasons,seen}',
].map(files => `test/worker/${files}.test.ts`)
