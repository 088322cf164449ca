import { join } from 'node:path'
import { bundleModules } from '../../site/downloads/bundle-modules.ts'

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
