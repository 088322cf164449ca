import { build } from 'vite'
import { expect, it } from 'vitest'
import { integrityOf, pinned } from '../../site/pinned.ts'

/** Builds these modules and returns the files by name; the entry is `widget/script`. */
async function built(modules: Record<string, string>, options: object = {}): Promise<Record<string, string>> {
  const results = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'silent',
    plugins: [
      { name: 'modules', resolveId: id => (id in modules ? id : undefined), load: id => modules[id] },
      pinned('widget/script', '1.2.3'),
    ],
    build: {
      write: false,
      minify: false,
      modulePreload: false,
      rolldownOptions: {
        input: { 'widget/script': 'script' },
        ...options,
        output: { entryFileNames: '[name].js', chunkFileNames: 'widget/parts/[name].js' },
      },
    },
  })
  const output = [results].flat().flatMap(result => ('output' in result ? result.output : []))
  return Object.fromEntries(
    output.map(file => [file.fileName, String(file.type === 'chunk' ? file.code : file.source)]),
  )
}

const script = (words: string) => ({ script: `console.log('${words}', import('part'))`, part: 'export const part = 1' })
const pinnedNames = (files: object) => Object.keys(files).filter(name => /^widget\/script\.[\da-f]{16}\.js$/.test(name))

it('the pinned script equals the stable one, and its name changes only with its content', async () => {
  const [one, again, other] = [await built(script('one')), await built(script('one')), await built(script('two'))]
  const [name = ''] = pinnedNames(one)
  expect(one[name]).toBe(one['widget/script.js'])
  expect(pinnedNames(again)).toEqual([name])
  expect(pinnedNames(other)).not.toEqual([name])
})

it('latest.json has its path, and released.json every file that must stay', async () => {
  const files = await built(script('one'))
  const [name = ''] = pinnedNames(files)
  const integrity = integrityOf(files[name] ?? '')
  expect(JSON.parse(files['widget/latest.json'] ?? '')).toEqual({ script: `/${name}`, integrity, version: '1.2.3' })
  expect(JSON.parse(files['widget/released.json'] ?? '')).toEqual({
    [`/${name}`]: integrity,
    '/widget/parts/part.js': integrityOf(files['widget/parts/part.js'] ?? ''),
  })
})

const CIRCULAR = {
  script: `export const shared = [1]; console.log(shared, () => import('part'))`,
  part: `import { shared } from 'script'; console.log(shared)`,
}

it('a script that its own parts import is not pinned: pages would load it twice', async () => {
  await expect(built(CIRCULAR)).rejects.toThrow('widget/parts/part.js imports widget/script.js')
})

it('a script of several files is not pinned: no integrity value would cover it', async () => {
  await expect(built(CIRCULAR, { preserveEntrySignatures: 'strict' })).rejects.toThrow('is more than one file')
})
