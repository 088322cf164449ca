import { join } from 'node:path'
import { build } from 'vite'

const SOURCE = join(import.meta.dirname, '../../widget/package')

/** The modules that can be imported, by name. */
export const ENTRIES = ['guest-itinerary', 'element', 'react', 'vue', 'server']

/**
 * Bundles the element as modules for bundlers. Lit is external, so that a page has one copy. Languages and actions stay separate
 * files. Nothing is minified: the hotel's build does that.
 */
export async function bundlePackage(folder: string): Promise<void> {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      minify: false,
      lib: {
        entry: Object.fromEntries(ENTRIES.map(name => [name, join(SOURCE, `${name}.ts`)])),
        formats: ['es'],
      },
      rolldownOptions: {
        external: [/^(lit|react|vue)($|\/)/],
        output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name].js' },
      },
    },
  })
}
