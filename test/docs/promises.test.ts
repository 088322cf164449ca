import { describe, expect, it } from 'vitest'
import { endpoints } from '../../worker/endpoints'
import { ERRORS } from '../../worker/errors'
import { AREAS } from '../promises/areas'
import { catalog } from '../promises/catalog'
import {
  idsIn,
  mergeProofs,
  parsePromises,
  proofsOf,
  renderPromises,
  withoutProof,
  withUnknownId,
} from '../promises/proofs'

const areas = [
  { title: 'Bookings', promises: { 'BOOKING-1': 'A booking is stored.', 'BOOKING-2': 'A room is booked once.' } },
  { title: 'Codes', promises: { NOT_FOUND: '404: There is no such record.' } },
]
const tests = [
  { file: 'worker/new', name: 'a booking is stored [BOOKING-1] [NOT_FOUND]' },
  { file: 'worker/new', name: 'another is stored [BOOKING-1]' },
  { file: 'e2e/race', name: 'a room is booked once [BOOKING-2]' },
]

it.each([
  [
    'of promises and error codes',
    'a booking [BOOKING-12] [RATE_LIMITED] [OVERLOADED]',
    ['BOOKING-12', 'RATE_LIMITED', 'OVERLOADED'],
  ],
  ['of operations', '[GET /api/Fetch/health] is served', ['GET /api/Fetch/health']],
  ['and no other text in brackets', 'of [1] and [a] and rooms[0] and []', []],
])('the ids in the name of a test are those %s', (_, name, ids) => {
  expect(idsIn(name)).toEqual(ids)
})

describe('the proofs of a run', () => {
  it('are the numbers of tests by promise and file; a test that runs in two projects counts once', () => {
    const twice = [...tests, ...tests]
    expect(proofsOf(twice)).toEqual(
      new Map([
        ['BOOKING-1', new Map([['worker/new', 2]])],
        ['NOT_FOUND', new Map([['worker/new', 1]])],
        ['BOOKING-2', new Map([['e2e/race', 1]])],
      ]),
    )
  })

  it('lack a promise whose only test is deleted', () => {
    expect(withoutProof(areas, proofsOf(tests))).toEqual([])
    expect(withoutProof(areas, proofsOf(tests.slice(0, 2)))).toEqual(['BOOKING-2'])
  })

  it('have no id that no promise has', () => {
    const wrong = { file: 'worker/new', name: 'a booking [BOOKING-3]' }
    expect(withUnknownId(areas, [...tests, wrong])).toEqual([wrong])
  })

  it('of some files replace the earlier proofs of these files, and keep the others', () => {
    const merged = mergeProofs(proofsOf(tests), proofsOf(tests.slice(1, 2)), new Set(['worker/new']))
    expect(merged.get('BOOKING-1')).toEqual(new Map([['worker/new', 1]]))
    expect(merged.get('BOOKING-2')).toEqual(new Map([['e2e/race', 1]]))
    expect(withoutProof(areas, merged)).toEqual(['NOT_FOUND'])
  })

  it('are on the page, which is read back the same', () => {
    const page = renderPromises(areas, proofsOf(tests))
    expect(page).toContain('| BOOKING-1 | A booking is stored. | `worker/new` 2 |')
    expect(parsePromises(page)).toEqual(proofsOf(tests))
    expect(parsePromises(renderPromises(areas, new Map())).get('BOOKING-1')).toEqual(new Map())
  })
})

describe('the promises', () => {
  it('have ids of which each occurs once', () => {
    const ids = catalog().flatMap(({ promises }) => Object.keys(promises))
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
  })

  it('every operation, error code and setting is a promise', () => {
    const ids = new Set(catalog().flatMap(({ promises }) => Object.keys(promises)))
    const listed = [
      ...endpoints.map(({ contract }) => `${contract.method} ${contract.path}`),
      ...Object.keys(ERRORS),
      'PUBLIC_URL',
      'API_PER_CREDENTIAL',
    ]
    expect(listed.filter(id => !ids.has(id))).toEqual([])
    expect(ids.size).toBeGreaterThan(400)
  })

  it('are sentences that a row of a table can hold', () => {
    const sentences = AREAS.flatMap(({ promises }) => Object.values(promises))
    expect(sentences.filter(sentence => !/^[^|\n]+\.$/.test(sentence))).toEqual([])
  })
})
