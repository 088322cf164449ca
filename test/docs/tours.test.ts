import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

/* The tours of CONTRIBUTING.md: their files exist, and each names every list that an existing member is in. */

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** Each tour, and the part on records of the setup, by the beginning of its heading. */
const tours = new Map(
  read('CONTRIBUTING.md')
    .split(/^##+ (?=Tour|Records|Tests)/m)
    .map(text => [text.split('\n')[0]?.split(':')[0] ?? '', text]),
)
const tour = (name: string) => tours.get(name) ?? ''

/** Files that the examples create. */
const NEW = [
  'worker/api/inventory/get-suppliers.ts',
  'test/worker/inventory/get-suppliers.test.ts',
  'widget/locales/fi.ts',
]

/** The files that a tour names, with the names of what is changed in them. A name without a folder is beside the file before it. */
function filesOf(text: string): { file: string; names: string[] }[] {
  const files: { file: string; names: string[] }[] = []
  for (const line of text.split('\n').filter(each => each.startsWith('|'))) {
    let folder = ''
    for (const [, quoted = '', names = ''] of line.matchAll(/`([^`]+)`(?: \(((?:`[^`]+`[, ]*)+)\))?/g)) {
      const isPath = /^(?:[\w.-]+\/)+[\w.-]*$/.test(quoted)
      if (!isPath && !(folder && /^[\w-]+(\.\w+)+$/.test(quoted))) continue
      const file = isPath ? quoted : join(folder, quoted)
      folder = dirname(file)
      files.push({ file, names: [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name) })
    }
  }
  return files
}

describe.each(['Tour 1', 'Tour 2', 'Records of the setup', 'Tour 3', 'Tour 4'])('%s', name => {
  it('names files that exist, and in them what is to be changed', () => {
    const files = filesOf(tour(name)).filter(({ file }) => !NEW.includes(file))
    expect(files.length).toBeGreaterThan(2)
    expect(files.filter(({ file }) => !existsSync(join(ROOT, file)))).toEqual([])
    expect(files.flatMap(({ file, names }) => names.filter(each => !read(file).includes(each)))).toEqual([])
  })
})

/** What a new member has to be added to: code, docs and what tests share. Each test itself names its members. */
const LISTS = globSync(
  '{client,console,demo,docs,schema,site,widget,wordpress,worker,test/support,test/fixtures,test/bench/growth,test/promises}/**/*.{js,md,ts}',
  { cwd: ROOT, exclude: path => /migrations|node_modules/.test(path) },
).sort()

/** A member of each kind: every file that names it is a list that its tour names, or one of the others, with the reason. */
const MEMBERS: [what: string, tour: string, member: RegExp, others: Record<string, string>][] = [
  [
    'a guest’s field',
    'Tour 1',
    /\baddress2\b/,
    {
      'client/command/admin/guest-fields.ts': 'a label that differs from the name',
    },
  ],
  [
    'an endpoint',
    'Tour 2',
    /\bgetInventoryLocations\b|\/GetInventoryLocations\b/,
    {
      'console/keys/try-in-docs.ts': 'one endpoint for each permission',
      'worker/api/inventory/get-inventory-locations.ts': 'the endpoint itself',
    },
  ],
  [
    'a record of the setup',
    'Records of the setup',
    /\binventoryLocations\b/,
    { 'test/support/sale.ts': 'the hotel of the tests of sales' },
  ],
  ['a language', 'Tour 3', /Čeština|\bCzech,|'\.\/cs\.ts'/, {}],
  [
    'an event type',
    'Tour 4',
    /'link\.issued'|`link\.issued`/,
    {
      'worker/store/itinerary/link.ts': 'inserts it',
    },
  ],
]

it.each(MEMBERS)('every list that %s is in is named by its tour', (_, name, member, others) => {
  const listed = LISTS.filter(path => member.test(read(path)))
  expect(listed.length).toBeGreaterThan(2)
  const text = tour(name)
  const named = filesOf(text).map(({ file }) => file)
  expect(listed.filter(path => !named.includes(path) && !(path in others))).toEqual([])
  expect(Object.keys(others).filter(path => !listed.includes(path))).toEqual([])
})
