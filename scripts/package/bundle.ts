import { join } from 'node:path'
import { build } from 'vite'
import { slimTemplates } from '../site/slim-templates.ts'

const SOURCE = join(import.meta.dirname, '../../widget/package')

/** What can be imported, by name. */
export const ENTRIES = ['guest-itinerary', 'element', 'react', 'vue', 'server']

/**
 * The element as modules for bundlers: Lit's templates are left to the hotel's own copy, languages and what is seldom needed
 * stay files of their own, and nothing is made small, for the hotel's build does that.
 */
export async function bundlePackage(folder: string): Promise<void> {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [slimTemplates()],
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
