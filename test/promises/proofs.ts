import type { Area } from './areas'

/** A test: its file, and its name after those of its suites. */
export interface NamedTest {
  file: string
  name: string
}

/** Of each promise the files that prove it, each with its number of tests. */
export type Proofs = ReadonlyMap<string, ReadonlyMap<string, number>>

/** `[BOOKING-12]`, `[ROOM_NOT_AVAILABLE]`, `[POST /api/Sale/PostSale]`: ids as the names of tests have them. */
const ID = /\[((?:GET|POST|PUT|PATCH|DELETE) \/[^\]]*|[A-Z][A-Z_]+(?:-\d+)?)\]/g

/** The ids in the name of a test. */
export const idsIn = (name: string): string[] => [...name.matchAll(ID)].map(([, id = '']) => id)

/** The tests of each promise. A test that runs in two projects counts once. */
export function proofsOf(tests: readonly NamedTest[]): Proofs {
  const cited = tests.flatMap(({ file, name }) => idsIn(name).map(id => ({ id, file, name })))
  return mapGroups(cited, 'id', ofPromise =>
    mapGroups(ofPromise, 'file', inFile => new Set(inFile.map(({ name }) => name)).size),
  )
}

const mapGroups = <T, Key extends keyof T, Made>(list: readonly T[], key: Key, make: (group: T[]) => Made) =>
  new Map([...Map.groupBy(list, each => each[key])].map(([value, group]) => [value, make(group)]))

const promisesIn = (areas: readonly Area[]) => areas.flatMap(({ promises }) => Object.keys(promises))

/** A run of tests, as the promises see it. */
export interface Run {
  passed: readonly NamedTest[]
  skipped: readonly NamedTest[]
  /** Whether it was a run of all tests. */
  isFull: boolean
  /** Whether a machine decides by it on a change. Other machines may skip every test of a promise. */
  isCi: boolean
}

/** What is wrong with the promises in a run: ids that no promise has and, in a full run, promises that no test proves. */
export function problemsOf(areas: readonly Area[], { passed, skipped, isFull, isCi }: Run): string[] {
  const promises = new Set(promisesIn(areas))
  const unknown = [...passed, ...skipped].filter(({ name }) => idsIn(name).some(id => !promises.has(id)))
  const proven = proofsOf(isCi ? passed : [...passed, ...skipped])
  const unproven = isFull ? [...promises].filter(id => !proven.has(id)) : []
  return [
    ...unknown.map(({ file, name }) => `${file}: no such promise: ${name}`),
    ...unproven.map(id => `no test that passed proves ${id}`),
  ]
}

const HEAD = `# Promises and the tests that prove them

A file is below \`test/\` and ends in \`.test.ts\`. The number after it counts its tests, including those that some machines skip.
`

/** The report of a full run, in Markdown: a table for each area. */
export function renderPromises(areas: readonly Area[], proofs: Proofs): string {
  const tables = areas.map(({ title, promises }) => {
    const rows = Object.entries(promises).map(([id, sentence]) => {
      const files = [...(proofs.get(id) ?? [])].sort(([one], [other]) => (one < other ? -1 : 1))
      return `| ${id} | ${sentence} | ${files.map(([file, count]) => `\`${file}\` ${count}`).join(', ')} |`
    })
    return [`## ${title}\n`, '| Id | Promise | Proven by |', '| --- | --- | --- |', ...rows, ''].join('\n')
  })
  return [HEAD, ...tables].join('\n')
}
