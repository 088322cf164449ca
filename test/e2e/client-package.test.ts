import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import innlet from '../../package.json' with { type: 'json' }
import { writeClientPackage } from '../../site/downloads/client.ts'
import { repetitions } from '../support/repetitions.ts'
import { registerApplication, setUpHotel } from './support/hotel.ts'
import { newCustomerId, sharedService } from './support/shared-service.ts'

const ROOT = join(import.meta.dirname, '../..')

/** TypeScript 5 is a dependency of a generator that other tests use. */
const require = createRequire(import.meta.url)
const compilerOf = (requires: NodeJS.Require) => join(dirname(requires.resolve('typescript/package.json')), 'bin/tsc')
const COMPILERS = { 5: compilerOf(createRequire(require.resolve('oazapfts'))), 7: compilerOf(require) }

/** The blocks of TypeScript in the documentation of a file. */
const examplesOf = (text: string) =>
  [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code.replaceAll(/^ *\* ?/gm, ''))

const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  target: 'es2022',
  types: [],
}

/** Wrong uses, each of which must be an error. */
const WRONG = `
import { Innlet, type Event, type Offer } from '@innlet/client'
const innlet = new Innlet({ url: '', apiKey: 'key' })
// @ts-expect-error a credential too many
new Innlet({ url: '', apiKey: 'key', accessToken: 'token' })
// @ts-expect-error there is no such field
innlet.booking.post({ arrival: '2027-05-09' })
// @ts-expect-error the number of guests is a number
innlet.onlineBooking.offers({ arrivalDate: '2027-05-09', departureDate: '2027-05-10', guests: '2' })
// @ts-expect-error the guest has no last name
innlet.onlineBooking.postReservation({ arrivalDate: '', departureDate: '', roomTypeID: 1, primaryGuestDetails: {} })
// @ts-expect-error not every event has a number of a reservation
export const numberOf = (event: Event): string => event.data.reservationNumber
export const total = (offer: Offer): number => offer.total
`

/* The npm client, packed by npm and unpacked into an empty project. */

describe('the client as a package', () => {
  const project = mkdtempSync(join(tmpdir(), 'innlet-client-'))
  const home = join(project, 'node_modules/@innlet/client')
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: project, encoding: 'utf8', stdio: 'pipe' })
  const write = (name: string, text: string) => writeFileSync(join(project, name), text)
  /** The errors of the compiler. */
  const compile = (version: keyof typeof COMPILERS) =>
    spawnSync(process.execPath, [COMPILERS[version], '-p', project], { encoding: 'utf8' }).stdout
  let packed: string[]

  beforeAll(async () => {
    const folder = join(project, 'package')
    await writeClientPackage(folder)
    const cache = join(project, 'npm')
    const [{ filename, files }] = JSON.parse(run('npm', 'pack', folder, '--json', '--offline', '--cache', cache))
    packed = files.map(({ path }: { path: string }) => path)
    mkdirSync(home, { recursive: true })
    run('tar', '-xzf', filename, '-C', home, '--strip-components=1')
    write('package.json', '{ "type": "module" }')
  })
  afterAll(() => rmSync(project, { recursive: true, force: true }))

  it('has no dependency, and at most 8,000 bytes [CLIENT-11]', () => {
    const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
    expect(manifest).not.toHaveProperty('dependencies')
    const code = readFileSync(join(home, 'innlet.js'))
    expect(code.toString()).not.toMatch(/^import |import\(/m)
    expect(brotliCompressSync(code).length).toBeLessThanOrEqual(8_000)
  })

  it('has its README, its licence and its types, and no other file of the repository', () => {
    for (const path of ['README.md', 'LICENSE', 'innlet.js', 'types/client/innlet.d.ts']) expect(packed).toContain(path)
    expect(packed.filter(path => /test|schema|\b(connection|send)\b/.test(path))).toEqual([])
  })

  it('has the command innlet, with the licences of what is bundled in it', () => {
    const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
    const command = join(home, bin.innlet)
    expect(run(process.execPath, command, '--version').trim()).toBe(innlet.version)
    // Of a folder that is installed and written again, npm does not make the command executable.
    expect(run(join(project, 'package', bin.innlet), '--version').trim()).toBe(innlet.version)
    const { status, stderr } = spawnSync(process.execPath, [command, 'mcp'], { encoding: 'utf8', env: {} })
    expect([status, stderr]).toEqual([2, expect.stringContaining('INNLET_URL is missing')])
    const licences = readFileSync(join(home, 'command/LICENSES.md'), 'utf8')
    for (const name of ['commander', '@modelcontextprotocol/server', 'zod'])
      expect(licences).toContain(`\n## ${name} - `)
  })

  const COMPILED = [
    [5, 'nodenext'],
    [7, 'bundler'],
    [7, 'nodenext'],
  ] as const
  it.each(COMPILED.slice(0, repetitions(2, 3)))(
    'is typed for a strict project with TypeScript %s that resolves as %s [CLIENT-11]',
    (version, resolution) => {
      const sources = globSync(['client/**/*.ts', 'client/README.md'], { cwd: ROOT }).sort()
      const examples = sources.flatMap(path => examplesOf(readFileSync(join(ROOT, path), 'utf8')))
      expect(examples.length).toBeGreaterThan(8)
      const files = [...examples, WRONG].map((code, i) => {
        write(`example-${i}.ts`, `${code}\nexport {}\n`)
        return `example-${i}.ts`
      })
      const module = resolution === 'nodenext' ? 'nodenext' : 'esnext'
      const compilerOptions = { ...STRICT, module, moduleResolution: resolution }
      write('tsconfig.json', JSON.stringify({ compilerOptions, files }))
      expect(run(process.execPath, COMPILERS[version], '--version')).toMatch(`Version ${version}.`)
      expect(compile(version)).toBe('')
    },
  )

  it('has the types of the contracts [CLIENT-11]', () => {
    const source = readFileSync(join(ROOT, 'client/types.ts'), 'utf8')
    const names = [...source.matchAll(/^export type (\w+) = (z\.output)?/gm)]
    const checks = names.map(([, name, output]) =>
      [
        `export const keys${name}: [keyof Source.${name}, keyof Printed.${name}] extends [keyof Printed.${name}, keyof Source.${name}] ? true : never = true`,
        `export const one${name}: Source.${name} = {} as Printed.${name}`,
        ...(output ? [`export const other${name}: Printed.${name} = {} as Source.${name}`] : []),
      ].join('\n'),
    )
    const imports = `import type * as Source from '${ROOT}/client/types.ts'\nimport type * as Printed from '@innlet/client'`
    write('same.ts', [imports, ...checks].join('\n'))
    const extended = { extends: join(ROOT, 'client/tsconfig.json'), files: ['same.ts'], include: [] }
    write('tsconfig.json', JSON.stringify(extended))
    expect(names.length).toBeGreaterThan(40)
    expect(compile(7)).toBe('')
  })

  const isInstalled = (command: string) => spawnSync(command, ['--version']).status === 0
  it.for(['node', 'deno', 'bun'])('books a room in %s', async (command, { skip }) => {
    if (!isInstalled(command)) skip(`${command} is not installed`)
    const [{ service }, customer] = [sharedService(), newCustomerId()]
    await setUpHotel(service, customer)
    const credentials = await registerApplication(service, customer, ['reservations:write'])
    write(
      'book.js',
      `import { Innlet } from '@innlet/client'
const innlet = new Innlet(${JSON.stringify({ url: service.origin, ...credentials })})
const stay = { arrivalDate: '2027-05-09', departureDate: '2027-05-10', roomsBooked: [{ roomID: 101 }] }
const { reservationId } = await innlet.booking.post({ ...stay, primaryGuestDetails: { lastName: 'Okafor' } })
for await (const { primaryGuest } of innlet.reservation.find({ reservationID: reservationId })) console.log(primaryGuest.lastName)
`,
    )
    const flags = command === 'deno' ? ['run', '--allow-net'] : []
    expect(run(command, ...flags, 'book.js')).toBe('Okafor\n')
  })
})
