import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { writePackage } from '../../../scripts/package.ts'

const ROOT = join(import.meta.dirname, '../../..')
const HOSTS = join(import.meta.dirname, '../hosts')

/** Where the package is installed, as it were; whoever imports it from here finds it as npm would have put it. */
const INSTALLED = join(ROOT, `dist/hosts-${process.pid}`)

let installed: Promise<void> | undefined
const built = new Map<string, Promise<Map<string, string>>>()

/** A file of a hotel's own bundle with the package in it: `react/host.js`, or a part that it loads later. */
export async function hostFile(path: string): Promise<string | undefined> {
  const [, host = '', name = ''] = /^([\w-]+)\/(.+)$/.exec(path) ?? []
  installed ??= writePackage(join(INSTALLED, 'node_modules/@innlet/guest-itinerary'))
  await installed
  if (!built.has(host)) built.set(host, bundle(host))
  return (await built.get(host))?.get(name)
}

process.once('exit', () => rmSync(INSTALLED, { recursive: true, force: true }))

async function bundle(host: string): Promise<Map<string, string>> {
  const results = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    resolve: {
      // Lit as it is for guests; React and Vue as they are for developers, with all that they would complain about.
      conditions: ['production', 'browser', 'module'],
      // Templates in the page's own script: Vue with its compiler.
      alias: [{ find: /^vue$/, replacement: 'vue/dist/vue.esm-bundler.js' }],
    },
    define: {
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    plugins: [asInstalled()],
    build: {
      write: false,
      rolldownOptions: {
        input: { host: join(HOSTS, host === 'react' ? 'react.tsx' : `${host}.ts`) },
        output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name].js' },
      },
    },
    base: `/hosts/${host}/`,
  })
  const output = [results].flat().flatMap(result => ('output' in result ? result.output : []))
  return new Map(output.flatMap(file => (file.type === 'chunk' ? [[file.fileName, file.code] as const] : [])))
}

function asInstalled(): Plugin {
  return {
    name: 'as-installed',
    enforce: 'pre',
    resolveId(id) {
      return id.startsWith('@innlet/') ? this.resolve(id, join(INSTALLED, 'host.js'), { skipSelf: true }) : undefined
    },
  }
}
