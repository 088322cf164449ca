import { describe, expect, it } from 'vitest'
import { endpoints } from '../../worker/endpoints'
import { ERRORS } from '../../worker/errors'
import { AREAS } from '../promises/areas'
import { catalog } from '../promises/catalog'
import { idsIn, problemsOf, proofsOf, renderPromises } from '../promises/proofs'

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

  it('are in the report of the run, beside their promises', () => {
    const report = renderPromises(areas, proofsOf(tests.slice(0, 2)))
    expect(report).toContain('| BOOKING-1 | A booking is stored. | `worker/new` 2 |')
    expect(report).toContain('| BOOKING-2 | A room is booked once. |  |')
  })
})

describe('a run', () => {
  const full = { passed: tests, skipped: [], isFull: true, isCi: true }
  const [race] = tests.slice(-1)
  if (!race) throw new Error('no test')
  const withoutRace = { ...full, passed: tests.slice(0, -1) }
  const UNPROVEN = ['no test that passed proves BOOKING-2']

  it('of all tests has no problem where every promise has a test that passed', () => {
    expect(problemsOf(areas, full)).toEqual([])
  })

  it('of all tests fails for a promise whose only test is deleted', () => {
    expect(problemsOf(areas, withoutRace)).toEqual(UNPROVEN)
  })

  it('of some tests does not', () => {
    expect(problemsOf(areas, { ...withoutRace, isFull: false })).toEqual([])
  })

  it('of all tests in CI fails for a promise whose only test is skipped; other machines may skip it', () => {
    const skips = { ...withoutRace, skipped: [race] }
    expect(problemsOf(areas, skips)).toEqual(UNPROVEN)
    expect(problemsOf(areas, { ...skips, isCi: false })).toEqual([])
  })

  it('fails for an id that no promise has', () => {
    const wrong = { file: 'worker/new', name: 'a booking [BOOKING-3]' }
    const problems = ['worker/new: no such promise: a booking [BOOKING-3]']
    expect(problemsOf(areas, { ...full, passed: [wrong], isFull: false })).toEqual(problems)
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
