import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writePackage } from '../../scripts/package.ts'
import { repetitions } from '../support/repetitions.ts'

const ROOT = join(import.meta.dirname, '../..')
const NAME = '@innlet/guest-itinerary'

/* The package, packed by npm and unpacked into another project. */

describe('the package', () => {
  const project = mkdtempSync(join(tmpdir(), 'innlet-package-'))
  const home = join(project, 'node_modules', NAME)
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: project, encoding: 'utf8', stdio: 'pipe' })
  let packed: string[]

  beforeAll(async () => {
    const folder = join(project, 'package')
    await writePackage(folder)
    const cache = join(project, 'npm')
    const [{ filename, files }] = JSON.parse(run('npm', 'pack', folder, '--json', '--offline', '--cache', cache))
    packed = files.map(({ path }: { path: string }) => path)
    mkdirSync(home, { recursive: true })
    run('tar', '-xzf', filename, '-C', home, '--strip-components=1')
    for (const name of ['lit', 'react', 'vue', '@types'])
      symlinkSync(join(ROOT, 'node_modules', name), join(project, 'node_modules', name))
  })
  afterAll(() => rmSync(project, { recursive: true, force: true }))

  /** Builds a file of the project and returns the code of all chunks. */
  async function bundled(source: string, conditions: string[] = []): Promise<string> {
    writeFileSync(join(project, 'main.js'), source)
    const results = await build({
      root: project,
      configFile: false,
      logLevel: 'warn',
      resolve: { conditions: ['production', ...conditions, 'module'] },
      build: { write: false, minify: false, rolldownOptions: { input: join(project, 'main.js') } },
    })
    const output = [results].flat().flatMap(result => ('output' in result ? result.output : []))
    return output.flatMap(file => (file.type === 'chunk' ? [file.code] : [])).join('\n')
  }

  it('contains every exported file, and no file of the tests or of the service', () => {
    const { exports } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
    const promised = Object.values(exports).flatMap(target =>
      typeof target === 'string' ? target : Object.values(target as object),
    )
    for (const path of promised) expect(packed).toContain(path.slice(2))
    for (const path of ['README.md', 'LICENSE', 'custom-elements.json']) expect(packed).toContain(path)
    expect(packed.filter(path => /test|harness|worker|schema/.test(path))).toEqual([])
  })

  it('registers the tag when it is imported, and languages stay separate files', async () => {
    const code = await bundled(`import '${NAME}'`, ['browser'])
    expect(code).toContain('customElements.define(')
    expect(code).toMatch(/import\("\.\/de-[\w-]+\.js"\)/)
  })

  it('is removed from a bundle that imports the class without using it', async () => {
    const code = await bundled(`import { GuestItinerary } from '${NAME}/element'; console.log('hotel')`, ['browser'])
    expect(code).not.toContain('customElements.define(')
    expect(code).not.toContain('attachShadow')
  })

  it('does nothing on a server, and does not fail there [WIDGET-23]', () => {
    for (const path of ['', '/react', '/vue', '/element']) {
      expect(run(process.execPath, '-e', `import('${NAME}${path}').then(() => console.log('fine'))`)).toBe('fine\n')
    }
  })

  it.each(['nodenext', 'bundler'].slice(0, repetitions(1, 2)))(
    'is typed for a strict compiler that resolves as a %s does [WIDGET-23]',
    resolution => {
      writeFileSync(
        join(project, 'page.tsx'),
        `import '${NAME}/react'
import '${NAME}/vue'
import { GuestItinerary, type Itinerary } from '${NAME}'
import { GuestItinerary as Alone } from '${NAME}/element'

const element: GuestItinerary = document.createElement('guest-itinerary')
element.token = 'token'
document.addEventListener('itinerary-load', ({ detail }) => { const itinerary: Itinerary = detail; itinerary.hotel.trim() })
export class Mine extends Alone {}
export const tag = <guest-itinerary token="t" theme="dark" onitinerary-error={event => event.detail.reason.trim()} />
// @ts-expect-error there is no such theme
export const wrong = <guest-itinerary theme="sepia" />
`,
      )
      writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
      const options = {
        strict: true,
        noEmit: true,
        target: 'es2022',
        lib: ['es2022', 'dom', 'dom.iterable'],
        jsx: 'react-jsx',
        module: resolution === 'bundler' ? 'esnext' : 'nodenext',
        moduleResolution: resolution,
        types: [],
      }
      writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['page.tsx'] }))
      const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
      expect(() => run(process.execPath, compiler, '-p', project)).not.toThrow()
    },
  )
})
