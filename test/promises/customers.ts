/** Promises about customers as a whole. An id is stable, and is not used again for another promise. */
export const CUSTOMERS = {
  'CUSTOMER-1':
    'When a customer is closed, its tokens, API keys, links and postings are refused at once. Nothing is deleted, and no other customer changes.',
  'CUSTOMER-2': 'A closed customer that is opened is served as before.',
  'CUSTOMER-3': 'A read-only customer can be read. Its writes are 503 with `Retry-After`.',
  'CUSTOMER-4':
    'A change of the state is in the audit. An interrupted change leaves the customer as it was or closed, and the same request completes it.',
  'CUSTOMER-5':
    'A customer can be deleted when it was closed for as long as an access token lives. Before that, 409 names the time.',
  'CUSTOMER-6':
    'A deletion leaves no row and no credential of the customer, and changes no other customer. An interrupted deletion continues, and cannot be undone.',
  'CUSTOMER-7': 'The id of a deleted customer is not given to another customer.',
  'CUSTOMER-8':
    'A customer that was exported and imported in another installation is served byte for byte the same: reservations, links, calendars, messages. Its ids and counts continue.',
  'CUSTOMER-9':
    'An export has no secret and no hash of one. Links live in the other installation if it has the same `LINK_KEYS`. Applications and API keys are created anew.',
  'CUSTOMER-10': 'An imported customer is served when all of it has arrived, and not before.',
  'CUSTOMER-11': 'Whatever fails during an import, the import can continue, and no row is lost or stored twice.',
  'CUSTOMER-12': 'An import needs an id that is free, and changes no other customer.',
  'CUSTOMER-13': 'An import can be given up.',
  'CUSTOMER-14': 'A file that was changed or cut is refused.',
  'CUSTOMER-15':
    'An import refuses a table, a column or a migration that this release does not know. A column that the file lacks has its default.',
  'CUSTOMER-16': 'An export has every column of every row of a customer, and nothing of another customer.',
  'CUSTOMER-17': 'No row changes between two parts of an export.',
  'CUSTOMER-18': "A guest's export has all rows of one guest, and none of another guest.",
  'CUSTOMER-19':
    '`npm run export-customer`, `import-customer` and `delete-customer` continue after an interruption, and leave an exported customer as it was.',
  'CUSTOMER-37':
    'A customer that an export has made read-only says so. The same export, killed and run again, opens it. An administrator who sets the state meanwhile keeps it.',
  'CUSTOMER-38':
    'The last response of an import names each guest of the customer whom this installation has erased since the file was written.',
  'CUSTOMER-39':
    'The list of customers has the state of each, and since when: read-only, being moved, imported or deleted too.',
  'CUSTOMER-31':
    'A customer that was deleted and imported again gives no id, sequence or secret that it gave before the deletion.',
  'CUSTOMER-30':
    'Each value of an import meets the rules of the API. Otherwise the response is 422 with its line and column, and nothing of the request is stored. All that the service stored is accepted.',
  'CUSTOMER-52':
    'The numbers of a new customer begin at 1, also after a restore, and after an import of another customer.',
}
