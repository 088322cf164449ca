import { join } from 'node:path'
import { type BuildEnvironmentOptions, build } from 'vite'

const SOURCE = join(import.meta.dirname, '../../widget/package')

/** The modules that can be imported, by name. */
export const ENTRIES = ['guest-itinerary', 'element', 'react', 'vue', 'server']

/**
 * Bundles the element as modules for bundlers. Lit is external, so that a page has one copy. Languages and actions stay separate
 * files. Nothing is minified: the hotel's build does that.
 */
export const bundlePackage = (folder: string): Promise<void> =>
  bundleModules(folder, Object.fromEntries(ENTRIES.map(name => [name, join(SOURCE, `${name}.ts`)])), {
    external: [/^(lit|react|vue)($|\/)/],
    output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name].js' },
  })

/** Bundles modules, each a file by its name, into a folder, which is emptied first. */
export async function bundleModules(
  folder: string,
  entry: Record<string, string>,
  rolldownOptions: BuildEnvironmentOptions['rolldownOptions'],
): Promise<void> {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      minify: false,
      lib: { entry, formats: ['es'] },
      rolldownOptions,
    },
  })
}
