import { expect, it } from 'vitest'
import { callsOf, exportedFunctions, nodesIn, parseFiles } from './support/syntax.ts'

/** Files of the store whose rows belong to no customer or to all customers, each with the reason. */
const UNSCOPED: Readonly<Record<string, string>> = {
  'store/access/api-key': 'finds the customer of a key',
  'store/access/application': 'finds the customer of a client id; the administrator lists all',
  'store/access/interface': 'products and their audiences',
  'store/access/unknown-customer': 'whether a customer exists',
  'store/audit/audit': 'what the administrator did',
  'store/upkeep/clean-up': 'removes old rows of every customer',
  'store/upkeep/clean-up-calendar': 'removes past days of every customer',
  'store/upkeep/clean-up-visits': 'visits to databases, not their rows',
  'store/customer/customer': 'the customers themselves',
  'store/move/deletion': 'a located customer has its scope',
  'store/move/export': 'the source of an export has the scope of the customer',
  'store/move/export-tables': 'tables of an export, not their rows',
  'store/move/import': 'the target of an import has the scope of the customer',
  'store/customer/state': 'a located customer has its scope',
  'store/upkeep/ended-holds': 'finds the holds of every customer that have ended',
  'store/upkeep/health': 'whether a database answers; reads no row of a customer',
  'store/people/managed': 'people may have several customers; the manager stands in place of a scope',
  'store/people/people': 'the same',
  'store/people/sign-ins': 'the same',
  'store/people/unlock': 'a session, by its hash, and the people of the customer of its desk',
  'store/people/sessions': 'people before they have a token: hashes of secrets, which cannot be guessed',
  'store/customer/list-customers': 'the customers themselves, for the administrator',
  'store/move/move': 'a move has the scope of the customer that it moves',
  'store/move/move-schema': 'tables of a database, not their rows',
  'store/upkeep/status': 'sums over all customers of a database, for the operator',
  'store/webhook/due': 'finds the endpoints of every customer that are due',
  'store/itinerary/link-revocation': 'ids of links, which cannot be guessed',
}

/** Functions that return parts of statements. The statement around a part has the scope. */
const PARTS = [
  'allHotelQueues',
  'checksumOf',
  'fromPlanMonths',
  'fromRoomDays',
  'heldRoomColumns',
  'holdUntilOf',
  'isFull',
  'isNotUsedSince',
  'isOfManager',
  'isSoldPlan',
  'isUnfinished',
  'insertLinesOf',
  'insertSaleOf',
  'liveLeases',
  'matchesTypes',
  'mayBeSought',
  'mayBeText',
  'endpointOf',
  'textOf',
  'keyUseOf',
  'movedPage',
  'newEventId',
  'restrictionsOf',
  'selectRecordsInUse',
  'sentCalendar',
  'sentDays',
  'sentMonths',
  'writePage',
]

/** Files that verify that a caller may act for a customer. */
const PROVERS = [
  'worker/admin/customer-scope.ts',
  'worker/admin/move-customer.ts',
  'worker/auth/authenticate.ts',
  'worker/auth/link-token.ts',
  // The database says which customers it serves.
  'worker/ended-holds.ts',
  'worker/webhook-dispatcher.ts',
]

/** Whether a part of a file names one of these types. */
const names = (part: unknown, ...types: string[]) =>
  nodesIn(part, 'TSTypeReference').some(({ typeName }) => types.includes(String((typeName as { name?: string }).name)))
const namesScope = (part: unknown) => names(part, 'Scope')
/** A webhook endpoint has the scope of its customer, and so have a reservation and a closure that are written. Parts may have a placeholder. */
const takesScope = (params: unknown) =>
  names(
    params,
    'Scope',
    'WebhookEndpointRef',
    'Owner',
    'Author',
    'WrittenReservation',
    'BoundReservation',
    'NightHolder',
    'BoundHolder',
  )

const files = parseFiles('worker/**/*.ts')

/** The exported functions of the store that take no scope. */
const unscoped = files
  .filter(([file]) => file.startsWith('worker/store/'))
  .flatMap(([file, tree]) =>
    exportedFunctions(tree).map(each => ({ ...each, file: file.slice('worker/'.length, -'.ts'.length) })),
  )
  .filter(({ params }) => !takesScope(params))
const isException = ({ file, name }: { file: string; name: string }) => file in UNSCOPED || PARTS.includes(name)

it('no function of the store can be called without the scope of a customer [TRIAL-1]', () => {
  expect(unscoped.filter(each => !isException(each)).map(({ file, name }) => `${file} ${name}`)).toEqual([])
})

it('no exception is listed that the store does not need', () => {
  expect(Object.keys(UNSCOPED).filter(file => !unscoped.some(each => each.file === file))).toEqual([])
  const parts = unscoped.filter(({ file }) => !(file in UNSCOPED)).map(({ name }) => name)
  expect(PARTS.filter(name => !parts.includes(name))).toEqual([])
})

it('only authentication, a verified link and administration make a scope [TRIAL-1]', () => {
  const makers = files.filter(([, tree]) => callsOf(tree, 'scopeOf').length)
  expect(makers.map(([file]) => file).sort()).toEqual(PROVERS)
  const casts = files.filter(([, tree]) =>
    nodesIn(tree, 'TSAsExpression').some(({ typeAnnotation }) => namesScope(typeAnnotation)),
  )
  expect(casts.map(([file]) => file).sort()).toEqual(['worker/db/scope.ts', 'worker/http/serve.ts'])
})
