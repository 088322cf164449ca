import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from 'svelte/compiler'
import { build, type Plugin } from 'vite'
import { writePackage } from '../../../scripts/package.ts'

const ROOT = join(import.meta.dirname, '../../..')
const HOSTS = join(import.meta.dirname, '../hosts')

/** The folder in which the package is installed, as npm would install it. */
const INSTALLED = join(ROOT, `dist/hosts-${process.pid}`)

let installed: Promise<void> | undefined
const built = new Map<string, Promise<Map<string, string>>>()

/** A file of a hotel's bundle that contains the package: `react/host.js`, or one of its chunks. */
export async function hostBundleFile(path: string): Promise<string | undefined> {
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
      // React and Vue are in development mode, so that their warnings fail the tests.
      conditions: ['production', 'browser', 'module'],
      // The page's script has templates: it needs Vue with its compiler.
      alias: [{ find: /^vue$/, replacement: 'vue/dist/vue.esm-bundler.js' }],
    },
    define: {
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    plugins: [resolveInstalled(), compileSvelte()],
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

function compileSvelte(): Plugin {
  return {
    name: 'compile-svelte',
    transform: (code, id) =>
      id.endsWith('.svelte') ? compile(code, { generate: 'client', dev: true, filename: id }).js : undefined,
  }
}

function resolveInstalled(): Plugin {
  return {
    name: 'resolve-installed',
    enforce: 'pre',
    resolveId(id) {
      return id.startsWith('@innlet/') ? this.resolve(id, join(INSTALLED, 'host.js'), { skipSelf: true }) : undefined
    },
  }
}
